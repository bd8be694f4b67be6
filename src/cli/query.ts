import type { Command } from "commander";
import { RightRagError } from "../errors.ts";
import type { Query } from "../model.ts";
import type { Project } from "../project/open-project.ts";
import { parseFilter } from "./filter-option.ts";
import { interruptSignal } from "./interrupt.ts";
import { parseWhole } from "./numbers.ts";
import { EXIT, paint, printNote } from "./output.ts";
import { printOutcome, streamEvents } from "./print-answer.ts";
import { openFor, type ProjectOptions, type SchemaOptions, withProjectOptions, withSchemaOptions } from "./project-option.ts";
import { namedSession, type Session, sittingSession } from "./session.ts";

interface QueryFlags extends ProjectOptions, SchemaOptions {
  readonly document: readonly string[];
  readonly filter: readonly string[];
  readonly topK?: number;
  readonly retrieveOnly?: boolean;
  readonly trace?: boolean;
  readonly stream?: boolean;
  readonly session?: string;
}

export function registerQuery(program: Command): void {
  const command = program
    .command("query")
    .description("answer a question from the index, with citations")
    .argument("[question]", "without one, questions are asked for at the terminal")
    .option("--document <name>", "only this document, by its path or id; may be repeated", collect, [])
    .option("--filter <attribute=value>", "only what has this attribute, a range low..high, or path=A > B; may be repeated", collect, [])
    .option("--top-k <n>", "how many passages to retrieve", parseWhole("--top-k", 1))
    .option("--retrieve-only", "passages, and no answer")
    .option("--trace", "print what was done, step by step, after the answer")
    .option("--stream", "print each step as it happens")
    .option("--session <name>", "remember questions and answers under this name, and ask in their light")
    .action(async (question: string | undefined, flags: QueryFlags) => {
      process.exitCode = await query(question, flags);
    });
  withProjectOptions(withSchemaOptions(command));
}

/** @returns the exit status */
async function query(question: string | undefined, flags: QueryFlags): Promise<number> {
  if (question === undefined && !(process.stdin.isTTY === true && process.stdout.isTTY === true)) throw questionRequired();
  const project = await openFor(flags);
  const session = flags.session === undefined ? sittingSession() : namedSession(project.config.output, flags.session);
  const signal = interruptSignal();
  try {
    if (question === undefined) await askInTurn(project, flags, session, signal);
    else await ask(project, question, flags, session, signal);
    return EXIT.good;
  } finally {
    await project.close();
  }
}

async function ask(project: Project, text: string, flags: QueryFlags, session: Session, signal: AbortSignal): Promise<void> {
  const history = session.turns();
  const asked: Query = {
    text,
    ...(history.length === 0 ? {} : { history }),
    ...(flags.topK === undefined ? {} : { topK: flags.topK }),
    ...(flags.document.length === 0 ? {} : { documents: flags.document }),
    ...(flags.filter.length === 0 ? {} : { filters: flags.filter.map(parseFilter) }),
  };
  const call = project.query(asked, { retrieveOnly: flags.retrieveOnly ?? false, signal });
  if (flags.stream === true) {
    const show = streamEvents();
    for await (const event of call) show(event);
  }
  const outcome = await call;
  printOutcome(outcome, flags);
  if (outcome.answer !== undefined) session.add({ question: text, answer: outcome.answer.text });
}

async function askInTurn(project: Project, flags: QueryFlags, session: Session, interrupted: AbortSignal): Promise<void> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, interrupted]);
  terminal.on("SIGINT", () => stop.abort());
  printNote(paint.dim("Ask a question; an empty line or Ctrl-D ends."));
  try {
    for (;;) {
      const question = await terminal.question("> ", { signal });
      if (question.trim() === "") return;
      await ask(project, question, flags, session, signal);
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof Error && error.name === "AbortError")) throw error;
  } finally {
    terminal.close();
  }
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
