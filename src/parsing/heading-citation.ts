import { checkText } from "../arguments.ts";

const NUMBER = String.raw`\d{1,5}(?:[.\-/]\d{1,4}){0,6}[a-z]?(?:\(\w{1,5}\)){0,4}`;
const ROMAN = "[IVXLC]{1,7}";
const WORDS = [
  ...[
    "Section",
    "Sections",
    "Sec\\.",
    "Article",
    "Articles",
    "Art\\.",
    "Artikel",
    "Chapter",
    "Part",
    "Clause",
    "Rule",
    "Regulation",
    "Schedule",
  ],
  ...[
    "Annex",
    "Appendix",
    "Exhibit",
    "Title",
    "Book",
    "Division",
    "Item",
    "Abschnitt",
    "Kapitel",
    "Teil",
    "Titel",
    "Untertitel",
    "Buch",
    "Anlage",
  ],
  ...["Anhang", "Chapitre", "Titre", "Annexe", "Artículo", "Capítulo", "Anexo", "Articolo", "Capo", "Artigo"],
].join("|");
const ENDS = String.raw`(?=[\s.:;,)\]–—-]|$)`;

// Tried in order, each anchored at the start; the first group is the citation.
const CITATIONS: readonly RegExp[] = [
  new RegExp(String.raw`^(§{1,2}\s?${NUMBER}(?:\s?(?:,|–|-|bis|to|und|and)\s${NUMBER}){0,4})${ENDS}`, "u"),
  new RegExp(String.raw`^((?:${WORDS})\s(?:${NUMBER}|${ROMAN}|[A-Z]))${ENDS}`, "iu"),
  /^((?:มาตรา|หมวด|ส่วนที่|ส่วน|ลักษณะ|บรรพ|ภาค|ข้อ)\s?[\d๐-๙]{1,5}(?:\/[\d๐-๙]{1,4})?)/u,
  /^(第[\d〇零一二三四五六七八九十百千０-９]{1,9}(?:編|编|章|節|节|款|目|条|條)(?:の[\d一二三四五六七八九十０-９]{1,4}){0,3})/u,
  // "11.2 Notice", "1. Definitions", "3 Scope"; a lone year or a larger number is no citation.
  /^(\d{1,4}(?:\.\d{1,4}){1,6}[a-z]?)\.?(?=\s|:|$)/u,
  /^(\d{1,3}[a-z]?)(?:[.):](?=\s|$)|(?=\s+\p{Lu}))/u,
  /^(\((?:\d{1,4}|[a-zA-Z]{1,2}|[ivxlc]{1,7})\))(?=\s|$)/u,
  /^([A-Z](?:\.\d{1,4}){0,5}|[IVXLC]{1,7})[.)](?=\s|$)/u,
  /^([A-Z](?:\.\d{1,4}){1,5})(?=\s|$)/u,
];

/**
 * The number that a title begins with, as a reader would cite it; undefined when there is none.
 *
 * @example
 * headingCitation("11.2 Notice"); // "11.2"
 * headingCitation("§ 312a Duties"); // "§ 312a"
 * headingCitation("A. Scope"); // "A"
 */
export function headingCitation(title: string): string | undefined {
  checkText("headingCitation", title, "title");
  for (const pattern of CITATIONS) {
    const found = pattern.exec(title)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
