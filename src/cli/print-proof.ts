import type { ProjectCheck } from "../project/check-project.ts";
import { thresholdLine } from "../proof/gate.ts";
import type { DocumentProof } from "../proof/prove-document.ts";
import { count, oneLine, printData } from "./output.ts";

/** Findings of one code that are printed of a document, unless all are asked for. */
const SHOWN = 3;

/** Every document with findings, and then all together. Nothing where no proof was made. */
export function printProof({ documents, coverage, chunkCoverage, chunkSizes, faults, hints, broken }: ProjectCheck, all: boolean): void {
  if (documents === undefined) return;
  for (const document of documents) if (document.findings.length > 0) printDocument(document, all);
  for (const threshold of broken ?? []) printData(`failed  threshold: ${oneLine(thresholdLine(threshold))}`);
  const mark = (faults ?? 0) + (broken?.length ?? 0) > 0 ? "failed " : (hints ?? 0) > 0 ? "warning" : "good   ";
  printData(
    `${mark} proof: of ${count(documents.length, "document")}, ${percent(coverage)} of the text is in units and ${percent(chunkCoverage)} in chunks; ` +
      `${count(faults ?? 0, "fault")}, ${count(hints ?? 0, "hint")}.`,
  );
  if (chunkSizes === undefined) return;
  const { min, median, p95, max } = chunkSizes;
  printData(`        Characters of a chunk: least ${min}, median ${median}, 95th percentile ${p95}, most ${max}.`);
}

function printDocument({ source, findings, faults, hints, coverage, chunkCoverage, units, chunks }: DocumentProof, all: boolean): void {
  const counts = `${count(faults, "fault")}, ${count(hints, "hint")}`;
  const shares = `${percent(coverage)} in ${count(units, "unit")}, ${percent(chunkCoverage)} in ${count(chunks, "chunk")}`;
  printData(`${faults > 0 ? "failed " : "warning"} ${oneLine(source)}: ${counts}; ${shares}`);
  for (const code of new Set(findings.map((finding) => finding.code))) {
    const same = findings.filter((finding) => finding.code === code);
    for (const { line, message, start, end } of all ? same : same.slice(0, SHOWN)) {
      const place = start === end ? "" : `line ${line}: `;
      printData(`        ${code} ${place}${oneLine(message.replace(/\s+/g, " "))}`);
    }
    if (!all && same.length > SHOWN) printData(`        ${code} and ${same.length - SHOWN} more (--all prints them)`);
  }
}

/** Downwards, so that only a whole is 100 %. */
function percent(share = 0): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
