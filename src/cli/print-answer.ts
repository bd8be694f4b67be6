import { confidenceBand } from "../grounding/confidence.ts";
import type { Outcome } from "../interfaces.ts";
import type { Answer, Evidence, Retrieval, RunEvent } from "../model.ts";
import { excerpt, oneLine, paint, plain, printData, printJson, printNote, usageLine } from "./output.ts";

export interface PrintOptions {
  readonly json?: boolean;
  readonly trace?: boolean;
}

/** Prints what a query came to: an answer with its citations, or the evidence alone. */
export function printOutcome({ answer, retrieval }: Outcome, options: PrintOptions): void {
  if (options.json === true) printJson(answer === undefined ? retrieval : forReading(answer, options));
  else if (answer === undefined) printEvidence(retrieval);
  else printAnswer(answer, options);
}

/** Prints a step as it happens. Pieces of text follow each other on one line; a document's text is not repeated. */
export function streamEvents(): (event: RunEvent) => void {
  let inText = false;
  return (event) => {
    if (typeof event.delta === "string") {
      process.stderr.write(paint.dim(plain(event.delta)));
      inText = true;
      return;
    }
    if (inText) process.stderr.write("\n");
    inText = false;
    const { type, ...facts } = event;
    printNote(paint.dim(`${type} ${excerpt(JSON.stringify(facts), 200)}`));
  };
}

function forReading({ trace, ...answer }: Answer, options: PrintOptions): object {
  return options.trace === true ? { ...answer, trace } : answer;
}

function printAnswer(answer: Answer, { trace }: PrintOptions): void {
  printData(plain(answer.text));
  if (answer.citations.length > 0) printData("");
  for (const { number, label, quote } of answer.citations) printData(`[${number}] ${oneLine(label)}\n    "${excerpt(quote, 300)}"`);
  if (!answer.grounded && !answer.abstained) printNote(paint.yellow("Not every statement could be confirmed in its source."));
  const facts = factsOf(answer);
  if (facts !== "") printNote(paint.dim(facts));
  if (trace === true) for (const event of answer.trace) printNote(paint.dim(oneLine(JSON.stringify(event))));
}

/** How sure it is, and what was done for it: `confidence high (0.95), rewrites 1, graded 12, calls 18`. */
function factsOf({ confidence, abstained, counts = {}, usage }: Answer): string {
  const sure = confidence === undefined || abstained ? [] : [`confidence ${confidenceBand(confidence)} (${confidence})`];
  const done = Object.entries(counts).flatMap(([name, n]) => (n > 0 ? [`${name} ${n}`] : []));
  return `${[...sure, ...done].join(", ")}${usageLine(usage)}`.trim();
}

function printEvidence(retrieval: Retrieval): void {
  for (const [i, piece] of retrieval.evidence.entries()) printData(evidenceLines(piece, i + 1));
  if (retrieval.evidence.length > 0) return;
  printData(`Nothing was found. Searched for: ${retrieval.searched.map(oneLine).join(", ") || "no word that could be searched"}.`);
}

function evidenceLines(piece: Evidence, rank: number): string {
  return `${rank}. ${oneLine(piece.citation)} (score ${piece.score.toFixed(3)})\n   ${excerpt(piece.text, 200)}`;
}
