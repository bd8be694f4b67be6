import type { DraftAnswer } from "../model.ts";
import { fillTemplate } from "../schemas/template.ts";
import type { Gathered } from "./gather.ts";
import type { Session } from "./session.ts";

export type AbstainReason = "nothing found" | "nothing relevant" | "not in the sources" | "not supported";

/** No answer, and what was done to find one. */
export function abstain({ settings: { wording }, journal }: Session, gathered: Gathered, reason: AbstainReason): DraftAnswer {
  const { found, searched, questions } = gathered;
  const sentences = [
    wording.abstained,
    searched.length === 0 ? wording.searchedNothing : fillTemplate(wording.searched, { words: searched.map(quoted).join(", ") }),
  ];
  if (questions.length > 0) sentences.push(fillTemplate(wording.rewritten, { questions: questions.map(quoted).join(", ") }));
  const [nearest] = found;
  if (nearest === undefined) {
    if (searched.length > 0) sentences.push(wording.readNothing);
  } else {
    const sections = String(new Set(found.map(({ unitId }) => unitId)).size);
    const documents = String(new Set(found.map(({ documentId }) => documentId)).size);
    sentences.push(fillTemplate(wording.read, { sections, documents, nearest: nearest.citation }));
    if (reason === "nothing relevant") sentences.push(wording.noneRelevant);
    if (reason === "not supported") sentences.push(wording.noneSupported);
  }
  journal.event("abstain", { reason });
  return { text: sentences.join(" "), evidence: found, cites: [], confidence: 0, abstained: true };
}

function quoted(text: string): string {
  return `“${text}”`;
}
