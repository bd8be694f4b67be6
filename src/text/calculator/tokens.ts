import { fault, shown } from "./fault.ts";

export type Token =
  | { readonly type: "number"; readonly digits: string; readonly exponent: number }
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "sign"; readonly sign: string };

export interface Tokens {
  readonly tokens: readonly Token[];
  /** What was read in a way that the writer may not have meant. */
  readonly notes: readonly string[];
}

const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\d_]*\.\d)/uy;
const GROUPED = /[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,])/y;
const NAME = /[\p{L}_$][\p{L}\p{M}\d_$]*/uy;
const SIGNS = new Map([
  ..."+-*/^%(),".split("").map((sign) => [sign, sign] as const),
  ...[..."−–"].map((sign) => [sign, "-"] as const),
  ...[..."×·⋅∙"].map((sign) => [sign, "*"] as const),
  ...[..."÷∕"].map((sign) => [sign, "/"] as const),
]);
const CURRENCY = /[$€£¥]\s*(?=[\d.])/uy;

/**
 * Numbers, names and signs.
 *
 * A comma separates thousands (`1,234.5`) everywhere but directly inside a function's parentheses, where it separates arguments:
 * `max(1,234)` has two. `1,23`, `1.234,5`, `1 234`, `1_000` and `007` are mistakes, so that no number is read in two ways. A
 * currency sign before a number is skipped, and two kinds of them in one expression are a mistake.
 */
export function readTokens(expression: string): Tokens {
  const tokens: Token[] = [];
  const notes = new Set<string>();
  const currencies = new Set<string>();
  const inFunction: boolean[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(expression)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (at < expression.length) {
    const here = expression[at] ?? "";
    const start = at;
    if (/\s/u.test(here)) at++;
    else if (/\d/.test(here) || (here === "." && /\d/.test(expression[at + 1] ?? ""))) {
      if (tokens.at(-1)?.type === "number") throw fault(twoNumbers(expression, start));
      const written = (inFunction.at(-1) === true ? undefined : take(GROUPED)) ?? take(NUMBER);
      if (written === undefined) throw fault(`${shown(expression.slice(start, start + 20))} begins like a number and is none.`);
      checkEnd(expression, at, start, inFunction.at(-1) === true, notes);
      tokens.push(numberToken(written));
    } else if (SIGNS.has(here)) {
      let sign = SIGNS.get(here) ?? here;
      at++;
      if (sign === "*" && expression[at] === "*") {
        sign = "^";
        at++;
      }
      if (sign === "(") inFunction.push(tokens.at(-1)?.type === "name");
      if (sign === ")") inFunction.pop();
      tokens.push({ type: "sign", sign });
    } else {
      const currency = take(CURRENCY)?.trim();
      const name = currency === undefined ? take(NAME) : undefined;
      if (currency !== undefined) currencies.add(currency);
      else if (name !== undefined) tokens.push({ type: "name", name });
      else throw fault(`${shown(String.fromCodePoint(expression.codePointAt(at) ?? 0))} is not allowed in a calculation.`);
    }
  }
  if (currencies.size > 1) throw fault(`The calculation mixes ${[...currencies].join(" and ")}, and currencies are not converted.`);
  return { tokens, notes: [...notes] };
}

/** A comma, dot or underscore that is left over behind a number means that it was written in a way of its own. */
function checkEnd(expression: string, end: number, start: number, inFunction: boolean, notes: Set<string>): void {
  const next = expression[end] ?? "";
  const rest = /^[\d.,_'’\s]*/u.exec(expression.slice(start))?.[0].trim() ?? "";
  if (next === "." || next === "_" || next === "'" || next === "’") throw fault(`${shown(rest)} is no number: ${HOW}`);
  if (next !== ",") return;
  if (!inFunction) throw fault(`${shown(rest)} is no number: ${HOW}`);
  if (/^,\d{3}(?!\d)/.test(expression.slice(end)) && /(?:^|\D)\d{1,3}$/.test(expression.slice(0, end))) {
    notes.add("Inside a function a comma separates arguments, so write numbers there without thousands separators.");
  }
}

const HOW = "write 1234.5 or 1,234.5, with a dot before decimals and commas between groups of three digits.";

function numberToken(written: string): Token {
  if (/^0\d/.test(written)) throw fault(`${shown(written)} begins with a zero. ${ZERO_HINT}`);
  const [mantissa = "", power = "0"] = written.replaceAll(",", "").toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  return { type: "number", digits: `${whole}${decimals}`, exponent: Number(power) - decimals.length };
}

const ZERO_HINT = "Inside a function a comma separates arguments: write numbers there without thousands separators.";

function twoNumbers(expression: string, at: number): string {
  const around = expression.slice(Math.max(0, at - 10), at + 10).trim();
  return `Two numbers stand side by side at ${shown(around)}: put a sign between them, or write one number without spaces.`;
}
