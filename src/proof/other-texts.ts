import type { Span } from "../model.ts";

/** How far around a reference its sentence is read; characters. */
const REACH = 240;

/** "this Act", "dieses Gesetzes": the document itself, and taken out before other texts are looked for. */
const THIS_TEXT =
  /\b(?:this|these|the present|dieses?r?|diesem|vorliegende[nrs]?|(?:du|de la) présente?|(?:de la|del|de) presente|questo|deste|desta)\s+\p{L}+|พระราชบัญญัตินี้|กฎหมายนี้|本法|この法律/giu;

/** Words for laws, contracts and other documents, wherever they stand in the sentence. */
const OTHER_TEXT =
  /\b(?:acts?|codes?|directives?|regulations?|treat(?:y|ies)|constitution|charter|statutes?|conventions?|protocols?|rules|ordinances?|u\.?s\.?c|c\.?f\.?r|[a-z]*(?:gesetz|ordnung|richtlinie|vertrag|abkommen|satzung)(?:e[ns]?|bu(?:ch|ches|chs)|en|s)?|einführungsgesetz\p{L}*|\p{L}+gesetzbu\p{L}*|règlement|loi|directive|traité|reglamento|ley|legge|lei|decret\p{L}*|décret)(?!\p{L})|พระราชบัญญัติ|พระราชกำหนด|ประมวล|รัฐธรรมนูญ|กฎกระทรวง|แห่ง|》|条例|规定|法律|政令|省令|規則|条約|施行令/iu;

/** "§ 5 des Aktiengesetzes", "Section 3 of the Lease", "Art. 6 GDPR", "§ 1 Abs. 2 InsO". */
const BELONGS_TO =
  /^(?:[\s,;]|\([^()\r\n]{0,20}\)|\b(?:[Aa]bs(?:\.|atz|ätze)|Satz|Sätze|S\.|Nr\.|Nummern?|Buchst(?:\.|abe)|lit\.|Halbsatz|Alt\.|[Pp]aragraphs?|[Ss]ubparagraphs?|[Ss]ubsections?|[Pp]oints?|[Ii]tems?|alinéa|apartado)\s?|\b\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?\b|\b[a-z]\)|\b(?:and|or|und|oder|bis|to)\b){0,24}(?:(?:of|in|from|under)\s+(?!this\b|these\b)(?:the|an?|its|their|such|that|any|each|\p{Lu})|(?:des|der|dem|du|de|della|dello|del|da|do|van)\s+(?!dies)|\p{Lu}\p{L}*\p{Lu}\p{L}*)/u;

/** "BGB § 5", "Act, section 5", "of the EEA Agreement, Article 3". */
const BELONGED_TO = /(?:\p{Lu}\p{L}*\p{Lu}\p{L}*|\b(?:Act|Code|Law|Agreement|Lease|Plan|Policy|Handbook)),?\s{0,3}$/u;

/** 民法第七〇九条: the name of a law stands right before the number. */
const CJK_LAW = /[\p{L}》」』](?<!本)法$|[令則则約约典》例]$|同[法条條]?$/u;

/**
 * Whether a reference is, or may be, to another text than the document: its sentence names a law, a contract or a document. Doubt
 * counts as yes.
 */
export function namesAnotherText(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  if (BELONGS_TO.test(after) || BELONGED_TO.test(before) || CJK_LAW.test(before)) return true;
  const sentence = `${lastSentence(before)} ${firstSentence(after)}`.replace(THIS_TEXT, " ");
  return OTHER_TEXT.test(sentence);
}

/** Roughly: between a full stop and a capital letter, and at blank lines. */
const SENTENCES = /(?<=[.!?])\s{1,9}(?=\p{Lu})|\n\s{0,40}\n|。/u;

function lastSentence(text: string): string {
  return text.split(SENTENCES).at(-1) ?? "";
}

function firstSentence(text: string): string {
  return text.split(SENTENCES, 1)[0] ?? "";
}
