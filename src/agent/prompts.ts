import type { Tool } from "../interfaces.ts";
import { DATA_RULE } from "../llm/data-marks.ts";
import { conversationText, type Recalled } from "../llm/history.ts";
import type { Attributes, Evidence, Query } from "../model.ts";
import type { Desk } from "./desk.ts";
import { NOT_FOUND } from "./not-found.ts";
import type { ResolvedOptions } from "./options.ts";
import { parametersOf, signatureOf } from "./parameters.ts";
import { listPassages } from "./passages.ts";

const FIND = `You look for the passages of a document collection that carry the answer to a question, and end by naming them.

Your tools:
{tool_descriptions}`;

const ANSWER = `You answer a question from a document collection, and from nothing else.

Your tools:
{tool_descriptions}`;

const METHOD = `How to work:
- Say first what is still missing, then make the one call that gets it.
- Search with words that the documents would use. When nothing useful comes, reformulate: other terms and synonyms, the parts of a compound word, a broader heading.
- Take a question with several parts apart, and look for each part by itself.
- Read the passages that matter in full, with the conditions and exceptions in them.
- Leave every computation to calculate.
- Do not make the same call twice. End as soon as you have what is asked for, or have looked in every likely place.`;

const TEXT_FORMAT = `Write exactly in this form, one action at a time, and stop after it:
THOUGHT: what is missing and what you do about it
ACTION: {example}
The result comes back as OBSERVATION. Never write an OBSERVATION yourself. {ending}`;

const TEXT_ENDING = {
  find: 'When you are done:\nTHOUGHT: why these passages are enough\nACTION: finish({"evidence": ["2", "5"], "confidence": "high"})',
  answer: "When you are done:\nTHOUGHT: why this is enough\nFINAL ANSWER: the whole answer",
} as const;

const NATIVE_ENDING = {
  find: "End by calling finish.",
  answer: "End by writing the answer, without a call, or by calling finish.",
} as const;

const ANSWER_RULES = `The answer:
- in the language of the question, the result first, then the conditions and exceptions that belong to it;
- after each statement the number of the passage that says it: [2], or [1][3]. Only numbers that were shown to you exist;
- figures, names and defined terms as they are written in the passages;
- if the passages do not carry an answer, write ${NOT_FOUND} and, in a sentence, what you looked for. Never guess.`;

export function systemPrompt(
  goal: "find" | "answer",
  protocol: "native" | "text",
  tools: readonly Tool[],
  options: Pick<ResolvedOptions, "systemPrompt" | "variables">,
  settings: Attributes,
): string {
  const described = tools.map(describe).join("\n");
  const template = options.systemPrompt ?? (goal === "find" ? FIND : ANSWER);
  const variables = new Map(Object.entries({ ...settings, ...options.variables }).map(([name, value]) => [name, textOf(value)]));
  variables.set("tool_descriptions", described);
  const sections = [filled(template, variables)];
  if (!template.includes("{tool_descriptions}")) sections.push(`Your tools:\n${described}`);
  if (options.systemPrompt === undefined) sections.push(METHOD);
  sections.push(protocol === "text" ? textFormat(goal, tools) : NATIVE_ENDING[goal]);
  if (goal === "answer") sections.push(ANSWER_RULES);
  sections.push(DATA_RULE);
  return sections.join("\n\n");
}

/** The question, with what was said before it in the session, and what a first search found. */
export function firstMessage(query: Query, recalled: Recalled, found: readonly Evidence[], desk: Desk): string {
  const sections: string[] = [];
  const earlier = conversationText(recalled);
  if (earlier !== "") sections.push(earlier);
  const extra = Object.entries(query.extra ?? {}).map(([name, value]) => `${name}: ${textOf(value)}`);
  if (extra.length > 0) sections.push(`Said with the question:\n${extra.join("\n")}`);
  sections.push(`Question: ${query.text}`);
  if (found.length > 0) sections.push(`A first search for it found:\n${listPassages(found, desk)}`);
  return sections.join("\n\n");
}

export const NUDGE = {
  text: "Your message had no action that could be read. Write one line ACTION: with one of the tools, or end.",
  native: "Your message had no call. Call one of the tools, or end.",
} as const;

/** Before a nudge, where the message was not whole. */
export const CUT = "Your last message was not whole and counts for nothing: it must be much shorter.";

/** For the one message that is left at the bound, or when the loop ends early. */
export function lastCall(desk: Desk): string {
  const count = desk.evidence.length;
  return `There are no steps left, and no tools. Give the final answer now, from the ${count} passage${count === 1 ? "" : "s"} shown to you, with their numbers; or write ${NOT_FOUND}.`;
}

export const CITE_REQUEST =
  "Your answer names no passage that was shown to you. Give it again with the number of the passage after each statement, such as [1]; " +
  `what no passage says, leave out. If none carries the answer, write ${NOT_FOUND}.`;

export const LOOK_REQUEST =
  "You have not searched yet. Before you give up, search with other words: synonyms, the parts of a compound word, one part of the question at a time.";

function describe(tool: Tool): string {
  const parameters = parametersOf(tool)
    .filter(({ description }) => description !== "")
    .map(({ name, description }) => `    ${name}: ${description}`);
  return [`- ${signatureOf(tool)}: ${tool.description.replaceAll("\n", "\n    ")}`, ...parameters].join("\n");
}

function textFormat(goal: "find" | "answer", tools: readonly Tool[]): string {
  const [first] = tools;
  const example = first === undefined ? "none" : exampleOf(first);
  return filled(
    TEXT_FORMAT,
    new Map([
      ["example", example],
      ["ending", TEXT_ENDING[goal]],
    ]),
  );
}

function exampleOf(tool: Tool): string {
  const [parameter] = parametersOf(tool);
  return parameter === undefined ? `${tool.name}({})` : `${tool.name}({${JSON.stringify(parameter.name)}: "…"})`;
}

/** In one pass, so that a value which holds braces stays as it is; names that mean nothing stay too. */
function filled(template: string, variables: ReadonlyMap<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => variables.get(name) ?? whole);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
