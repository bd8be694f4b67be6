/**
 * The Porter 2 ("English") stemmer of the Snowball project, on folded words (a to z and digits, no apostrophes).
 *
 * Algorithm: M. F. Porter, "The English (Porter2) stemming algorithm", snowballstem.org/algorithms/english/stemmer.html (2002,
 * version without the later additions); the step names are that page's.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2 || !hasOnlyLetters(word)) return word;
  const special = EXCEPTIONS.get(word);
  if (special !== undefined) return special;
  // Said again below for what step 1a leaves of a word. Here it saves the first use of many expressions, each of which has to be compiled.
  if (UNCHANGED_AFTER_1A.has(word)) return word;
  if (word.endsWith("s") && UNCHANGED_AFTER_1A.has(word.slice(0, -1))) return word.slice(0, -1);
  // A y that is a consonant is written Y until the end.
  let stem = word.includes("y") ? word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y") : word;
  const r1 = regionStart(stem);
  const r2 = nextRegion(stem, r1);
  stem = step1a(stem);
  if (UNCHANGED_AFTER_1A.has(stem)) return stem;
  stem = step1b(stem, r1);
  stem = step1c(stem);
  stem = replaceSuffix(stem, STEP_2, r1, step2Allows);
  stem = step3(stem, r1, r2);
  stem = step4(stem, r2);
  return step5(stem, r1, r2).toLowerCase();
}

// Endings are compared and letters looked at one by one: a new process that asks one question would compile each regular expression for it.

function hasOnlyLetters(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ["sky", "sky"],
  ["news", "news"],
  ["howe", "howe"],
  ["atlas", "atlas"],
  ["cosmos", "cosmos"],
  ["bias", "bias"],
  ["andes", "andes"],
]);

const UNCHANGED_AFTER_1A: ReadonlySet<string> = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

// Longest suffix first: the first that fits is the one that counts, whether or not its condition lets it act.
const STEP_2: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const STEP_4: readonly string[] = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "ion",
  "al",
  "er",
  "ic",
]; // prettier-ignore

/** The suffixes of steps 2 to 4 in the order in which they are tried, each with what replaces it. */
export function englishSuffixes(): readonly (readonly (readonly [string, string])[])[] {
  return [STEP_2, STEP_3, STEP_4.map((suffix) => [suffix, ""])];
}

/** The words that do not go through all steps, with the plurals that lead to them. */
export function englishExceptions(): string[] {
  return [...EXCEPTIONS.keys(), ...[...UNCHANGED_AFTER_1A].flatMap((word) => [word, `${word}s`])];
}

/** R1: behind the first consonant that follows a vowel; three beginnings have it fixed. */
function regionStart(word: string): number {
  for (const start of FIXED_STARTS) if (word.startsWith(start)) return start.length;
  return nextRegion(word, 0);
}

const FIXED_STARTS: readonly string[] = ["gener", "commun", "arsen"];

function nextRegion(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (!isVowel(word, i) && isVowel(word, i - 1)) return i + 1;
  }
  return word.length;
}

function isVowel(word: string, at: number): boolean {
  return "aeiouy".includes(word[at] as string);
}

function hasVowel(part: string): boolean {
  for (let i = 0; i < part.length; i++) if (isVowel(part, i)) return true;
  return false;
}

/** A vowel between two consonants at the end, the last not w, x or Y; or a vowel first and a consonant second of two letters. */
function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  if (last < 1 || isVowel(word, last) || !isVowel(word, last - 1)) return false;
  return last === 1 || (!isVowel(word, last - 2) && !"wxY".includes(word[last] as string));
}

function isShort(word: string, r1: number): boolean {
  return r1 >= word.length && endsInShortSyllable(word);
}

function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith("us") || word.endsWith("ss")) return word;
  if (word.endsWith("s") && hasVowel(word.slice(0, -2))) return word.slice(0, -1);
  return word;
}

const EED: readonly string[] = ["eedly", "eed"];
const ED_AND_ING: readonly string[] = ["ingly", "edly", "ing", "ed"];

function step1b(word: string, r1: number): string {
  for (const suffix of EED) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= r1 ? `${word.slice(0, -suffix.length)}ee` : word;
  }
  for (const suffix of ED_AND_ING) if (word.endsWith(suffix)) return withoutPast(word, word.slice(0, -suffix.length), r1);
  return word;
}

/** @param stem - the word without the suffix */
function withoutPast(word: string, stem: string, r1: number): string {
  if (!hasVowel(stem)) return word;
  if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) return `${stem}e`;
  const last = stem[stem.length - 1] as string;
  if (last === stem[stem.length - 2] && "bdfgmnprt".includes(last)) return stem.slice(0, -1);
  return isShort(stem, r1) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  const last = word.length - 1;
  return last > 1 && (word[last] === "y" || word[last] === "Y") && !isVowel(word, last - 1) ? `${word.slice(0, -1)}i` : word;
}

function replaceSuffix(
  word: string,
  suffixes: readonly (readonly [string, string])[],
  region: number,
  allows: (word: string, suffix: string) => boolean,
): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const at = word.length - suffix.length;
    return at >= region && allows(word, suffix) ? word.slice(0, at) + replacement : word;
  }
  return word;
}

function step2Allows(word: string, suffix: string): boolean {
  if (suffix === "ogi") return word.endsWith("logi");
  return suffix !== "li" || (word.length > 2 && "cdeghkmnrt".includes(word[word.length - 3] as string));
}

function step3(word: string, r1: number, r2: number): string {
  return replaceSuffix(word, STEP_3, r1, (whole, suffix) => suffix !== "ative" || whole.length - suffix.length >= r2);
}

function step4(word: string, r2: number): string {
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue;
    const at = word.length - suffix.length;
    return at >= r2 && (suffix !== "ion" || word.endsWith("sion") || word.endsWith("tion")) ? word.slice(0, at) : word;
  }
  return word;
}

function step5(word: string, r1: number, r2: number): string {
  const at = word.length - 1;
  if (word.endsWith("e")) return at >= r2 || (at >= r1 && !endsInShortSyllable(word.slice(0, at))) ? word.slice(0, at) : word;
  return word.endsWith("ll") && at >= r2 ? word.slice(0, at) : word;
}
