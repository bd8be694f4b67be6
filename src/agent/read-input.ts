import { messageOf } from "../errors.ts";
import type { Tool } from "../interfaces.ts";
import { readJson } from "../llm/read-json.ts";
import { type Parameter, parametersOf } from "./parameters.ts";

export type ReadInput = { readonly input: { readonly [key: string]: unknown } } | { readonly fault: string };

/**
 * The arguments of a call, as a provider or a line of text gave them: an object, or text that holds one. Values are brought to
 * the type that the tool wants where nothing is lost by it: `"5"` for a number, `3` for a list of texts.
 */
export function readInput(given: unknown, tool: Tool): ReadInput {
  const parameters = parametersOf(tool);
  const value = typeof given === "string" ? fromText(given, parameters) : { value: given ?? {} };
  if ("fault" in value) return { fault: `The arguments cannot be read: ${value.fault}. ${wanted(tool, parameters)}` };
  if (typeof value.value !== "object" || value.value === null || Array.isArray(value.value)) {
    return { fault: `The arguments are no object. ${wanted(tool, parameters)}` };
  }
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return { input: Object.fromEntries(Object.entries(value.value).map(([name, item]) => [name, broughtTo(known.get(name), item)])) };
}

/** What a schema says is wrong, field by field. */
export function faultOf(error: unknown, tool: Tool): string {
  const { issues } = error as { readonly issues?: unknown };
  const faults = Array.isArray(issues) ? issues.map(issueText) : [messageOf(error)];
  return `${faults.join(" ")} ${wanted(tool, parametersOf(tool))}`;
}

function issueText(issue: unknown): string {
  const { path, message } = issue as { readonly path?: readonly PropertyKey[]; readonly message?: string };
  const field = path === undefined || path.length === 0 ? "" : `"${path.map(String).join(".")}": `;
  return `${field}${message ?? "not as wanted"}.`;
}

function wanted(tool: Tool, parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, type, required }) => `"${name}" (${type}${required ? "" : ", optional"})`);
  return fields.length === 0 ? `${tool.name} takes an object of its parameters.` : `${tool.name} takes ${fields.join(", ")}.`;
}

function fromText(text: string, parameters: readonly Parameter[]): { readonly value: unknown } | { readonly fault: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { value: {} };
  const named = namedArguments(trimmed, parameters);
  if (named !== undefined) return { value: named };
  if (/^(?:```|["'“]?\s*\{)/.test(trimmed)) {
    try {
      const value = readJson(trimmed);
      if (typeof value === "object") return { value };
    } catch (error) {
      if (!/^["'“]/.test(trimmed)) return { fault: messageOf(error) };
    }
  }
  const positional = splitArguments(trimmed);
  const pairs = parameters.slice(0, positional.length).map(({ name }, i) => [name, positional[i]]);
  if (parameters.length === 1 && positional.length > 1)
    return { value: { [parameters[0]?.name ?? ""]: allOf(trimmed, positional, parameters[0]) } };
  return pairs.length === 0 ? { fault: "the tool has no parameter that a bare value could be for" } : { value: Object.fromEntries(pairs) };
}

/** `calculate(1, 2)` is one expression with a comma; `read_chunks(1, 2)` a list. */
function allOf(whole: string, parts: readonly unknown[], parameter: Parameter | undefined): unknown {
  return parameter?.type === "list" ? parts.flat() : whole;
}

/** `query="fee", top_k=3`, also with colons. Only names of parameters count, so that `x = 1` stays a text. */
function namedArguments(text: string, parameters: readonly Parameter[]): { [name: string]: unknown } | undefined {
  const parts = splitRaw(text).map((part) => /^["']?([A-Za-z_]\w*)["']?\s*[=:]\s*([\s\S]+)$/.exec(part.trim()));
  const entries: [string, unknown][] = [];
  for (const match of parts) {
    const [, name, value = ""] = match ?? [];
    if (name === undefined || !parameters.some((parameter) => parameter.name === name)) return undefined;
    entries.push([name, bare(value)]);
  }
  return Object.fromEntries(entries);
}

function splitArguments(text: string): unknown[] {
  return splitRaw(text).map(bare);
}

/** At commas outside of quotes and brackets. */
function splitRaw(text: string): string[] {
  const parts: string[] = [];
  let quote = "";
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (quote !== "") {
      if (char === "\\") i++;
      else if (char === quote) quote = "";
    } else if (char === '"' || (char === "'" && !/\w/.test(text[i - 1] ?? ""))) quote = char;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    else if (char === "," && depth <= 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)].filter((part) => part.trim() !== "");
}

function bare(written: string): unknown {
  const text = written.trim();
  if (/^[[{]/.test(text)) {
    try {
      return readJson(text);
    } catch {
      return text;
    }
  }
  const [, quote = "", inside] = /^(["'`“])([\s\S]*?)(?:["'`”])?$/.exec(text) ?? [];
  if (quote === "" || inside === undefined) return text;
  return inside.replace(/\\(["'`\\])/g, "$1");
}

function broughtTo(parameter: Parameter | undefined, value: unknown): unknown {
  if (parameter?.type !== "list") return brought(value, parameter?.type);
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(",").map((part) => part.trim()) : [value];
  return list.map((item) => brought(item, parameter.items));
}

function brought(value: unknown, type: string | undefined): unknown {
  if ((type === "number" || type === "integer") && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) {
    return Number(value);
  }
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
