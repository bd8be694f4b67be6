import type { Comparison } from "./compare-numbers.ts";

/** Whole words, folded. Those that begin many sentences that decide nothing ("si", "no evidence …") are read with care below. */
const YES: ReadonlySet<string> = new Set("yes yeah true correct ja oui sí sim sì igen tak да はい 是 是的 ใช่ evet kyllä".split(" "));
const NO: ReadonlySet<string> = new Set("no false incorrect nein nee non não nie нет いいえ 否 不是 ไม่ hayır ei".split(" "));
const LEADS_ON = /^\s+(?:it|they|he|she|we|you|the|there|this|that|these|those|because|since)\b/i;

/** The decision that a text begins with; undefined for a text that decides nothing. */
export function decisionOf(text: string): { readonly yes: boolean; readonly alone: boolean } | undefined {
  const plain = text
    .normalize("NFC")
    .replace(/[*_`#>"“”„'‘’()]/g, "")
    .replace(/^\s*(?:(?:final\s+)?answer|antwort|réponse|respuesta)\s*:\s*/i, "")
    .trim();
  const [word = ""] = /^[\p{L}\p{M}]+/u.exec(plain) ?? [];
  const folded = word.toLowerCase();
  const yes = YES.has(folded);
  if (!yes && !NO.has(folded)) return undefined;
  const rest = plain.slice(word.length);
  const alone = /^[\s.!。]*$/.test(rest);
  // "No evidence is given" and "No. 5 says" are no decisions; "No, …" and "No it does not" are.
  if (!yes && !alone && (/^\.\s*\d/.test(rest) || !(/^\s*[.,;:!—–\-\n。、]/.test(rest) || LEADS_ON.test(rest)))) return undefined;
  return { yes, alone };
}

/** @returns undefined when what is expected is no yes or no */
export function compareYesNo(expected: string | boolean, answer: string): Comparison | undefined {
  const wanted = typeof expected === "boolean" ? { yes: expected, alone: true } : decisionOf(expected);
  if (wanted === undefined) return undefined;
  const given = decisionOf(answer);
  const word = (yes: boolean) => (yes ? "yes" : "no");
  if (given === undefined)
    return { right: null, sure: false, reason: `expected ${word(wanted.yes)}, and the answer does not begin with yes or no` };
  const right = given.yes === wanted.yes;
  // A wrong decision stays wrong, whatever is said for it; a right one may still lack what was expected beside it.
  const sure = wanted.alone || !right;
  return {
    right,
    sure,
    reason: right ? `both say ${word(wanted.yes)}` : `expected ${word(wanted.yes)}, and the answer says ${word(given.yes)}`,
  };
}
