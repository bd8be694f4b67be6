import { describe, expect, it } from "vitest";
import { linesUnit, prove, textDocument } from "./parsed.ts";

/** What is said of references in the last line of a text whose other lines are a unit each. */
function unresolved(headings: readonly string[], sentence: string): string[] {
  const document = textDocument(`${headings.map((heading) => `${heading} is what it is about.`).join("\n")}\n\nNote\n${sentence}\n`);
  const units = headings.map((heading, i) => ({ ...linesUnit(document, i + 1, i + 1), topic: heading }));
  const note = linesUnit(document, headings.length + 2, headings.length + 3);
  return prove(document, [...units, note])
    .findings.filter(({ code }) => code === "REFERENCE_UNRESOLVED")
    .map(({ start, end }) => document.text.slice(start, end));
}

const sections = ["1. Duty", "2. Fine", "3. Notice", "3.1 Form", "3.2 Time"];
const paragraphs = ["§ 311 Duty", "§ 312 Fine", "§ 312a Notice", "§ 313 Costs"];
const articles = ["Article 1", "Article 2", "Article 3", "Article 4"];

describe("references to nothing", () => {
  it.each([
    [sections, "For the form, see section 9.9.", "section 9.9"],
    [sections, "It ends as clause 3.7 says.", "clause 3.7"],
    [sections, "It ends as clause 3.7a says.", "clause 3.7a"],
    [sections, "This holds subject to Sections 3.1 and 3.9 of this Agreement.", "Sections 3.1 and 3.9"],
    [paragraphs, "Dies gilt nach § 312z entsprechend.", "§ 312z"],
    [articles, "The period is that of Art. 120.", "Art. 120"],
    [["มาตรา ๑ ชื่อ", "มาตรา ๒ โทษ", "มาตรา ๓ ค่า"], "ให้เป็นไปตามมาตรา ๙๙", "มาตรา ๙๙"],
    [["ข้อ 1 ชื่อ", "ข้อ 2 โทษ", "ข้อ 3 ค่า"], "ตามข้อ 12", "ข้อ 12"],
    [["第一条 目的", "第二条 定義", "第三条 義務"], "前項の規定は第九条に準ずる。", "第九条"],
  ])("are hinted at: %j", (headings, sentence, reference) => {
    expect(unresolved(headings, sentence)).toEqual([reference]);
  });

  it.each([
    [sections, "See section 3.2, and section 3.2.1 of it."],
    [sections, "See section 3.2a, its first item."],
    [sections, "See Section 12 of the Lease."],
    [sections, "Under the Companies Act, section 172 holds."],
    [sections, "It is 15 U.S.C. section 78."],
    [paragraphs, "Es gilt § 5 des Aktiengesetzes."],
    [paragraphs, "Es gilt § 312z Abs. 1 Satz 2 InsO."],
    [paragraphs, "Die §§ 311 bis 313 gelten."],
    [paragraphs, "Nach BGB § 900 gilt das."],
    // A document whose numbers begin with 311 is a part of a larger one.
    [paragraphs, "Es gilt § 12."],
    [articles, "As in Article 101 of the Treaty."],
    [articles, "Article 88 GDPR applies."],
    [["มาตรา ๑ ชื่อ", "มาตรา ๒ โทษ", "มาตรา ๓ ค่า"], "ตามมาตรา ๙๙ แห่งประมวลกฎหมายอาญา"],
    [["第一条 目的", "第二条 定義", "第三条 義務"], "民法第七百九条による。"],
    // Nothing says that the document has sections.
    [["Duty", "Fine", "Notice"], "See section 9.9."],
  ])("are not seen in what resolves, or may be another text: %j, %s", (headings, sentence) => {
    expect(unresolved(headings, sentence)).toEqual([]);
  });
});
