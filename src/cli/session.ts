import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { optionInvalid } from "../errors.ts";
import { makeFolder } from "../make-folder.ts";
import type { Turn } from "../model.ts";

/** What was asked and answered before. How much of it a model is shown is an option of the plugin that asks it. */
export interface Session {
  /** All of them, oldest first. */
  turns(): readonly Turn[];
  add(turn: Turn): void;
}

/** Of one sitting at the terminal. */
export function sittingSession(): Session {
  const turns: Turn[] = [];
  return { turns: () => [...turns], add: (turn) => turns.push(turn) };
}

/**
 * Kept in `<output>/sessions/<name>.jsonl`, one exchange a line.
 *
 * @throws OPTION_INVALID for a name that is no file's
 */
export function namedSession(output: string, name: string): Session {
  if (!/^[\p{L}\p{N}_-]{1,64}$/u.test(name)) throw optionInvalid("--session", name, "1 to 64 letters, digits, _ and -");
  const path = join(output, "sessions", `${name}.jsonl`);
  return {
    turns: () => readTurns(path),
    add: ({ question, answer }) => {
      makeFolder(dirname(path));
      appendFileSync(path, `${JSON.stringify({ question, answer })}\n`);
    },
  };
}

/** A line that was cut while it was written is passed over. */
function readTurns(path: string): Turn[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return []; // nothing was asked yet
  }
  return text.split("\n").flatMap((line) => {
    try {
      const turn = JSON.parse(line) as Partial<Turn>;
      return typeof turn.question === "string" && typeof turn.answer === "string" ? [{ question: turn.question, answer: turn.answer }] : [];
    } catch {
      return [];
    }
  });
}
