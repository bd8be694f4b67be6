import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Document, Unit } from "../../../src/model.ts";
import { JsonUnitSaver } from "../../../src/plugins/unit_savers/json.ts";
import { testRun } from "../../../src/testing/run.ts";
import { buildUnits } from "../../../src/units.ts";

it("keeps a document that is too large to be held twice, to the character", async () => {
  const output = mkdtempSync(join(tmpdir(), "right-rag-large-"));
  const run = testRun({ output });
  const text = `${'A line with "quotes", é and 😀.\n'.repeat(20_000)}\ud83d`;
  const document: Document = { id: "large", source: "large.txt", mediaType: "text/plain", text };
  const units = buildUnits(document, [{ topic: "All", fulltext: text, source: { start: 0, end: text.length } }], "test");
  const saver = new JsonUnitSaver();
  async function* changes() {
    yield { document, items: units };
  }
  const artifact = await saver.save(changes(), undefined, run);
  const [name = ""] = readdirSync(join(output, "units"));
  expect(JSON.parse(readFileSync(join(output, "units", name), "utf8"))).toEqual({ format: "right-rag/units@1", document, units });
  expect(saver.damaged(artifact, run)).toEqual([]);
  const handles = saver.open(artifact, run);
  const [read] = (await handles["read-units"]?.readUnits(units.map(({ id }: Unit) => id))) ?? [];
  expect(read).toEqual(units[0]);
  rmSync(output, { recursive: true });
});
