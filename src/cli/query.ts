import type { Command } from "commander";
import { RightRagError } from "../errors.ts";
import { confidenceBand } from "../grounding/confidence.ts";
import type { Outcome } from "../interfaces.ts";
import type { Answer, Evidence, Query, Retrieval, Turn } from "../model.ts";
import type { Project } from "../project/open-project.ts";
import { parseFilter } from "./filter-option.ts";
import { interruptSignal } from "./interrupt.ts";
import { parseWhole } from "./numbers.ts";
import { EXIT, excerpt, paint, plain, printData, printJson, printNote } from "./output.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

interface QueryFlags extends ProjectOptions {
  readonly document: readonly string[];
  readonly filter: readonly string[];
  readonly topK?: number;
  readonly retrieveOnly?: boolean;
  readonly trace?: boolean;
}

/** Exchanges of an interactive session that a question is asked with. */
const REMEMBERED_TURNS = 5;

export function registerQuery(program: Command): void {
  const command = program
    .command("query")
    .description("answer a question from the index, with citations")
    .argument("[question]", "without one, questions are asked for at the terminal")
    .option("--document <name>", "only this document, by its path or id; may be repeated", collect, [])
    .option("--filter <attribute=value>", "only what has this attribute, a range low..high, or path=A > B; may be repeated", collect, [])
    .option("--top-k <n>", "how many passages to retrieve", parseWhole("--top-k", 1))
    .option("--retrieve-only", "passages, and no answer")
    .option("--trace", "print what was done, step by step")
    .action(async (question: string | undefined, flags: QueryFlags) => {
      process.exitCode = await query(question, flags);
    });
  withProjectOptions(command);
}

/** @returns the exit status */
async function query(question: string | undefined, flags: QueryFlags): Promise<number> {
  if (question === undefined && !(process.stdin.isTTY === true && process.stdout.isTTY === true)) throw questionRequired();
  const project = await openFor(flags);
  try {
    if (question === undefined) await askInTurn(project, flags);
    else await ask(project, question, flags, []);
    return EXIT.good;
  } finally {
    await project.close();
  }
}

async function ask(
  project: Project,
  text: string,
  flags: QueryFlags,
  history: readonly Turn[],
  signal = interruptSignal(),
): Promise<Answer | undefined> {
  const asked: Query = {
    text,
    history,
    ...(flags.topK === undefined ? {} : { topK: flags.topK }),
    ...(flags.document.length === 0 ? {} : { documents: flags.document }),
    ...(flags.filter.length === 0 ? {} : { filters: flags.filter.map(parseFilter) }),
  };
  const outcome = await project.query(asked, { retrieveOnly: flags.retrieveOnly ?? false, signal });
  if (flags.json === true) printJson(jsonOf(outcome, flags));
  else if (outcome.answer === undefined) printEvidence(outcome.retrieval);
  else printAnswer(outcome.answer, flags);
  return outcome.answer;
}

async function askInTurn(project: Project, flags: QueryFlags): Promise<void> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, interruptSignal()]);
  terminal.on("SIGINT", () => stop.abort());
  const history: Turn[] = [];
  printNote(paint.dim("Ask a question; an empty line or Ctrl-D ends."));
  try {
    for (;;) {
      const question = await terminal.question("> ", { signal });
      if (question.trim() === "") return;
      const answer = await ask(project, question, flags, history.slice(-REMEMBERED_TURNS), signal);
      if (answer !== undefined) history.push({ question, answer: answer.text });
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof Error && error.name === "AbortError")) throw error;
  } finally {
    terminal.close();
  }
}

function jsonOf({ answer, retrieval }: Outcome, flags: QueryFlags): unknown {
  if (answer === undefined) return retrieval;
  const { trace, ...rest } = answer;
  return flags.trace === true ? { ...rest, trace } : rest;
}

function printAnswer(answer: Answer, flags: QueryFlags): void {
  printData(plain(answer.text));
  if (answer.citations.length > 0) printData("");
  for (const citation of answer.citations)
    printData(`[${citation.number}] ${plain(citation.label)}\n    "${excerpt(citation.quote, 300)}"`);
  if (!answer.grounded && !answer.abstained) printNote(paint.yellow("Not every statement could be confirmed in its source."));
  const facts = factsOf(answer);
  if (facts !== "") printNote(paint.dim(facts));
  if (flags.trace === true) for (const event of answer.trace) printNote(paint.dim(plain(JSON.stringify(event))));
}

/** How sure it is, and what was done for it: `confidence high (0.95), rewrites 1, graded 12, calls 18`. */
function factsOf({ confidence, abstained, counts = {} }: Answer): string {
  const sure = confidence === undefined || abstained ? [] : [`confidence ${confidenceBand(confidence)} (${confidence})`];
  return [...sure, ...Object.entries(counts).flatMap(([name, n]) => (n > 0 ? [`${name} ${n}`] : []))].join(", ");
}

function printEvidence(retrieval: Retrieval): void {
  for (const [i, piece] of retrieval.evidence.entries()) printData(evidenceLines(piece, i + 1));
  if (retrieval.evidence.length === 0)
    printData(`Nothing was found. Searched for: ${retrieval.searched.map(plain).join(", ") || "no word that could be searched"}.`);
}

function evidenceLines(piece: Evidence, rank: number): string {
  return `${rank}. ${plain(piece.citation)} (score ${piece.score.toFixed(3)})\n   ${excerpt(piece.text, 200)}`;
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function questionRequired(): RightRagError {
  return new RightRagError(
    "INPUT_REQUIRED",
    "There is no question, and no terminal to ask for one.",
    'Give it as an argument: right-rag query "your question".',
  );
}
