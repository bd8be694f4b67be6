import { enclose } from "../llm/data-marks.ts";
import { conversationText } from "../llm/history.ts";
import { textReply } from "./reply.ts";
import { messages, type Session } from "./session.ts";

/** Longer than any question; a model that writes more has written something else. In UTF-16 code units. */
const LONGEST = 600;

/** A search that was made, and what it looked for. */
export interface Tried {
  readonly question: string;
  readonly searched: readonly string[];
}

/**
 * The question in other words; undefined where no usable one comes. The user's own question is never replaced by it: it is only searched for.
 *
 * @param tried - earlier searches that found too little
 */
export async function rewriteQuestion(session: Session, tried: readonly Tried[]): Promise<string | undefined> {
  const { query, settings, asker } = session;
  const failed = enclose(
    "search",
    tried.map(({ question, searched }) => `${question}\nWords searched for: ${searched.join(", ")}`),
  );
  const reply = await asker.ask(
    "searcher",
    messages(settings.prompts.rewrite, [
      conversationText(session.recalled),
      tried.length > 0 ? `Searches that found too little:\n${failed.join("\n")}` : undefined,
      `Question: ${query.text}`,
    ]),
  );
  if (reply === undefined) return undefined;
  const question = oneQuestion(textReply(reply));
  const known = [query.text, ...tried.map((search) => search.question)];
  return question === "" || question.length > LONGEST || known.includes(question) ? undefined : question;
}

function oneQuestion(text: string): string {
  const line = text.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return line
    .trim()
    .replace(/^["“„«*\s]+|["”“»*\s]+$/g, "")
    .trim();
}
