import type { Token } from "../../search/analysis/analyze.ts";
import { stemEnglish } from "../../search/analysis/english-stemmer.ts";

/** English forms that no stemmer takes back to their verb. Those that are words of their own as well ("left", "found") are not listed. */
const IRREGULAR = new Map(
  `take:took,taken pay:paid send:sent keep:kept tell:told buy:bought get:got,gotten make:made give:gave,given hold:held lose:lost
  write:wrote,written speak:spoke,spoken break:broke,broken choose:chose,chosen hide:hid,hidden steal:stole,stolen sell:sold build:built
  mean:meant spend:spent teach:taught bring:brought begin:began,begun drink:drank,drunk drive:drove,driven eat:ate,eaten fly:flew,flown
  forget:forgot,forgotten know:knew,known run:ran show:shown swear:swore,sworn throw:threw,thrown win:won wear:wore,worn fall:fell,fallen
  withdraw:withdrew,withdrawn withhold:withheld understand:understood grow:grew,grown forbid:forbade,forbidden arise:arose,arisen
  old:older,oldest big:bigger,biggest large:larger,largest high:higher,highest low:lower,lowest long:longer,longest short:shorter,shortest`
    .split(/\s+/)
    .flatMap((entry) => {
      const [base = "", forms = ""] = entry.split(":");
      return forms.split(",").map((form): [string, string] => [stemEnglish(form), stemEnglish(base)]);
    }),
);
const NUMBERS = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, i): [string, string] => [word, String(i)]),
);

/** An English term as that of its verb ("taken" as "take"), and a number word as digits; another as it is. */
export function baseForm(term: string): string {
  return IRREGULAR.get(term) ?? NUMBERS.get(term) ?? term;
}

/** What the index keeps besides the words themselves ("email" for "e-mail", "12(3)" for its numbers) left out. */
export function wordsOf(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => !tokens.some((other) => isWithin(other, token)));
}

export function isWithin(inner: Pick<Token, "start" | "end">, outer: Pick<Token, "start" | "end">): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}

/** Endings by which English makes one word of another, as stems have them. */
const ENDINGS = new Set(
  "al ial an ian anc enc ant ent ation ition ion atur abl ibl ment er or iv ativ iti ness ful less ee age".split(" "),
);
/** Last letters that change in a stem when "-ion" follows: divide and division, convert and conversion, permit and permission. */
const CHANGES = new Set(["d s", "t s", "t ss", "d ss", "b pt", "v pt"]);
const SHORTEST = 4;

/** Whether one English term is made of the other: "sign" and "signatur", "divid" and "divis". */
export function areKin(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST || short === long) return false;
  let common = 0;
  while (common < short.length && short.charCodeAt(common) === long.charCodeAt(common)) common++;
  const rest = long.slice(common);
  // "produce" and "production" are "produc" and "product".
  if (common === short.length) return ENDINGS.has(rest) || (rest === "t" && short.endsWith("c"));
  const [restA, restB] = [short.slice(common), long.slice(common)];
  return common >= SHORTEST - 1 && (CHANGES.has(`${restA} ${restB}`) || CHANGES.has(`${restB} ${restA}`));
}

const UNSPACED = new Set(["zh", "ja", "ko", "th", "lo", "km", "my"]);

/** Languages without spaces are searched by pairs of characters: a pair across two words is missing from many a good answer. */
export function isSpaced(language: string): boolean {
  return !UNSPACED.has(language);
}
