import { type JsonObject, objectsIn, spoken } from "./reply.ts";

/** What a reply comes to. "unclear" is its own value: never a yes, never a no. */
export type Verdict = "accepted" | "rejected" | "unclear";

/** Words that a verdict may be given in. Case, emphasis, quotation marks and full stops do not count. */
export interface VerdictWords {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

const LABEL =
  /^(?:the\s+)?(?:final\s+)?(answer|verdict|grade|grading|result|relevance|relevant|supported|grounded|decision|rating|judge?ment)\s*(?:is\s*[:=]?|[:=]|-)\s*/;
/** "The statement is supported." */
const SUBJECT = /^(?:(?:the|this)\s+(?:statement|claim|sentence|passage|text|chunk|source|document)|it)\s+is\s+/;
/** What takes back a part of an assent. */
const QUALIFIED = /^[\s,;:–—-]*(?:but|except|however|although|though|only (?:partly|partially|in part)|partly|partially|in part)\b/;
const KEYS = ["verdict", "relevant", "relevance", "supported", "grounded", "grade", "answer", "result", "decision"];

/** Keys of which 1 and 0 are a yes and a no, and no grade on a scale. */
const BINARY_KEYS = ["relevant", "supported", "grounded"];

/**
 * Reads one verdict: a word at the beginning ("Yes, it states the fee."), after a label ("Answer: relevant"), in JSON
 * (`{"relevant": true}`), or alone on the last line. Prose around it decides nothing: it is "unclear", and
 * so is a yes with reservations ("Yes, but …"), and a reply that ends with the contrary of its beginning.
 */
export function readVerdict(reply: string, words: VerdictWords): Verdict {
  const text = spoken(reply);
  const [object] = objectsIn(text);
  if (object !== undefined) return ofObject(object, words);
  const lines = text
    .split("\n")
    .map(fold)
    .filter((line) => line !== "");
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return "unclear";
  const begun = ofLine(first, words);
  if (lines.length === 1) return begun;
  // "not" may stand on a line of its own.
  const ended = !isShort(last) || /\bnot$/.test(lines.at(-2) ?? "") ? "unclear" : ofLine(last, words);
  if (begun !== "unclear") return ended === "unclear" || ended === begun ? begun : "unclear";
  return ended;
}

function ofObject(value: JsonObject, words: VerdictWords): Verdict {
  const keys = Object.keys(value);
  const key = KEYS.find((name) => name in value) ?? (keys.length === 1 ? keys[0] : undefined);
  const found = key === undefined ? undefined : value[key];
  if (key !== undefined && BINARY_KEYS.includes(key) && (found === 1 || found === 0)) return found === 1 ? "accepted" : "rejected";
  if (typeof found === "boolean") return found ? "accepted" : "rejected";
  return typeof found === "string" ? ofLine(fold(found), words) : "unclear";
}

function ofLine(line: string, words: VerdictWords): Verdict {
  const label = LABEL.exec(line);
  if (label === null) return ofStart(line, words);
  // "Relevant: yes" is labelled; "Relevant: it states the fee" is the verdict itself.
  const labelled = ofStart(line.slice(label[0].length), words);
  return labelled === "unclear" && (label[1] === "relevant" || label[1] === "supported" || label[1] === "grounded")
    ? ofStart(label[1], words)
    : labelled;
}

function ofStart(whole: string, { accepted, rejected }: VerdictWords): Verdict {
  const line = whole.replace(SUBJECT, "");
  const yes = longestAt(line, accepted);
  const no = Math.max(
    longestAt(line, rejected),
    longestAt(
      line,
      [...accepted].map((word) => `not ${word}`),
    ),
  );
  if (yes === no) return "unclear";
  const [length, others] = yes > no ? [yes, rejected] : [no, accepted];
  // "yes/no", "relevant or irrelevant": the question repeated, not answered.
  const other = /^\s*(?:[/|]|,?\s*(?:and|or)\b)\s*/.exec(line.slice(length));
  if (other !== null && longestAt(line.slice(length + other[0].length), others) > 0) return "unclear";
  const rest = line.slice(length);
  if (yes > no && QUALIFIED.test(rest)) return "unclear";
  // "Supported? No.", "Yes. No."
  const end = /(?:^|[\s.,;:!?–—-])([^.,;:!?–—-]+)$/.exec(rest)?.[1]?.trim() ?? "";
  if (/^(?:not)?$/.test(end) ? end !== "" : longestAt(end, others) === end.length) return "unclear";
  return yes > no ? "accepted" : "rejected";
}

/** Length of the longest of these words that a line begins with, whole; 0 for none. */
function longestAt(line: string, words: readonly string[]): number {
  let longest = 0;
  for (const word of words.map(fold)) {
    if (word.length > longest && line.startsWith(word) && !/^[\p{L}\p{N}\p{M}_-]/u.test(line.slice(word.length))) longest = word.length;
  }
  return longest;
}

function fold(line: string): string {
  return line
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])[_-](?=[\p{L}\p{N}])/gu, " ")
    .replace(/[*_`"'“”„«»‘’[\](){}<>#]/g, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s.:-]+|[\s.!。]+$/g, "");
}

function isShort(line: string): boolean {
  return line.split(/\s+/).length <= 4;
}
