import type { Span } from "../../model.ts";
import type { Clause } from "./clauses.ts";

/** A run of references, "Absatz 1 Satz 2 und Absatz 3", and the clauses that it points at. What stands above is left out where it is not said. */
export interface ClauseReference extends Span {
  readonly clauses: readonly Clause[];
}

type Level = Exclude<keyof Clause, "sentence"> | "sentence";

const NUMBER = String.raw`(\d{1,4}[a-z]?)(?![\p{L}\p{N}]|[.,]\d)`;
const DOTTED = String.raw`(\d{1,4}(?:\.\d{1,4}){1,6}[a-z]?)(?![\p{L}\p{N}])`;
const SECTION_WORD = String.raw`(?:§{1,2}|(?<!\p{L})(?:art(?:icles?|ikeln?|ikels|ículos?|icol[oi]|igos?|s?\.)|sections?|secs?\.|clauses?|rules?|items?|abschnitt(?:s|en?|es)?|ziffern?|klauseln?|regeln?|cláusulas?|clausol[ae]))`;
const PARAGRAPH_WORD = String.raw`(?<!\p{L})(?:abs(?:atz(?:es)?|ätzen?|\.)|(?:sub-?)?paragraphs?|paras?\.?|sub-?sections?|sub-?clauses?|lid|leden|paragraphes?|alinéas?|apartados?|párrafos?|comm[ai]|paragraf[oi]|parágrafos?|n\.?º)`;
const NUMBER_WORD = String.raw`(?<!\p{L})(?:nummern?|nrn?\.|points?|punto|punten?)`;
const LETTER_WORD = String.raw`(?<!\p{L})(?:buchstaben?s?|buchst\.|lit\.|points?|items?|letters?|onderdelen|onderdeel|letras?|letter[ae]|alíneas?)`;
const SENTENCE_WORD = String.raw`(?<!\p{L})(?:satz(?:es)?|sätzen?|s\.|sentences?|phrases?|volzin|zin)`;
const ORDINALS: readonly (readonly string[])[] = [
  ["first", "eerste", "premier", "première", "primer", "primero", "primo", "primeiro"],
  ["second", "tweede", "deuxième", "second", "seconde", "segundo", "secondo"],
  ["third", "derde", "troisième", "tercer", "tercero", "terzo", "terceiro"],
  ["fourth", "vierde", "quatrième", "cuarto", "quarto"],
];
const ORDINAL = String.raw`(?<!\p{L})(${ORDINALS.flat().join("|")})\s{1,3}(?:${PARAGRAPH_WORD}|(sentence|phrase|volzin|zin))(?!\p{L})`;

/** What begins a reference, and the level it is at; the first that fits counts. */
const PARTS: readonly (readonly [Level, RegExp])[] = (
  [
    ["section", `(?:${SECTION_WORD}|${PARAGRAPH_WORD})\\s{0,3}${DOTTED}`],
    ["section", `${SECTION_WORD}\\s{0,3}${NUMBER}`],
    ["paragraph", String.raw`${PARAGRAPH_WORD}\s{0,3}\(?${NUMBER}\)?`],
    ["sentence", String.raw`${SENTENCE_WORD}\s{0,3}(\d{1,2})(?![\p{L}\p{N}])`],
    ["number", `${NUMBER_WORD}\\s{0,3}${NUMBER}`],
    ["letter", String.raw`(?:${LETTER_WORD}|${PARAGRAPH_WORD})\s{0,3}(?:\(?([a-z]|[ivx]{2,5})\)|(?<=\s)([a-z])(?![\p{L}\p{N}]))`],
    ["section", String.raw`(?<![\p{L}\p{N}.,])${DOTTED}`],
    ["paragraph", String.raw`\((\d{1,4}[a-z]?)\)`],
    ["letter", String.raw`\(([a-z]|[ivx]{2,5})\)`],
  ] as const
).map(([level, pattern]) => [level, new RegExp(pattern, "iuy")]);
const BY_ORDINAL = new RegExp(ORDINAL, "iuy");
const BEGINS = new RegExp(
  [SECTION_WORD, PARAGRAPH_WORD, SENTENCE_WORD, NUMBER_WORD, LETTER_WORD, ORDINAL, String.raw`(?<![\p{L}\p{N}.,])\d`, String.raw`\(`].join(
    "|",
  ),
  "giu",
);
const JOINS = /(?:\s{0,2},)?\s{1,2}(?:and|or|und|oder|sowie|et|ou|y|o|e|en|of)\s{1,2}|\s{0,2},\s{0,2}/iuy;
/** "point (a) of paragraph 1": what comes next is above. Dutch "of" is "or", and joins what is at one level. */
const OF = /\s{1,2}(?:of(?: the)?|in|du|de la|del?|dell[ao]|des|van(?: het)?|do|da)\s{1,2}/iuy;
const FURTHER = new RegExp(String.raw`(?:${DOTTED}|\(?${NUMBER}\)?)`, "iuy");
const GAP = /\s{0,2}/y;
const ORDER: readonly Level[] = ["section", "paragraph", "number", "letter", "sentence"];

/** The references to numbered clauses in the first characters of a text, in order. */
export function clauseReferences(text: string, reach = 260): ClauseReference[] {
  const head = text.slice(0, reach);
  const found: ClauseReference[] = [];
  BEGINS.lastIndex = 0;
  for (let begins = BEGINS.exec(head); begins !== null; begins = BEGINS.exec(head)) {
    const run = runAt(head, begins.index);
    if (run === undefined) continue;
    found.push(run);
    BEGINS.lastIndex = run.end;
  }
  return found;
}

function runAt(text: string, start: number): ClauseReference | undefined {
  const clauses: Clause[] = [];
  let open: Clause | undefined;
  let level: Level | undefined;
  let end = start;
  const add = (at: Level, value: string, isAbove = false) => {
    const step = { [at]: at === "sentence" ? Number(value) : value.toLowerCase() };
    if (isAbove && open !== undefined && level !== undefined && ORDER.indexOf(at) < ORDER.indexOf(level)) {
      open = { ...step, ...open };
      return;
    }
    if (open !== undefined && level !== undefined && ORDER.indexOf(at) <= ORDER.indexOf(level)) clauses.push(open);
    open = { ...above(open, at), ...step };
    level = at;
  };
  for (let at = start; ; ) {
    const part = partAt(text, at);
    if (part !== undefined) add(part.level, part.value, end > start && match(OF, text, end) !== null);
    else {
      // "Absätze 1 und 2": behind a joining word the number alone will do.
      const further = level !== undefined && match(JOINS, text, end) !== null ? match(FURTHER, text, at) : null;
      if (further === null || level === undefined) break;
      add(further[1] === undefined ? level : "section", further[1] ?? further[2] ?? "");
    }
    end = part?.end ?? FURTHER.lastIndex;
    at = afterJoin(text, end);
  }
  return open === undefined ? undefined : { start, end, clauses: [...clauses, open] };
}

/** Where the next part of a run would begin. */
function afterJoin(text: string, end: number): number {
  for (const pattern of [JOINS, OF, GAP]) if (match(pattern, text, end) !== null) return pattern.lastIndex;
  return end;
}

function partAt(text: string, at: number): { level: Level; value: string; end: number } | undefined {
  const ordinal = match(BY_ORDINAL, text, at);
  if (ordinal !== null) {
    const place = ORDINALS.findIndex((words) => words.includes((ordinal[1] ?? "").toLowerCase())) + 1;
    return { level: ordinal[2] === undefined ? "paragraph" : "sentence", value: String(place), end: BY_ORDINAL.lastIndex };
  }
  for (const [level, pattern] of PARTS) {
    const found = match(pattern, text, at);
    if (found !== null) return { level, value: found[1] ?? found[2] ?? "", end: pattern.lastIndex };
  }
  return undefined;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What a reference says above a level. */
function above(open: Clause | undefined, level: Level): Clause {
  return Object.fromEntries(Object.entries(open ?? {}).filter(([key]) => ORDER.indexOf(key as Level) < ORDER.indexOf(level)));
}

/** What a reference may mean where it stands: "Absatz 1" in § 5 is § 5 Absatz 1, and "paragraph 1" in paragraph 2 its sibling. */
export function resolved(reference: Clause, from: Clause): Clause[] {
  if (reference.section !== undefined) return [reference];
  const { section, paragraph, number } = from;
  const outer = section === undefined ? {} : { section };
  if (reference.paragraph !== undefined) {
    const { paragraph: asSection, ...rest } = reference;
    return [{ ...outer, ...reference }, ...(paragraph === undefined ? [{ section: asSection, ...rest }] : [])];
  }
  const within = { ...outer, ...(paragraph === undefined ? {} : { paragraph }) };
  if (reference.number !== undefined) return [{ ...within, ...reference }];
  return [{ ...within, ...(number === undefined ? {} : { number }), ...reference }];
}
