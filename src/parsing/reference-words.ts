import type { HeadingForm } from "./heading-form.ts";

// The three tests that tell a heading's label from a reference that happens to start a line. All look at a few dozen characters.

const CLAUSE_END = /(?:[.;:!?,)\]。；：！？、”"’»–—-]|[;,]\s{0,3}(?:and|or|und|oder|et|ou|y|o|และ|หรือ))["'”’*_]{0,3}$/iu;
const OPEN_END = /(?:^|[\s(])(?:Nos?|Nr|Abs|Arts?|Secs?|Paras?|Cl|Pt|vgl|cf|see)\.$/iu;

/** Whether a text may end so before a heading begins: a clause is over, or a list goes on. */
export function mayStandBefore(tail: string): boolean {
  return CLAUSE_END.test(tail) && !OPEN_END.test(tail) && !/,["'”’*_]{0,3}$/.test(tail);
}

const COMES =
  /(?:^|[\s(])(?:\p{Ll}{1,20}|Sections?|Secs?\.|Clauses?|Articles?|Arts?\.|Paragraphs?|Parts?|Chapters?|Schedules?|Annex(?:es)?|Rules?|Items?|Nos?\.|Nr\.|Abs\.|Artikeln?|Absatz|Satz|Nummer|§{1,2}|มาตรา|ตาม|และ|หรือ|ถึง|แห่ง)$|[,(]$/u;

/** Whether a text may end so only before a reference: "of", "under Section", "ตาม". */
export function comesAsReference(tail: string): boolean {
  return COMES.test(tail);
}

const CONNECTS = /^(?:and|or|to|through|thru|of|above|below|und|oder|bis|et|ou|des?|du|sowie|i\.?V\.?m|[àye](?=\s))(?![\p{L}\p{M}])/iu;
const INNER_PART = /^(?:Absatz|Abs\.|Satz|Nummer|Nr\.|Buchstabe|Unterabsatz|paragraph|subsection|sub-section|point|alinéa|paragraphe)/iu;
/** Behind a single space only: Thai acts set a section's text off by two. */
const INNER_PART_THAI = /^[ ]?(?:วรรค|อนุมาตรา|แห่ง|และ|หรือ|ถึง\s?มาตรา|ประกอบ)/u;
const CJK_PARTICLE = /^(?:の|第|に|を|は|が|から|まで|及び|又は|、|，|规定|規定|所|至|或|和|与|與)/u;

/**
 * Whether what stands behind a label makes it a reference: "and 11.4 below", "of this Act", "Absatz 2", "does not apply" behind a
 * word ("Section 5 does not apply"), a comma or a bracket that goes on with the reference ("Section 5, the", "Article 6(1)").
 *
 * @param following - what follows, with the white space before it
 * @param marked - whether the label ends in a mark of its own ("Section 5.", "(a)")
 */
export function goesOnAsReference(following: string, form: HeadingForm, marked: boolean): boolean {
  const rest = following.trimStart();
  if (CONNECTS.test(rest) || /^[,;%)/]/.test(rest)) return true;
  if (!form.worded) return form.style === "arabic" && form.parts === 1 && !marked && !/^[\p{Lu}\p{Lo}"“„«(]/u.test(rest);
  if (INNER_PART.test(rest) || INNER_PART_THAI.test(following) || CJK_PARTICLE.test(following)) return true;
  return !marked && /^\p{Ll}/u.test(rest);
}
