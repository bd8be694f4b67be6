import { analyze, type Token } from "../../search/analysis/analyze.ts";
import { type Wish, wishOf } from "./answer-kind.ts";
import { rewordingsOf, type Wording } from "./everyday-words.ts";
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

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/**
 * Words that ask or join, in English, and are in no answer, beside the stop words of the index. Of other languages those must do.
 */
const ASKING = words(`
  happen happens happened mean means meant kind sort type need needs want wants tell know find say says explain describe define please
  allowed may might shall must let anyone someone anybody somebody people person thing things something anything way per via within
  without among between toward towards onto upon across around beside besides despite whatever whenever wherever whichever whoever ever
  even still already else yet exactly actually usually away difference different
`);
/** Measures, which ask after "how" and say something elsewhere ("too large"). */
const MEASURED = words("long many much often soon quickly fast");
/** Verbs that carry another word ("take effect", "make a claim") and are written one way here and another there. */
const LIGHT = words(`
  take takes taken took make makes made put puts go goes come comes get gets give gives use used work works apply applies always never only
`);
/** What one asks to do or be done: "Will GitHub notify", "Can I get money back". */
const ASKS_TO =
  /^\s*(?:do|does|did|can|could|will|would|may|must|should|shall)\s+(?:(?:i|you|we|they|he|she|it|one|anyone|someone)|(?=\p{Lu})[\p{L}\p{N}]+)\s+(?:(?:get|have|take|make|use|give)\s+(?:an?\s+|the\s+|my\s+)?)?$/iu;
/** Verbs of time itself: "how long can I wait" asks about what comes after them. */
const LASTING = words("wait waits last lasts stay stays keep kept remain remains valid");
/** Of these the length of time itself is the answer. */
const LASTS = /\bhow long\b.*\b(?:keep|kept|last|lasts|stay|stays|remain|remains|valid)$/iu;
const STRESS = 1.5;
const SOUGHT = 2;
/** After these a noun says what is asked for: "which company", "what age". */
const ASKS_WHICH = /\b(?:which|what)\s+$/iu;
/** After these a noun says what is counted or looked for. */
const COUNTS = /\bhow (?:many|much)\s+$/iu;
const NAMES = /^\s*(?:what|who)(?:['’]s| is| are| was| were)\s+(?:the\s+|an?\s+)?$/iu;
/** Some way after these comes what is done so long or so often. */
const MEASURES = /\bhow (?:long|soon|often|quickly)\b/iu;

export function readQuestion(text: string, language: string): Question {
  const tokens = analyze(text, { language });
  const all = wordsOf(tokens);
  const composites = tokens.filter((token) => !all.includes(token) && token.stop !== true);
  const wanted = unique(all.flatMap((token) => wantedOf(text, token)));
  const starts = new Map(all.map(({ position, start }) => [position, start]));
  const asked = wanted.filter((word) => !asks(text, starts, word));
  return {
    language,
    // "What is a thing?" still asks for something.
    wanted: withOthers(withKeys(text, asked.length > 0 ? asked : wanted, starts), all, composites, language),
    composites: composites.map(({ term }) => term),
    signs: text.split(/\s+/).filter((part) => /^[^\p{L}\p{N}\s?!.,;:–—…"'-]{1,3}$/u.test(part)),
    wish: wishOf(text),
    firstPerson: language === "en" && /\b(?:i|me|my|we|our)\b/i.test(text),
  };
}

type Word = Omit<Wanted, "others" | "key">;

function wantedOf(text: string, { term, start, end, position, stop }: Token): Word[] {
  if (stop === true) return [];
  const word = text.slice(start, end);
  const before = textBefore(text, start);
  const specific = /\p{N}/u.test(word) || (before.trim() !== "" && /^\p{Lu}/u.test(word));
  const optional = !specific && (LIGHT.has(word.toLowerCase()) || ASKS_WHICH.test(before) || LASTS.test(before + word));
  const sought = ASKS_WHICH.test(before);
  // What is sought is not missed; but where it stands, the answer is near.
  const stress = sought ? SOUGHT : !specific && !optional && ASKS_TO.test(before) ? STRESS : 1;
  return [{ term: baseForm(term), word, position, specific, optional, sought, stress }];
}

/** How far before a word its sentence is read: a text of thousands of words would be read anew for each of them. */
const REACH = 300;

/** What stands before a word. Of a long text its end, after a mark that no sentence begins with. */
function textBefore(text: string, start: number): string {
  return start <= REACH ? text.slice(0, start) : `…${text.slice(start - REACH, start)}`;
}

function asks(text: string, starts: ReadonlyMap<number, number>, { word, position }: Word): boolean {
  const before = textBefore(text, starts.get(position) ?? 0);
  if (COUNTS.test(before)) return false;
  return ASKING.has(word.toLowerCase()) || (MEASURED.has(word.toLowerCase()) && /\b(?:how|as)\s+$/i.test(before));
}

/** A noun that is counted or asked for, with the words that go on right after it ("vacation" with its "days"). */
function withKeys(text: string, words: readonly Word[], starts: ReadonlyMap<number, number>): Omit<Wanted, "others">[] {
  let last: number | undefined;
  let measured = false;
  return words.map((word) => {
    const before = textBefore(text, starts.get(word.position) ?? 0);
    const goesOn = last !== undefined && word.position === last + 1;
    const verb = !measured && !word.optional && !word.specific && !LASTING.has(word.word.toLowerCase()) && MEASURES.test(before);
    measured ||= verb;
    const key = verb || (!word.optional && (goesOn || COUNTS.test(before) || NAMES.test(before)));
    if (key && !verb) last = word.position;
    return { ...word, key };
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
