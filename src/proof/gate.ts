import { count } from "../count.ts";
import { RightRagError } from "../errors.ts";
import type { DocumentProof, ProofOptions } from "./prove-document.ts";

/** Thresholds of one document, besides what is weighed how. */
export interface ProofSettings extends Omit<ProofOptions, "tolerateUncovered"> {
  /** Least share of a document's text in units, 0 to 1. */
  readonly minCoverage?: number;
  /** Least share of a document's text in chunks, 0 to 1. */
  readonly minChunkCoverage?: number;
  /** Most faults of a document. */
  readonly maxFaults?: number;
  /** Most findings of a document, faults and hints. */
  readonly maxFindings?: number;
}

/** A threshold that a document does not keep. */
export interface Threshold {
  readonly source: string;
  readonly setting: "minCoverage" | "minChunkCoverage" | "maxFaults" | "maxFindings";
  readonly is: number;
  readonly allowed: number;
}

/** Whether an index run has to prove anything. */
export function hasThresholds({ minCoverage, minChunkCoverage, maxFaults, maxFindings }: ProofSettings): boolean {
  return [minCoverage, minChunkCoverage, maxFaults, maxFindings].some((value) => value !== undefined);
}

export function thresholdsBroken(proof: DocumentProof, settings: ProofSettings): Threshold[] {
  const { source } = proof;
  const broken: Threshold[] = [];
  const least = (setting: "minCoverage" | "minChunkCoverage", is: number) => {
    const allowed = settings[setting];
    if (allowed !== undefined && is < allowed) broken.push({ source, setting, is, allowed });
  };
  const most = (setting: "maxFaults" | "maxFindings", is: number) => {
    const allowed = settings[setting];
    if (allowed !== undefined && is > allowed) broken.push({ source, setting, is, allowed });
  };
  least("minCoverage", proof.coverage);
  least("minChunkCoverage", proof.chunkCoverage);
  most("maxFaults", proof.faults);
  most("maxFindings", proof.faults + proof.hints);
  return broken;
}

/** @param broken - at least one */
export function belowThreshold(broken: readonly Threshold[]): RightRagError {
  const shown = broken.slice(0, 10).map(thresholdLine);
  const more = broken.length > 10 ? `\n  and ${broken.length - 10} more` : "";
  return new RightRagError(
    "PROOF_BELOW",
    `The parser proof falls below the thresholds of your config, so that the index was not switched:\n  ${shown.join("\n  ")}${more}`,
    "See each finding with right-rag check, then mend the parsers or the documents, or set other thresholds under proof.",
  );
}

/** `a.md: minCoverage is 0.95, but 0.9132 of its text is in units`. */
export function thresholdLine({ source, setting, is, allowed }: Threshold): string {
  const what = {
    minCoverage: `${rounded(is)} of its text is in units`,
    minChunkCoverage: `${rounded(is)} of its text is in chunks`,
    maxFaults: `it has ${count(is, "fault")}`,
    maxFindings: `it has ${count(is, "finding")}`,
  }[setting];
  return `${source}: ${setting} is ${allowed}, but ${what}`;
}

/** Downwards: what is not whole is never shown as 1. */
function rounded(share: number): number {
  return Math.floor(share * 10_000) / 10_000;
}
