import { optionInvalid } from "../errors.ts";
import type { Retriever, Tool } from "../interfaces.ts";
import type { Attributes, Query } from "../model.ts";
import type { Schemas } from "../schemas/schema-types.ts";

export type Protocol = "native" | "text" | "auto";
export type TaskType = "lookup" | "multihop";

/** Options of an agent. Those that are JSON may also stand under `plugins.react` in the config, which then wins. */
export interface AgentOptions {
  /**
   * How the model calls tools: by the provider's own tool calls, or by lines of text (THOUGHT, ACTION, FINAL ANSWER). `auto`
   * begins with tool calls, and goes on in text when the provider refuses them or the model does not use them. @default "auto"
   */
  readonly protocol?: Protocol;
  /** What questions are like: `lookup` has few steps and may end early, `multihop` has many. `extra.taskType` of a query wins. @default "multihop" */
  readonly taskType?: TaskType;
  /** Messages that the model may send before it must end, 1 to 100. @default 12; 5 for `lookup` */
  readonly maxSteps?: number;
  /** Passages shown by one search, 1 to 50. @default 5 */
  readonly topK?: number;
  /** Confidence of a search, 0 to 1, from which the loop ends early; false: never. @default 0.9 for `lookup`, false for `multihop` */
  readonly adaptiveExit?: number | false;
  /** Names of the built-in tools that the model has; `finish` always is one. @default all */
  readonly enabledTools?: readonly string[];
  /** Tools of your own. Their names must differ from those of the built-in ones. */
  readonly tools?: readonly Tool[];
  /**
   * Begins the system prompt. `{tool_descriptions}` stands for the tools, `{name}` for a variable. The rules of the protocol and of
   * citing follow it always.
   */
  readonly systemPrompt?: string;
  /** Values for `{name}` in `systemPrompt`. Text, number and truth values of the plugin's settings are variables too. */
  readonly variables?: Attributes;
  /** Earlier exchanges of the session that the model is shown as they were, 0 to 50, the last ones. @default 5 */
  readonly historyTurns?: number;
  /** Have the model sum up what was said before them: one call in `historyTurns` questions of a session. @default false */
  readonly historySummary?: boolean;
  /** Of an answer: have each of its statements checked against the passages that it cites, by the grader. @default true */
  readonly checkAnswer?: boolean;
  /** What is searched, in place of the project's own; the model chooses among several by their descriptions. */
  readonly retrievers?: readonly Retriever[];
}

export interface ResolvedOptions extends Required<Omit<AgentOptions, "retrievers" | "systemPrompt">> {
  readonly systemPrompt: string | undefined;
}

export const BUILT_IN_TOOLS = ["search_index", "read_chunks", "list_sections", "calculate", "finish"] as const;
const STEPS = { lookup: 5, multihop: 12 } as const;
const EXIT = { lookup: 0.9, multihop: false } as const;

/** @throws OPTION_INVALID */
export function resolveAgentOptions(options: AgentOptions, settings: Attributes, query: Pick<Query, "extra">): ResolvedOptions {
  // Checked below, one by one, whoever wrote them.
  const given = { ...options, ...settings, tools: options.tools ?? [] } as AgentOptions;
  const asked = query.extra?.taskType;
  const taskType = asked === "lookup" || asked === "multihop" ? asked : (given.taskType ?? "multihop");
  const { protocol = "auto", enabledTools = BUILT_IN_TOOLS, tools = [], variables = {}, systemPrompt } = given;
  oneOf("protocol", protocol, ["native", "text", "auto"]);
  oneOf("taskType", taskType, ["lookup", "multihop"]);
  const maxSteps = whole("maxSteps", given.maxSteps ?? STEPS[taskType], 1, 100);
  const topK = whole("topK", given.topK ?? 5, 1, 50);
  const historyTurns = whole("historyTurns", given.historyTurns ?? 5, 0, 50);
  const { historySummary = false, checkAnswer = true } = given;
  if (typeof historySummary !== "boolean") throw optionInvalid("historySummary", historySummary, "true or false");
  if (typeof checkAnswer !== "boolean") throw optionInvalid("checkAnswer", checkAnswer, "true or false");
  const adaptiveExit = given.adaptiveExit ?? EXIT[taskType];
  if (adaptiveExit !== false && !(typeof adaptiveExit === "number" && adaptiveExit >= 0 && adaptiveExit <= 1))
    throw optionInvalid("adaptiveExit", adaptiveExit, "0 to 1, or false");
  if (!Array.isArray(enabledTools)) throw optionInvalid("enabledTools", enabledTools, "a list of names of tools");
  for (const name of enabledTools) {
    // A schema may name the user's own tools beside ours.
    if (!tools.some((tool) => tool.name === name)) oneOf("enabledTools", name, BUILT_IN_TOOLS);
  }
  if (systemPrompt !== undefined && typeof systemPrompt !== "string") throw optionInvalid("systemPrompt", systemPrompt, "a text");
  checkTools(tools);
  return {
    protocol,
    taskType,
    maxSteps,
    topK,
    adaptiveExit,
    enabledTools,
    tools,
    systemPrompt,
    variables,
    historyTurns,
    historySummary,
    checkAnswer,
  };
}

/**
 * A plugin's options over what the project's search schema says of the agent, when it has one. The schema's template is
 * written for looking, not for answering.
 */
export function withSchema(
  goal: "find" | "answer",
  options: AgentOptions,
  { search, files }: Pick<Schemas, "search" | "files">,
): AgentOptions {
  if (files.search === undefined) return options;
  return {
    enabledTools: search.enabled_tools,
    maxSteps: search.max_steps,
    topK: search.top_k,
    ...(goal === "find" ? { systemPrompt: search.system_prompt_template } : {}),
    ...options,
  };
}

function checkTools(tools: readonly Tool[]): void {
  const names = new Set<string>([...BUILT_IN_TOOLS, "respond"]);
  for (const { name } of tools) {
    if (!/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name)) {
      throw optionInvalid("The name of a tool", name, "1 to 64 letters, digits, _ and -, beginning with a letter");
    }
    if (names.has(name)) throw optionInvalid("The name of a tool", name, "one that no other tool has");
    names.add(name);
  }
}

function oneOf(option: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) throw optionInvalid(option, value, `one of: ${allowed.join(", ")}`);
}

function whole(option: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw optionInvalid(option, value, `a whole number from ${least} to ${most}`);
  return value;
}
