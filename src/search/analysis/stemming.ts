import { stemmersMissing } from "../search-errors.ts";
import { foldWord } from "./characters.ts";
import { stemEnglish } from "./english-stemmer.ts";

/** Takes a folded word to the form under which the index keeps it. */
export type Stemmer = (word: string) => string;

/** Languages whose words are stemmed, by primary subtag, and the name of their Snowball algorithm. */
const SNOWBALL: { readonly [language: string]: string } = {
  ar: "arabic",
  ca: "catalan",
  cs: "czech",
  da: "danish",
  de: "german",
  es: "spanish",
  eu: "basque",
  fi: "finnish",
  fr: "french",
  ga: "irish",
  hu: "hungarian",
  hy: "armenian",
  it: "italian",
  nl: "dutch",
  no: "norwegian",
  nb: "norwegian",
  nn: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sl: "slovene",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
};

/**
 * Endings that the programs know with accents only, which folding has taken off, and what they are: French concernée, Spanish información,
 * Portuguese informação. They leave the Portuguese plural in -ões, which has one form of the singular, to those of two syllables.
 */
const ACCENTED: { readonly [language: string]: string } = { es: "ion ión", fr: "ee ée ees ées", pt: "cao ção coes ção ao ão oes ão" };

/** What the end of a stem is without an ending behind it, which the programs leave as it was before that: Dutch huiz-en is huis, briev-en brief. */
const ALONE: { readonly [language: string]: string } = { nl: "z s v f" };

const stemmers = new Map<string, Stemmer>();

/**
 * The stemmer of a language, by primary subtag: English by our own Porter 2, so that nothing is loaded for it; the others by the Snowball programs of the
 * `snowball-stemmers` package (about 15 ms of CPU, paid when the first is asked for). A language without one keeps its words.
 */
export function stemmerOf(language: string): Stemmer {
  if (language === "en") return stemEnglish;
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    stemmer = Object.hasOwn(SNOWBALL, language) ? loadSnowball(language) : keepWord;
    if (OTHER_SCRIPTS.has(language)) stemmer = stemLatinAsEnglish(stemmer);
    stemmers.set(language, stemmer);
  }
  return stemmer;
}

// A Latin word in a text of another script is a name or an English term.
const OTHER_SCRIPTS: ReadonlySet<string> = new Set("ar el fa he hi hy ja km ko lo my ru ta th uk und zh".split(" "));

function stemLatinAsEnglish(stem: Stemmer): Stemmer {
  return (word) => (word.charCodeAt(0) < 128 ? stemEnglish(word) : stem(word));
}

interface SnowballPackage {
  newStemmer(algorithm: string): { stem(word: string): string };
}

function loadSnowball(language: string): Stemmer {
  // A synchronous load, because a query is answered synchronously; the package is CommonJS in any case.
  const { createRequire } = process.getBuiltinModule("node:module");
  let snowball: SnowballPackage;
  try {
    snowball = createRequire(import.meta.url)("snowball-stemmers");
  } catch (cause) {
    throw stemmersMissing(language, cause);
  }
  const stemmer = snowball.newStemmer(SNOWBALL[language] as string);
  const accented = ACCENTED[language]?.split(" ") ?? [];
  const alone = ALONE[language]?.split(" ") ?? [];
  return remembering((word) => {
    if (/^\d/.test(word)) return word;
    const whole = withEnding(word, accented);
    const stem = withEnding(stemmer.stem(whole), alone) || word;
    return whole === word ? stem : foldWord(stem);
  });
}

/** A word with the first that it has of some endings, each followed by what it becomes, in its other form. */
function withEnding(word: string, endings: readonly string[]): string {
  for (let k = 0; k < endings.length; k += 2) {
    const ending = endings[k] as string;
    if (word.endsWith(ending)) return word.slice(0, -ending.length) + (endings[k + 1] as string);
  }
  return word;
}

/** Words of one language whose stems are remembered, about 2 MB: answers read dozens of chunks for one question, and the same words in them. */
const REMEMBERED = 20_000;

function remembering(stem: Stemmer): Stemmer {
  const known = new Map<string, string>();
  return (word) => {
    let stemmed = known.get(word);
    if (stemmed === undefined) {
      stemmed = stem(word);
      if (known.size >= REMEMBERED) known.clear();
      known.set(word, stemmed);
    }
    return stemmed;
  };
}

function keepWord(word: string): string {
  return word;
}
