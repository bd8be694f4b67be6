import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFileAtomic } from "../atomic-file.ts";
import { readCitationMarks } from "../citation-marks.ts";
import { messageOf } from "../errors.ts";
import { stableHash } from "../hash.ts";
import type { Message, Run } from "../interfaces.ts";
import { makeFolder } from "../make-folder.ts";
import type { Query, Turn } from "../model.ts";
import { DATA_RULE, enclose } from "./data-marks.ts";
import { stripThinking } from "./thinking.ts";

export interface HistoryOptions {
  /** Last exchanges that are shown as they were. */
  readonly historyTurns: number;
  /** Have a model sum up what was said before them. */
  readonly historySummary: boolean;
}

/** What a model is shown of a conversation. */
export interface Recalled {
  /** Of the exchanges before `turns`. */
  readonly summary?: string;
  readonly turns: readonly Turn[];
}

/** Of a summary, and of all that one is made from; in UTF-16 code units. */
const LONGEST = 2_000;
const MOST_READ = 24_000;
/** Of one exchange, however many there are: less would say nothing. */
const LEAST_READ = 200;

const PROMPT = `You sum up a conversation about documents, so that a later question can be understood without it.
Keep what was asked about, every name, number, date and condition that was settled, and what was left open.
Where an earlier summary is given, carry over what it says. Add nothing that was not said, answer nothing, and write in the language of the conversation.
Reply with the summary alone, in at most 150 words.`;

/**
 * The last exchanges of a conversation, and, if asked for, a model's summary of those before. A summary is made when `historyTurns`
 * more exchanges have left what is shown in full, from the summary before and these; it is kept under `<output>/cache/history/`, so that one
 * conversation costs one call in `historyTurns` questions. Until then the exchanges that it lacks are shown too. When there is none to be
 * had, the last exchanges have to do; the conversation itself is never changed.
 *
 * Tells `history:summary` with `turns`, how many exchanges it stands for, and `summary`; or `failed: true`.
 *
 * @param ask - asks a model; undefined where it gives nothing
 */
export async function recall(
  history: Query["history"],
  { historyTurns, historySummary }: HistoryOptions,
  ask: (messages: readonly Message[]) => Promise<string | undefined>,
  run: Pick<Run, "output" | "emit" | "log">,
): Promise<Recalled> {
  const all = history ?? [];
  const last = historyTurns === 0 ? [] : all.slice(-historyTurns);
  const step = Math.max(1, historyTurns);
  const covered = Math.floor((all.length - last.length) / step) * step;
  if (!historySummary || covered === 0) return { turns: last };
  const summary = (await kept(all.slice(0, covered), run)) ?? (await made(all.slice(0, covered), step, ask, run));
  run.emit({ type: "history:summary", turns: covered, ...(summary === undefined ? { failed: true } : { summary }) });
  return summary === undefined ? { turns: last } : { summary, turns: all.slice(covered) };
}

/** The conversation as a part of a prompt: as data, since an answer may repeat what a document said. "" where there is none. */
export function conversationText({ summary, turns }: Recalled): string {
  const said = turns.map(saidIn);
  const parts = summary === undefined ? said : [`Summary of what was said first: ${summary}`, ...said];
  if (parts.length === 0) return "";
  return `The conversation so far, to understand what the question refers to:\n${enclose("turn", parts).join("\n")}`;
}

/** Without the numbers of sources, which were those of another prompt. */
function saidIn({ question, answer }: Turn): string {
  return `Asked: ${question}\nAnswered: ${readCitationMarks(answer, 0).text}`;
}

async function made(
  turns: readonly Turn[],
  step: number,
  ask: (messages: readonly Message[]) => Promise<string | undefined>,
  run: Pick<Run, "output" | "log">,
): Promise<string | undefined> {
  const before = await kept(turns.slice(0, -step), run);
  const fresh = (before === undefined ? turns : turns.slice(-step)).slice(-MOST_READ / LEAST_READ);
  const each = Math.floor(MOST_READ / fresh.length);
  const parts = fresh.map((turn) => cut(saidIn(turn), each));
  const shown = enclose("turn", before === undefined ? parts : [`Earlier summary: ${before}`, ...parts]);
  const reply = await ask([
    { role: "system", content: `${PROMPT}\n\n${DATA_RULE}` },
    { role: "user", content: shown.join("\n") },
  ]);
  const summary = cut(stripThinking(reply ?? "").trim(), LONGEST);
  if (!/[\p{L}\p{N}]/u.test(summary)) return undefined;
  await keep(turns, summary, run);
  return summary;
}

async function kept(turns: readonly Turn[], run: Pick<Run, "output">): Promise<string | undefined> {
  try {
    const { summary } = JSON.parse(await readFile(pathOf(turns, run), "utf8")) as { readonly summary?: unknown };
    return typeof summary === "string" && summary !== "" ? summary : undefined;
  } catch {
    return undefined; // it was never made, or its file was changed by hand
  }
}

/** A summary that cannot be kept is still one: it is made again for the next question. */
async function keep(turns: readonly Turn[], summary: string, run: Pick<Run, "output" | "log">): Promise<void> {
  const path = pathOf(turns, run);
  try {
    makeFolder(dirname(path));
    await writeFileAtomic(path, `${JSON.stringify({ format: "right-rag/history@1", summary })}\n`);
  } catch (error) {
    run.log("warn", `The summary of the conversation could not be kept: ${messageOf(error)}`);
  }
}

function pathOf(turns: readonly Turn[], { output }: Pick<Run, "output">): string {
  const key = stableHash(turns.map(({ question, answer }) => [question, answer]));
  return join(output, "cache", "history", key.slice(0, 2), `${key}.json`);
}

/** Never in the middle of a character of two code units. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
