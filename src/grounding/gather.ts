import { enclose } from "../llm/data-marks.ts";
import type { Evidence, Retrieval } from "../model.ts";
import { fillTemplate } from "../schemas/template.ts";
import { inParallel } from "./parallel.ts";
import { rewriteQuestion, type Tried } from "./rewrite.ts";
import { asked, type Grade, messages, readable, type Session, type Source } from "./session.ts";

/** What the retrievals of one answer came to. */
export interface Gathered {
  /** For the writer: what was found relevant, and then what could not be graded. */
  readonly sources: readonly Source[];
  /** Everything that was found, in the order in which it was. */
  readonly found: readonly Evidence[];
  readonly searched: readonly string[];
  /** The question in other words, as it was searched for. */
  readonly questions: readonly string[];
  /** The question by itself, without its conversation. The user's own where it was not rewritten first. */
  readonly meaning: string;
}

/**
 * Grades what was retrieved; while too little of it is relevant, puts the question in other words and retrieves again, at most
 * `maxRewrites` times. A piece that no verdict could be had on is kept (fails open). What was found once stays found.
 */
export async function gather(session: Session, retrieval: Retrieval): Promise<Gathered> {
  const { query, settings, journal } = session;
  const graded = new Map<string, Source>();
  const tried: Tried[] = [{ question: query.text, searched: retrieval.searched }];
  let meaning = query.text;
  let latest = retrieval.evidence;

  if (settings.rewriteFirst === "always" || (settings.rewriteFirst === "history" && (query.history ?? []).length > 0)) {
    const question = await rewritten([], (query.history ?? []).length > 0 ? "conversation" : "asked");
    if (question !== undefined) {
      meaning = question;
      latest = [...(await searchFor(question)), ...latest];
    }
  }
  for (let rewrites = 0; ; rewrites++) {
    const pieces = once(latest).slice(0, settings.maxEvidence);
    await grade(pieces);
    if (isEnough(pieces) || rewrites === settings.maxRewrites) break;
    const question = await rewritten(tried, "too little");
    if (question === undefined) break;
    latest = await searchFor(question);
  }
  const all = [...graded.values()];
  const kept = (["relevant", "ungraded"] as const).flatMap((wanted) => all.filter((source) => source.grade === wanted));
  return {
    sources: kept.slice(0, settings.maxEvidence),
    found: all.map(({ evidence }) => evidence),
    searched: [...new Set(tried.flatMap(({ searched }) => searched))],
    questions: tried.slice(1).map(({ question }) => question),
    meaning,
  };

  async function rewritten(failed: readonly Tried[], reason: string): Promise<string | undefined> {
    const question = await rewriteQuestion(session, failed);
    journal.event("rewrite", question === undefined ? { question: query.text, reason, failed: true } : { question, reason });
    return question;
  }

  async function searchFor(question: string): Promise<readonly Evidence[]> {
    journal.counts.rewrites++;
    const { evidence, searched } = await session.more.retrieve({ ...query, text: question });
    tried.push({ question, searched });
    return evidence;
  }

  async function grade(pieces: readonly Evidence[]): Promise<void> {
    const fresh = pieces.filter((piece) => !graded.has(keyOf(piece)));
    const grades = await inParallel(fresh, settings.parallel, (piece) => gradeOf(session, meaning, piece));
    for (const [i, evidence] of fresh.entries()) graded.set(keyOf(evidence), { evidence, grade: grades[i] ?? "ungraded" });
    const count = (wanted: Grade) => grades.filter((given) => given === wanted).length;
    const [relevant, irrelevant, ungraded] = [count("relevant"), count("irrelevant"), count("ungraded")];
    journal.counts.graded += relevant + irrelevant;
    journal.counts.relevant += relevant;
    journal.counts.ungraded += ungraded;
    const sources = fresh.map(({ citation }, i) => ({ citation, grade: grades[i] ?? "ungraded" }));
    journal.event("grade", { relevant, irrelevant, ungraded, share: shareOf(pieces), sources });
  }

  function isEnough(pieces: readonly Evidence[]): boolean {
    return [...graded.values()].some((source) => source.grade !== "irrelevant") && shareOf(pieces) >= settings.minRelevantShare;
  }

  function shareOf(pieces: readonly Evidence[]): number {
    if (pieces.length === 0) return 0;
    return pieces.filter((piece) => graded.get(keyOf(piece))?.grade !== "irrelevant").length / pieces.length;
  }
}

async function gradeOf({ query, settings, asker }: Session, meaning: string, piece: Evidence): Promise<Grade> {
  if (!settings.grade) return "ungraded";
  const words = { accepted: settings.acceptGrades, rejected: settings.rejectGrades };
  const blocks = enclose("source", [readable(piece)]);
  const prompt = fillTemplate(settings.prompts.grade, { accepted: words.accepted[0] ?? "", rejected: words.rejected[0] ?? "" });
  const verdict = await asker.verdict("grade", messages(prompt, [asked(query, meaning), ...blocks]), words, settings.retries);
  return verdict === "accepted" ? "relevant" : verdict === "rejected" ? "irrelevant" : "ungraded";
}

function once(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((piece) => [keyOf(piece), piece] as const)).values()];
}

function keyOf({ chunkId, unitId, span }: Evidence): string {
  return chunkId ?? `${unitId} ${span?.start ?? ""}`;
}
