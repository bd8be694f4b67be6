import type { Span } from "../../model.ts";
import type { Clause } from "./clauses.ts";

/** A run of references, "Absatz 1 Satz 2 und Absatz 3", and the clauses that it points at. What stands above is left out where it is not said. */
export interface ClauseReference extends Span {
  readonly clauses: readonly Clause[];
}

type Level = Exclude<keyof Clause, "sentence"> | "sentence";

const NUMBER = String.raw`(\d{1,4}[a-z]?)(?![\p{L}\p{N}]|[.,]\d)`;
const DOTTED = String.raw`(\d{1,4}(?:\.\d{1,4}){1,6}[a-z]?)(?![\p{L}\p{N}])`;
/** "commi da 1 a 3". */
const FROM = String.raw`(?:(?:from|dal?|del?|van)\s{1,2})?`;
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
    ["section", `(?:${SECTION_WORD}|${PARAGRAPH_WORD})\\s{0,3}${FROM}${DOTTED}`],
    ["section", `${SECTION_WORD}\\s{0,3}${FROM}${NUMBER}`],
    ["paragraph", String.raw`${PARAGRAPH_WORD}\s{0,3}${FROM}\(?${NUMBER}\)?`],
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
const JOINS = /(?:\s{0,2},)?\s{1,2}(?:and|n?or|und|oder|sowie|et|ou|y|o|e|en|of)\s{1,2}|\s{0,2},\s{0,2}/iuy;
/** "point (a) of paragraph 1": what comes next is above. Dutch "of" is "or", and joins what is at one level. */
const OF = /\s{1,2}(?:of(?: the)?|in|du|de la|del?|dell[ao]|des|van(?: het)?|do|da)\s{1,2}/iuy;
/** "clauses 1.1 to 1.3", "Absätze 1–3". */
const UP_TO =
  /\s{0,2}[-–—‑]\s{0,2}|\s{1,2}(?:up to|to|through|until|bis(?: zu[mr]?)?|tot(?: en met)?|t\/m|à|au|al?|hasta|até|ao|fino al?)\s{1,2}/iuy;
/** "Section 2-207" is one name. */
const ONE = /^(?:article|section|clause|rule|item|paragraph)\s/iu;
const FURTHER = new RegExp(String.raw`(?:${DOTTED}|\(?${NUMBER}\)?)`, "iuy");
const LETTER = /\(?([a-z])\)?(?![\p{L}\p{N}])/iuy;
/** Behind a number that is none of a clause: "Absatz 1 gilt bis 22 Uhr". */
const MEASURE =
  /\s{0,2}(?:[%°\p{Sc}]|(?:uhr|uur|h|o['’]clock|[ap]\.?m|euros?|eur|prozent|percent|jahren?|years?|monaten?|months?|tagen?|days?|stunden?|hours?|personen|persons|people|km|kg|m)(?!\p{L}))/iuy;
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
  let clauses: Clause[] = [];
  let open: Clause | undefined;
  let level: Level | undefined;
  let end = start;
  const add = (at: Level, value: string, isAbove = false) => {
    const step = { [at]: at === "sentence" ? Number(value) : value.toLowerCase() };
    if (isAbove && open !== undefined && level !== undefined && ORDER.indexOf(at) < ORDER.indexOf(level)) {
      // "points (a) to (c) of paragraph 1": above each of them.
      const own = level;
      clauses = clauses.map((clause) => (clause[own] === undefined || clause[at] !== undefined ? clause : { ...step, ...clause }));
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
    const last = open === undefined || level === undefined ? undefined : lastAt(text, end, level, ONE.test(text.slice(start, end)));
    if (last !== undefined && open !== undefined && level !== undefined) {
      const [at, from] = [level, open[level]];
      const values = between(String(from), last.value.toLowerCase());
      for (const value of values) add(at, value);
      if (values.length > 0) end = last.end;
    }
    at = afterJoin(text, end);
  }
  return open === undefined ? undefined : { start, end, clauses: [...clauses, open] };
}

/** The last clause of a range whose first one ends at a place. */
function lastAt(text: string, end: number, level: Level, isOne: boolean): { value: string; end: number } | undefined {
  const joint = match(UP_TO, text, end);
  if (joint === null || (isOne && joint[0] === "-")) return undefined;
  const at = UP_TO.lastIndex;
  const part = partAt(text, at);
  if (part !== undefined) return part.level === level ? part : undefined;
  const pattern = level === "letter" ? LETTER : FURTHER;
  const further = match(pattern, text, at);
  if (further === null || (further[1] !== undefined && pattern === FURTHER && level !== "section")) return undefined;
  const { lastIndex } = pattern;
  return match(MEASURE, text, lastIndex) === null ? { value: further[1] ?? further[2] ?? "", end: lastIndex } : undefined;
}

/** Clauses up to which a range is read; what looks like a longer one is none. */
const LONGEST_RANGE = 100;
const ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" ");

/** Numbers or letters of clauses behind the first up to the last one, below the same clause; none where these make no range. */
function between(first: string, last: string): string[] {
  const [, above = "", from] = /^((?:\d+\.)*)(\d+)[a-z]?$/.exec(first) ?? [];
  const [, aboveLast, to, letter = ""] = /^((?:\d+\.)*)(\d+)([a-z]?)$/.exec(last) ?? [];
  if (from !== undefined && to !== undefined) {
    const count = Number(to) - Number(from);
    if (above !== aboveLast || count < 1 || count >= LONGEST_RANGE) return [];
    const values = Array.from({ length: count }, (_, i) => `${above}${Number(from) + i + 1}`);
    return letter === "" ? values : [...values, last];
  }
  const row = first === "i" && ROMAN.includes(last) ? ROMAN : [..."abcdefghijklmnopqrstuvwxyz"];
  const [a, b] = [row.indexOf(first), row.indexOf(last)];
  return a < 0 ? [] : row.slice(a + 1, b + 1);
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
    // "bis 18.30 Uhr"
    if (found !== null && /^\d/.test(found[0]) && match(MEASURE, text, pattern.lastIndex) !== null) return undefined;
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
