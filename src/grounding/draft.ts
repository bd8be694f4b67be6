import { enclose } from "../llm/data-marks.ts";
import { conversationText } from "../llm/history.ts";
import { answerPrompt } from "../schemas/answer-prompt.ts";
import { fillTemplate } from "../schemas/template.ts";
import { NO_ANSWER } from "./prompts.ts";
import { textReply } from "./reply.ts";
import { asked, messages, readable, type Session, type Source } from "./session.ts";

/** A draft that failed, and what was wrong with it. */
export interface Fault {
  readonly text: string;
  readonly complaints: readonly string[];
}

/** What the writer wrote; "none" where it says that the sources carry no answer, undefined where it cannot be asked. */
export async function writeDraft(
  session: Session,
  meaning: string,
  sources: readonly Source[],
  fault?: Fault,
): Promise<string | "none" | undefined> {
  const { query, settings, asker, run } = session;
  const { prompts } = settings;
  const manner = prompts.answer.trim() === "" ? answerPrompt((await run.schemas()).answer, query.extra) : prompts.answer;
  const shown = enclose(
    "source",
    sources.map(({ evidence }) => readable(evidence)),
  );
  const complaint = fault === undefined ? undefined : complaintOf(fault);
  const instructions = [manner, ...hintsFor(session), fillTemplate(prompts.form, { none: NO_ANSWER })];
  const reply = await asker.ask(
    "answerer",
    messages(instructions.filter((part) => part !== "").join("\n\n"), [
      conversationText(session.recalled),
      `Sources:\n${shown.join("\n")}`,
      asked(query, meaning),
      complaint,
    ]),
  );
  if (reply === undefined) return undefined;
  const text = textReply(reply);
  return saysNone(text) ? "none" : text;
}

/** What was wrong with a draft, with the draft, for whoever writes it anew. */
export function complaintOf({ text, complaints }: Fault): string {
  const blocks = enclose("draft", [`${text}\n\nProblems found in it:\n${complaints.map((complaint) => `- ${complaint}`).join("\n")}`]);
  return `An earlier answer failed its check:\n${blocks.join("\n")}\nWrite the answer anew, without these problems.`;
}

function saysNone(text: string): boolean {
  const said = text.replace(/[^\p{L}\s]/gu, "").trim();
  return said.toUpperCase() === NO_ANSWER || ((said.startsWith(NO_ANSWER) || said.endsWith(NO_ANSWER)) && !/\[\d/.test(text));
}

function hintsFor({ query, settings }: Session): string[] {
  return Object.entries(settings.hints).flatMap(([field, hints]) => {
    const value = query.extra?.[field];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => (typeof one === "string" && Object.hasOwn(hints, one) ? (hints[one] ?? []) : []));
  });
}
