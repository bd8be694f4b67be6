import { readCitationMarks } from "../citation-marks.ts";
import { enclose } from "../llm/data-marks.ts";
import type { CheckedDraft, Checker } from "./check.ts";
import { isSupported } from "./check.ts";
import { complaintOf } from "./draft.ts";
import { numbersOf } from "./numbers.ts";
import { textReply } from "./reply.ts";
import { messages, readable, type Session, type Source } from "./session.ts";
import { worthOf } from "./settle.ts";

export type PolishReason = "asked" | "failed its check";

/**
 * Has an answer rewritten for clarity and tone, and checks it again: its numbers and citations must be the same (of an answer that failed,
 * at least no others), and its statements supported. Undefined where the rewritten answer is no better; the answer then stays as it is.
 */
export async function polish(
  session: Session,
  draft: CheckedDraft,
  sources: readonly Source[],
  checker: Checker,
  reason: PolishReason,
): Promise<CheckedDraft | undefined> {
  const { settings, journal, asker } = session;
  const shown = enclose(
    "source",
    sources.map(({ evidence }) => readable(evidence)),
  );
  const complaints = draft.claims.flatMap(({ complaint }) => (complaint === "" ? [] : [complaint]));
  const answer =
    reason === "asked" ? `Answer:\n${enclose("draft", [draft.text]).join("\n")}` : complaintOf({ text: draft.text, complaints });
  const reply = await asker.ask(
    "answerer",
    messages(settings.prompts.polish, [`Sources:\n${shown.join("\n")}`, `Question: ${session.query.text}`, answer]),
  );
  if (reply === undefined) return ended("no reply");
  journal.counts.polishes++;
  const text = textReply(reply);
  const change = changeOf(draft.text, text, sources.length, reason);
  if (change !== undefined) return ended(change);
  const checked = await checker.check(text, true);
  const isBetter = reason === "asked" ? isSupported(checked) : worthOf(checked) > worthOf(draft);
  return isBetter ? ended(undefined, checked) : ended("a statement is not supported");

  function ended(why: string | undefined, checked?: CheckedDraft): CheckedDraft | undefined {
    journal.event("polish", { reason, accepted: checked !== undefined, ...(why === undefined ? {} : { why }) });
    return checked;
  }
}

/** How a rewritten answer differs in what may not change. */
function changeOf(before: string, after: string, count: number, reason: PolishReason): string | undefined {
  if (after === "") return "nothing was written";
  const [old, now] = [factsOf(before, count), factsOf(after, count)];
  const mayLack = reason !== "asked";
  if (!within(now.numbers, old.numbers) || !(mayLack || within(old.numbers, now.numbers))) return "the numbers changed";
  if (!within(now.cites, old.cites) || !(mayLack || within(old.cites, now.cites))) return "the citations changed";
  return undefined;
}

function factsOf(text: string, count: number): { readonly numbers: readonly string[]; readonly cites: readonly string[] } {
  const { cites, unknown } = readCitationMarks(text, count);
  return { numbers: numbersOf(readCitationMarks(text, 0).text), cites: [...cites.map(String), ...unknown] };
}

function within(some: readonly string[], all: readonly string[]): boolean {
  return some.every((item) => all.includes(item));
}
