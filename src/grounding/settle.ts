import { readCitationMarks } from "../citation-marks.ts";
import type { Cite, DraftAnswer } from "../model.ts";
import type { CheckedDraft } from "./check.ts";
import type { Claim } from "./claims.ts";
import { confidenceOf } from "./confidence.ts";
import { placeQuotation, quotationsIn } from "./quotations.ts";
import type { Session, Source } from "./session.ts";

/** Mean worth of a draft's statements, 0 to 1: the better of two drafts has more. */
export function worthOf({ claims }: CheckedDraft): number {
  return confidenceOf(claims, 0, [true]);
}

/** The answer that a checked draft comes to: unsupported statements withheld or marked. Undefined where no statement is left. */
export function settle({ settings, journal }: Session, draft: CheckedDraft, sources: readonly Source[]): DraftAnswer | undefined {
  const isWithheld = ({ status }: Claim) =>
    (status === "rejected" && settings.unsupported === "withhold") || (status === "unverified" && settings.unverified === "withhold");
  const kept = draft.claims.filter((claim) => !isWithheld(claim));
  const withheld = draft.claims.length - kept.length;
  journal.counts.withheld = withheld;
  journal.counts.unverified = kept.filter(({ status }) => status === "unverified").length;
  if (kept.length === 0) return undefined;

  const { wording } = settings;
  const marks = { supported: "", rejected: wording.rejectedMark, unverified: wording.unverifiedMark, uncited: wording.uncitedMark };
  const written = kept.map((claim, i) => {
    // The mark that it leaned on may have gone with a statement that was withheld.
    const cited = withheld > 0 && readCitationMarks(claim.text, draft.cites.length).cites.length === 0 ? citesOf(claim, draft) : "";
    const mark = marks[claim.status];
    return `${i === 0 ? "" : claim.gap}${claim.text}${cited}${mark === "" ? "" : ` ${mark}`}`;
  });
  const { text, cites } = readCitationMarks(written.join(""), draft.cites.length);
  const numbers = cites.flatMap((k) => draft.cites[k - 1] ?? []);
  return {
    text,
    evidence: sources.map(({ evidence }) => evidence),
    cites: numbers.map((number) => citeOf(number, sources[number - 1], kept)),
    grounded: kept.every(({ status }) => status === "supported"),
    confidence: confidenceOf(
      draft.claims,
      journal.counts.regenerations,
      numbers.map((number) => sources[number - 1]?.grade === "relevant"),
    ),
  };
}

function citesOf(claim: Claim, { cites }: CheckedDraft): string {
  const marks = claim.sources.map((number) => `[${cites.indexOf(number) + 1}]`).join("");
  return marks === "" ? "" : ` ${marks}`;
}

/** Where all that rests on a source is quoted from it, the shortest slice of it that holds the quotations; else the whole of it. */
function citeOf(number: number, source: Source | undefined, claims: readonly Claim[]): Cite {
  const resting = claims.filter((claim) => claim.sources.includes(number));
  const places = resting.map(({ words }) => {
    const quotations = quotationsIn(words).map(({ start, end }) => words.slice(start, end));
    return quotations.flatMap((quotation) => placeQuotation(quotation, source?.evidence.text ?? "") ?? []);
  });
  if (places.length === 0 || places.some((found) => found.length === 0)) return { evidence: number };
  const start = Math.min(...places.flat().map((span) => span.start));
  const end = Math.max(...places.flat().map((span) => span.end));
  return { evidence: number, quote: source?.evidence.text.slice(start, end) ?? "", offset: start };
}
