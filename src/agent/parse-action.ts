import { readJsonValues } from "../llm/read-json.ts";

/** A call as a model wrote it. `input` is not read yet: text, or a value that stood in JSON. */
export interface WrittenCall {
  readonly tool: string;
  readonly input: unknown;
}

const NONE = /^[\s*_`"'[(<]*(?:none|no action|nothing|n\/a|-+)\b/i;
/** With what models put before the name: `functions.search_index`, `await search_index(…)`, `Call search_index with …`. */
const CALL =
  /^[\s*_`"'[<]*(?:await\s+)?(?:(?:call|use|run|invoke)\s+(?:the\s+)?[`"']?(?=[A-Za-z]+_))?(?:(?:functions?|tools?|default_api)\.)?([A-Za-z_][\w-]*)[\s*_`"'\]>]*/i;
/** A message that is a call and nothing else, as some models are trained to write one. */
const BARE =
  /^(?:<\|python_tag\|>)?\s*(?:(?:functions?|tools?|default_api)\.)?((?:[a-z]+(?:_[a-z]+)+|finish|respond|calculate)\([\s\S]*\))\s*(?:<\|[\w|]*\|>)?$/;
const TAGGED = /^<function=([\w-]+)>([\s\S]*?)(?:<\/function>|$)/;

/**
 * The call in the text behind ACTION: `search_index("fee")`, `search_index: fee`, `search_index[fee]`, `search_index {"query": "fee"}`,
 * or an object that names tool and arguments. Undefined where there is none, as in "None".
 *
 * @param following - text behind an "Action Input:", where there was one
 */
export function parseAction(text: string, following?: string): WrittenCall | undefined {
  const plain = unfenced(text.trim());
  if (plain === "" || NONE.test(plain)) return undefined;
  if (/^[[{]\s*[{"']/.test(plain)) return callsInJson(plain)[0] ?? byName(plain);
  const name = CALL.exec(plain);
  if (name?.[1] === undefined) return undefined;
  const rest = plain.slice(name[0].length);
  if (following !== undefined && /^(?:\(\s*\))?$/.test(rest.trim())) return { tool: name[1], input: unfenced(following.trim()) };
  return { tool: name[1], input: argumentsIn(rest) };
}

/** The call that a message without any label is, if it is one. */
export function bareCall(message: string): WrittenCall | undefined {
  const plain = unfenced(message.trim());
  const [, name, input] = TAGGED.exec(plain) ?? [];
  if (name !== undefined && input !== undefined) return { tool: name, input: input.trim() };
  const [, call] = BARE.exec(plain) ?? [];
  return call === undefined ? undefined : parseAction(call);
}

/** `{"search_index": {"query": "fee"}}` */
function byName(text: string): WrittenCall | undefined {
  const [value] = readJsonValues(text).values;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || typeof entry[1] !== "object") return undefined;
  return { tool: entry[0], input: entry[1] ?? {} };
}

/** Calls in JSON: `{"tool": …, "arguments": {…}}` or a list of such, with the names that models use for the two. */
export function callsInJson(text: string): WrittenCall[] {
  return readJsonValues(text)
    .values.flat()
    .flatMap((value) => {
      if (typeof value !== "object" || value === null) return [];
      const fields = new Map(Object.entries(value));
      const wrapped = fields.get("function");
      if (typeof wrapped === "object" && wrapped !== null) for (const [key, item] of Object.entries(wrapped)) fields.set(key, item);
      const tool = first(fields, ["tool", "tool_name", "action", "name", "function"]);
      const input = first(fields, ["arguments", "args", "input", "tool_input", "action_input", "parameters", "params"]);
      return typeof tool === "string" && (input !== undefined || fields.size === 1) ? [{ tool, input: input ?? {} }] : [];
    });
}

function first(fields: ReadonlyMap<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) if (fields.has(name)) return fields.get(name);
  return undefined;
}

/** Without brackets around them, and without prose behind the closing one. */
function argumentsIn(rest: string): string {
  const trimmed = rest.trim();
  const opening = trimmed[0] ?? "";
  if (opening === "(" || opening === "[") return inBrackets(trimmed);
  if (opening === "{" || opening === "`") return trimmed;
  // One line: what follows it is prose.
  return trimmed.replace(/^(?:[-=]>|→|[:=]|with\b)\s*/, "").split("\n", 1)[0] ?? "";
}

const CLOSING: { readonly [opening: string]: string } = { "(": ")", "[": "]", "{": "}" };

function inBrackets(text: string): string {
  const open: string[] = [];
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (quote !== "") {
      if (char === "\\") i++;
      else if (char === quote) quote = "";
    } else if (char === '"' || (char === "'" && !/[\p{L}\d]/u.test(text[i - 1] ?? ""))) quote = char;
    else if (char in CLOSING) open.push(CLOSING[char] ?? "");
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return text.slice(1, i);
    }
  }
  // Never closed: the first line of it, without a bracket that a quotation swallowed.
  const line = text.slice(1).split("\n", 1)[0] ?? "";
  return quote === "" ? line : line.replace(/[)\]]\s*$/, "");
}

function unfenced(text: string): string {
  return /^(`{3,})\w*\n([\s\S]*?)\n?\1/.exec(text)?.[2] ?? text;
}
