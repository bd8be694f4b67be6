import assert from "node:assert/strict";
import { checkItems, checkObject } from "../arguments.ts";
import { count } from "../count.ts";
import type { ChunkParser, DocumentLoader, UnitParser } from "../interfaces.ts";
import type { Attributes, Document } from "../model.ts";
import type { Host } from "../pipeline/host.ts";
import { processSource } from "../pipeline/process-source.ts";
import { failedProof, type Proof, ProofSum } from "../proof/prove-corpus.ts";
import { type ProofOptions, proveDocument } from "../proof/prove-document.ts";
import { testRun } from "./run.ts";

export interface ProveParsers extends ProofOptions {
  readonly documents: Document | readonly Document[];
  readonly unitParser: UnitParser;
  /** @default none: then nothing is in a chunk, and only units should be looked at */
  readonly chunkParsers?: readonly ChunkParser[];
  /** `run.settings` of each plugin, by its name. */
  readonly settings?: { readonly [plugin: string]: Attributes };
}

/**
 * What `right-rag check` would show of these documents with these parsers. A document that cannot be parsed is a fault with the code
 * of its error.
 *
 * @example
 * const proof = await proveParsers({ documents: act, unitParser: new SectionParser(), chunkParsers: [new RuleParser()] });
 * assertCoverage(proof);
 */
export async function proveParsers(given: ProveParsers): Promise<Proof> {
  checkObject("proveParsers", given, "options");
  const { documents, unitParser, chunkParsers = [], settings = {}, ...options } = given;
  if (Array.isArray(documents)) checkItems("proveParsers", documents, "options.documents");
  else checkObject("proveParsers", documents, "options.documents", ["source", "text"]);
  checkObject("proveParsers", unitParser, "options.unitParser");
  checkItems("proveParsers", chunkParsers, "options.chunkParsers");
  const host: Host = { ...testRun(), settingsOf: (name) => settings[name] ?? {}, fileOf: () => undefined };
  const sum = new ProofSum();
  for (const document of [documents].flat()) {
    const loader: DocumentLoader = { name: "given", canHandle: () => true, load: () => [document] };
    const source = { id: document.source, fingerprint: "", bytes: async () => new Uint8Array() };
    const plugins = { documentLoaders: [loader], unitParsers: [unitParser], chunkParsers };
    for await (const result of processSource(source, { plugins, host, tolerateUncovered: 0, enrich: false })) {
      if (result.type === "failed") sum.add(failedProof(source.id, result.error, result.documentId), []);
      if (result.type !== "document") continue;
      const lengths = result.chunks.map(({ fulltext }) => fulltext.length);
      sum.add(proveDocument(result, options), lengths);
    }
  }
  return sum.proof();
}

/**
 * Throws where less of the text is in units, or in chunks, than asked for; the message shows the first gaps.
 *
 * @param least - shares from 0 to 1. @default all of it in units, and chunks are not looked at
 */
export function assertCoverage(proof: Proof, least: { readonly units?: number; readonly chunks?: number } = {}): void {
  checkProof("assertCoverage", proof);
  checkObject("assertCoverage", least, "least");
  const { units = 1, chunks = 0 } = least;
  const gaps = () => shown(proof, ({ code, fault }) => code === "UNIT_GAP" || code === "CHUNK_GAP" || (fault && !code.startsWith("UNITS")));
  assert.ok(proof.documents.length > 0, "No document was proven.");
  assert.ok(proof.coverage >= units, `${proof.coverage} of the text is in units, less than ${units}:${gaps()}`);
  assert.ok(proof.chunkCoverage >= chunks, `${proof.chunkCoverage} of the text is in chunks, less than ${chunks}:${gaps()}`);
  const failed = proof.documents.filter(({ units: count, faults }) => count === 0 && faults > 0);
  assert.equal(failed.length, 0, `Documents could not be parsed:${shown(proof, ({ fault }) => fault)}`);
}

/** Throws where the proof has faults; `faults` names codes of hints that count as such, `ignore` codes that do not. */
export function assertNoFaults(proof: Proof, options: Pick<ProofOptions, "faults" | "ignore"> = {}): void {
  checkProof("assertNoFaults", proof);
  checkObject("assertNoFaults", options, "options");
  const { faults = [], ignore = [] } = options;
  const counts = ({ code, fault }: { code: string; fault: boolean }) => (fault || faults.includes(code)) && !ignore.includes(code);
  const found = proof.documents.flatMap(({ findings }) => findings.filter(counts));
  assert.equal(found.length, 0, `The proof has ${count(found.length, "fault")}:${shown(proof, counts)}`);
}

function checkProof(call: string, proof: unknown): void {
  checkObject(call, proof, "proof");
  checkItems(call, (proof as Partial<Proof>).documents, "proof.documents");
}

function shown(proof: Proof, wanted: (finding: Proof["documents"][number]["findings"][number]) => boolean): string {
  const lines = proof.documents.flatMap(({ source, findings }) =>
    findings.filter(wanted).map(({ code, line, message }) => `\n  ${source}:${line} ${code} ${message}`),
  );
  return `${lines.slice(0, 10).join("")}${lines.length > 10 ? `\n  and ${lines.length - 10} more` : ""}`;
}
