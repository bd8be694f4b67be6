import { analyze, type Token } from "../../search/analysis/analyze.ts";
import { foldWord } from "../../search/analysis/characters.ts";
import { stopWordsOf } from "../../search/analysis/stop-words.ts";
import { type Wish, wishOf } from "./answer-kind.ts";
import { rewordingsOf, type Wording } from "./everyday-words.ts";
import { frameOf, type QuestionFrame } from "./question-frames.ts";
import { askedLanguage } from "./question-language.ts";
import { baseForm, isWithin, wordsOf } from "./words.ts";

/** One word of a question that an answer should carry. */
export interface Wanted {
  readonly term: string;
  /** As the question writes it. */
  readonly word: string;
  /** Place among the question's words, for neighbours. */
  readonly position: number;
  /** A name or number ("Mars", "2024"): an answer that knows nothing of it answers another question. */
  readonly specific: boolean;
  /** Says what kind of thing is asked for ("which company") or little at all ("take"): good to have, and not missed. */
  readonly optional: boolean;
  /** Says what kind of thing is asked for: "hours" in "which hours". */
  readonly sought: boolean;
  /** Names what is asked about ("how many vacation days", "what is the leave policy"): without it there is no answer. */
  readonly key: boolean;
  /** What that is of ("the fee for the ferry"): what does not know of it at all says something of another thing. */
  readonly complement: boolean;
  /** Above 1 for what one asks to do, which tells questions on one matter apart. */
  readonly stress: number;
  /** What documents may say instead. */
  readonly others: readonly Wording[];
}

export interface Question {
  readonly language: string;
  readonly wanted: readonly Wanted[];
  /** Terms of codes and citations ("12(3)(a)"), whose words are wanted as well: they help, and are not missed. */
  readonly composites: readonly string[];
  /** Signs that stand alone ("||", "&"): no terms of the index, and no less what is asked about. */
  readonly signs: readonly string[];
  readonly wish: Wish;
  /** "I", "my": rules speak of such a person as "you" or "users". */
  readonly firstPerson: boolean;
}

/** What one asks to do or be done: "Will GitHub notify", "Can I get money back". */
const ASKS_TO =
  /^\s*(?:do|does|did|can|could|will|would|may|must|should|shall)\s+(?:(?:i|you|we|they|he|she|it|one|anyone|someone)|(?=\p{Lu})[\p{L}\p{N}]+)\s+(?:(?:get|have|take|make|use|give)\s+(?:an?\s+|the\s+|my\s+)?)?$/iu;
/** Verbs of time itself: "how long can I wait" asks about what comes after them. */
const LASTING = new Set("wait waits last lasts stay stays keep kept remain remains valid".split(" "));
/** Of these the length of time itself is the answer. */
const LASTS = /\bhow long\b.*\b(?:keep|kept|last|lasts|stay|stays|remain|remains|valid)$/iu;
const STRESS = 1.5;
const SOUGHT = 2;
/** Of other languages than English what is sought is missed where it stands nowhere, though less than what it is asked of. */
const SOUGHT_ELSEWHERE = 0.5;
/** Where nouns are written with a capital letter, they tell what a question is about, more than its verbs. */
const NOUN = 1.3;
/** Some way after these comes what is done so long or so often. */
const MEASURES = /\bhow (?:long|soon|often|quickly)\b/iu;

/** How a question asks: by the frame of its own language, and by that of the documents, which may be another. */
interface Asking {
  readonly frames: readonly QuestionFrame[];
  /** Function words that the analysis for the documents' language does not know. */
  readonly stops: ReadonlySet<string>;
  readonly english: boolean;
  readonly capitalsName: boolean;
}

/** @param language - of the documents, by which terms are made */
export function readQuestion(text: string, language: string): Question {
  const asking = askingOf(text, language);
  const tokens = analyze(text, { language });
  const all = wordsOf(tokens);
  const composites = tokens.filter((token) => !all.includes(token) && token.stop !== true && !isWayOfWriting(token, tokens));
  const wanted = unique(all.flatMap((token) => wantedOf(text, token, language, asking)));
  const starts = new Map(all.map(({ position, start }) => [position, start]));
  const asked = wanted.filter((word) => !asks(text, starts, word, asking));
  return {
    language,
    // "What is a thing?" still asks for something.
    wanted: withOthers(withKeys(text, asked.length > 0 ? asked : wanted, starts, asking), all, composites, language),
    composites: composites.map(({ term }) => term),
    signs: text.split(/\s+/).filter((part) => /^[^\p{L}\p{N}\s?!.,;:–—…"'-]{1,3}$/u.test(part)),
    wish: wishOf(text),
    firstPerson: language === "en" && /\b(?:i|me|my|we|our)\b/i.test(text),
  };
}

/** Whether a term is how a number in groups is written, "5,000", beside the number, which stands at the same place. */
function isWayOfWriting({ term, start, end }: Token, tokens: readonly Token[]): boolean {
  return tokens.some((other) => other.start === start && other.end === end && other.term !== term && /^\d+$/.test(other.term));
}

function askingOf(text: string, language: string): Asking {
  const own = askedLanguage(text) ?? language;
  return {
    frames: [...new Set([own, language])].map(frameOf),
    stops: own === language ? new Set() : stopWordsOf(own),
    english: own === "en",
    capitalsName: frameOf(own).capitalsName,
  };
}

type Word = Omit<Wanted, "others" | "key" | "complement">;

function wantedOf(text: string, { term, start, end, position, stop }: Token, language: string, asking: Asking): Word[] {
  const word = text.slice(start, end);
  const folded = foldWord(word);
  if (stop === true || asking.stops.has(folded)) return [];
  const before = textBefore(text, start);
  const specific = /\p{N}/u.test(word) || (before.trim() !== "" && isName(word, asking));
  const sought = asking.frames.some(({ which }) => which.test(before));
  const isMeasure = isMeasured(folded, before, asking.frames);
  const isLight = asking.frames.some(({ light }) => light.has(folded));
  const optional = !specific && (isLight || isMeasure || (sought && asking.english) || LASTS.test(before + word));
  // What is sought is not missed in English; but where it stands, the answer is near.
  const isNoun = !asking.capitalsName && !specific && before.trim() !== "" && /^\p{Lu}/u.test(word);
  const stress = isNoun ? NOUN : !specific && !optional && ASKS_TO.test(before) ? STRESS : 1;
  const soughtStress = asking.english ? SOUGHT : SOUGHT_ELSEWHERE;
  return [
    { term: language === "en" ? baseForm(term) : term, word, position, specific, optional, sought, stress: sought ? soughtStress : stress },
  ];
}

function isMeasured(folded: string, before: string, frames: readonly QuestionFrame[]): boolean {
  return frames.some(({ which, measures }) => measures.has(folded) && which.test(before));
}

/** Where every noun has a capital letter, only a second one tells a name: "NASA", "GmbH". */
function isName(word: string, { capitalsName }: Asking): boolean {
  return capitalsName ? /^\p{Lu}/u.test(word) : /\p{Lu}.*\p{Lu}/u.test(word);
}

/** How far before a word its sentence is read: a text of thousands of words would be read anew for each of them. */
const REACH = 300;

/** What stands before a word. Of a long text its end, after a mark that no sentence begins with. */
function textBefore(text: string, start: number): string {
  return start <= REACH ? text.slice(0, start) : `…${text.slice(start - REACH, start)}`;
}

function asks(text: string, starts: ReadonlyMap<number, number>, { word, position }: Word, { frames }: Asking): boolean {
  const before = textBefore(text, starts.get(position) ?? 0);
  const folded = foldWord(word);
  const counted = frames.some(({ counts }) => counts.test(before));
  return frames.some(
    ({ asking, kinds, measured, how }) =>
      asking.has(folded) || (!counted && (kinds.has(folded) || (measured.has(folded) && how.test(before)))),
  );
}

/** A noun that is counted or asked for, with the words that go on right after it ("vacation" with its "days"). */
function withKeys(
  text: string,
  words: readonly Word[],
  starts: ReadonlyMap<number, number>,
  { frames, capitalsName }: Asking,
): Omit<Wanted, "others">[] {
  let last: number | undefined;
  /** The last word of what there may be ("is there a phone number"), of which the first noun is the key alone. */
  let there: number | undefined;
  /** Where the noun ends that is asked about. */
  let ends: number | undefined;
  let measured = false;
  return words.map((word) => {
    const start = starts.get(word.position) ?? 0;
    const after = text.slice(start + word.word.length, start + word.word.length + REACH);
    const before = textBefore(text, start);
    const goesOn = last !== undefined && word.position === last + 1;
    const verb = !measured && !word.optional && !word.specific && !LASTING.has(word.word.toLowerCase()) && MEASURES.test(before);
    measured ||= verb;
    const named = frames.some(
      ({ counts, names, holds }) => counts.test(before) || names.test(before) || (word.sought && holds.test(after)),
    );
    const isThere = there === word.position - 1 || frames.some(({ exists }) => exists.test(before));
    const isThing = isThere && (capitalsName ? there === undefined : /^\p{Lu}/u.test(word.word));
    there = isThere && !isThing ? word.position : undefined;
    const key = verb || (!word.optional && (goesOn || named || isThing));
    const between = ends === undefined ? "" : text.slice(ends, start);
    const complement = !word.optional && between.length < REACH && frames.some(({ holds, of }) => of.test(between.replace(holds, "")));
    ends = undefined;
    if (key && !verb && !isThing) last = word.position;
    if ((key && !verb) || isMeasured(foldWord(word.word), before, frames)) ends = start + word.word.length;
    return { ...word, key, complement, ...(key && word.stress < 1 ? { stress: 1 } : {}) };
  });
}

/** Adds what may stand for each word; of an expression ("money back") the first word stands for it all. */
function withOthers(
  words: readonly Omit<Wanted, "others">[],
  all: readonly Token[],
  composites: readonly Token[],
  language: string,
): Wanted[] {
  const found = language === "en" ? rewordingsOf(all.map(({ term }) => baseForm(term))) : [];
  const places = new Map(all.map(({ position }, at) => [position, at]));
  const present = new Set(words.map(({ position }) => position));
  const covering = coversByPlace(found);
  return words.flatMap((word) => {
    const at = places.get(word.position) ?? -1;
    const token = all[at];
    const covers = covering.get(at) ?? [];
    const whole = composites.filter((composite) => token !== undefined && isWithin(token, composite));
    const others = [...covers.flatMap((each) => each.others), ...whole.map(({ term }) => ({ text: term, terms: [term], same: true }))];
    // Of "money back" the second word is looked for with the first; alone it would find anything.
    if (covers.some((each) => each.at < at && present.has(all[each.at]?.position ?? -1))) return [];
    const opens = covers.some((each) => each.at === at && each.length > 1);
    return [{ ...word, optional: word.optional && !opens, others }];
  });
}

/** For each place of a word, the rewordings of the expressions that it is a part of. */
function coversByPlace<T extends { readonly at: number; readonly length: number }>(found: readonly T[]): Map<number, T[]> {
  const covers = new Map<number, T[]>();
  for (const each of found) {
    for (let at = each.at; at < each.at + each.length; at++) {
      const here = covers.get(at);
      if (here === undefined) covers.set(at, [each]);
      else here.push(each);
    }
  }
  return covers;
}

function unique<T extends { readonly term: string }>(list: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const word of list) if (!seen.has(word.term)) seen.set(word.term, word);
  return [...seen.values()];
}
