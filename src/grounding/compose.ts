import { type CheckedDraft, Checker, isFaulty, isSupported } from "./check.ts";
import { type Fault, writeDraft } from "./draft.ts";
import { polish } from "./polish.ts";
import type { Session, Source } from "./session.ts";
import { worthOf } from "./settle.ts";

/** The best draft that could be had; or that the writer found no answer in the sources; or that none could be written. */
export type Composed = { readonly draft: CheckedDraft } | "none" | "failed";

/**
 * Writes an answer and checks it; while it fails its check, writes it anew with the complaint, at most `maxRegenerations` times. Then it may
 * be polished, once.
 */
export async function compose(session: Session, meaning: string, sources: readonly Source[]): Promise<Composed> {
  const { settings, journal } = session;
  const checker = new Checker(session, meaning, sources);
  let best: CheckedDraft | undefined;
  let fault: Fault | undefined;
  for (let regenerations = 0; ; regenerations++) {
    const last = regenerations === settings.maxRegenerations;
    const written = await writeDraft(session, meaning, sources, fault);
    if (written === undefined) break;
    journal.counts.drafts++;
    if (written === "none") return best !== undefined && worthOf(best) > 0 ? { draft: best } : "none";
    const draft = await checker.check(written, last);
    // Of equals the later one: it knows the complaints about the earlier.
    if (best === undefined || worthOf(draft) >= worthOf(best)) best = draft;
    if (!isFaulty(draft) || last) break;
    fault = { text: written, complaints: complaintsOf(draft) };
    journal.counts.regenerations++;
    journal.event("regenerate", { complaints: fault.complaints });
  }
  if (best === undefined) return "failed";
  return { draft: (await polished(session, best, sources, checker)) ?? best };
}

async function polished(
  session: Session,
  best: CheckedDraft,
  sources: readonly Source[],
  checker: Checker,
): Promise<CheckedDraft | undefined> {
  const { settings } = session;
  if (isSupported(best)) return settings.polish ? polish(session, best, sources, checker, "asked") : undefined;
  const isRelevant = sources.some(({ grade }) => grade === "relevant");
  const mayRepair = settings.repair && isRelevant && isFaulty(best) && best.claims.length > 0;
  return mayRepair ? polish(session, best, sources, checker, "failed its check") : undefined;
}

function complaintsOf({ claims, unknown }: CheckedDraft): string[] {
  const complaints = claims.flatMap(({ complaint }) => (complaint === "" ? [] : [complaint]));
  if (claims.length === 0) complaints.push("There is no answer in it.");
  if (unknown.length > 0) complaints.push(`There is no source ${unknown.join(", ")}.`);
  return complaints;
}
