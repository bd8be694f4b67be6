import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { isRightRagError } from "../../src/errors.ts";
import type { ChunkParser, Plugin, UnitParser } from "../../src/interfaces.ts";
import type { Host } from "../../src/pipeline/host.ts";
import { processSource } from "../../src/pipeline/process-source.ts";
import * as builtIn from "../../src/plugins/index.ts";
import { proveDocument } from "../../src/proof/prove-document.ts";
import { testRun } from "../../src/testing/index.ts";
import { coverage } from "../../src/units.ts";
import { type FuzzedLoader, fuzzedLoaders } from "./loaders.ts";
import { mutate, seededRandom } from "./mutate.ts";

const spec = new URL("../../templates/default/spec/", import.meta.url);
const unitParsers = await pluginsIn<UnitParser>("unit_parsers");
const chunkParsers = [...(await pluginsIn<ChunkParser>("chunk_parsers")), new builtIn.RecursiveChunkParser()];
const host: Host = { ...testRun(), settingsOf: () => ({}), fileOf: () => undefined };

/** The same files in every run; FUZZ_SEED=2 npx vitest run test/fuzz makes others. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** A file that cannot be read well ends with one of these; any other code is a fault of ours. */
const refusals = /^(?:DOCUMENT_(?:BINARY|EMPTY|DAMAGED|PROTECTED|TOO_LARGE|FORMAT_WRONG)|PDF_WITHOUT_TEXT)$/;

it("fuzzes every loader that is built in, 2,000 files in all", () => {
  const loaders = Object.keys(builtIn).filter((name) => name.endsWith("Loader"));
  expect(fuzzedLoaders.map(({ create }) => create().constructor.name).sort()).toEqual(loaders.sort());
  expect(fuzzedLoaders.reduce((sum, { files = 160 }) => sum + files, 0)).toBeGreaterThanOrEqual(2000);
  for (const { seeds } of fuzzedLoaders) expect(seeds.length).toBeGreaterThan(0);
});

it.each(fuzzedLoaders.map((row) => [row.create().name, row] as const))(
  "takes whatever %s files there are: spans hold, all text is in units or declared, and what cannot be read is refused by name",
  async (name, row) => {
    const random = seededRandom(SEED + row.ending.length * 7919 + row.seeds.length);
    const faults: string[] = [];
    let whole = 0;
    for (let i = 0; i < (row.files ?? 160); i++) {
      const file = mutated(row, random);
      for (const fault of await faultsOf(row, file)) {
        if (fault === "") whole++;
        else faults.push(`${name} file ${i} (${createHash("sha256").update(file).digest("hex").slice(0, 8)}): ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    // If hardly any file were read, nothing would be tested.
    expect(whole).toBeGreaterThan((row.files ?? 160) / 10);
  },
  300_000,
);

function mutated({ seeds, within }: FuzzedLoader, random: () => number): Uint8Array {
  const pick = () => seeds[Math.floor(random() * seeds.length)] ?? new Uint8Array();
  const [file, other] = [pick(), pick()];
  const change = (part: Uint8Array) => mutate(part, other, random);
  return within !== undefined && random() < 0.8 ? within(file, change, random) : change(file);
}

/** What is wrong with each document of a file; "" for one that is as it must be, and nothing for one that was refused by name. */
async function faultsOf({ create, ending }: FuzzedLoader, file: Uint8Array): Promise<string[]> {
  const source = { id: `fuzz/file${ending}`, fingerprint: "", bytes: async () => file };
  const found: string[] = [];
  const plugins = { documentLoaders: [create()], unitParsers, chunkParsers };
  for await (const result of processSource(source, { plugins, host, tolerateUncovered: 0, enrich: false })) {
    if (result.type === "failed") {
      const { error } = result;
      if (!isRightRagError(error) || !refusals.test(error.code)) found.push(`${error.code} ${error.message} ${stackOf(error.cause)}`);
    } else if (result.type === "document") {
      const { document, units, chunks } = result;
      const { gaps } = coverage(document, units, document.omissions ?? []);
      const [gap] = gaps;
      const [fault] = proveDocument({ document, units, chunks }).findings.filter((finding) => finding.fault);
      if (gap !== undefined) found.push(`in no unit: ${JSON.stringify(document.text.slice(gap.start, gap.end).slice(0, 80))}`);
      else found.push(fault === undefined ? "" : `${fault.code} ${fault.message}`);
    }
  }
  return found;
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? "").split("\n").slice(1, 4).join(" ") : "";
}

/** The template's own plugins, in the order in which they are asked. */
async function pluginsIn<P extends Plugin>(folder: string): Promise<P[]> {
  const names = readdirSync(new URL(`${folder}/`, spec)).filter(
    (name) => name.endsWith(".ts") && !name.startsWith("_") && !name.endsWith(".test.ts"),
  );
  const made = await Promise.all(
    names.sort().map(async (name) => {
      const { default: Made } = (await import(new URL(`${folder}/${name}`, spec).href)) as { default: new () => P };
      return new Made();
    }),
  );
  return made.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}
