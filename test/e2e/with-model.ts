import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { providerNames, providerOf } from "../../src/llm/providers.ts";
import { type ScriptedProvider, type SeenMessage, type SeenRequest, type Step, scriptedProvider } from "../helpers/scripted-provider.ts";
import { contents, type Ended, makeProject, rightRag } from "./command.ts";

/** Nothing of the machine that runs the tests reaches the command: undefined members are not handed on. */
export const noModel: NodeJS.ProcessEnv = Object.fromEntries(
  ["LLM_PROVIDER", "LLM_BASE_URL", "LLM_MODEL", "LLM_API_KEY", ...providerNames.map((name) => providerOf(name).keyVariable ?? "")]
    .filter((name) => name !== "")
    .map((name) => [name, undefined]),
);

export const at = (server: Pick<ScriptedProvider, "url">): NodeJS.ProcessEnv => ({
  ...noModel,
  LLM_BASE_URL: server.url,
  LLM_MODEL: "scripted",
});

export interface ModelProject {
  readonly documents: { readonly [path: string]: string };
  /** Files of the template to switch on, without `_` and suffix. */
  readonly on: readonly string[];
  readonly config?: object;
}

/** An indexed project whose switched-off files were renamed as its README says. */
export async function projectWith({ documents, on, config }: ModelProject): Promise<string> {
  const project = await makeProject(documents);
  for (const file of on) {
    const [folder = "", name = ""] = file.split("/");
    renameSync(join(project, "spec", folder, `_${name}.ts`), join(project, "spec", folder, `${name}.ts`));
  }
  if (config !== undefined) configure(project, config);
  const { status, stderr } = await rightRag(["index", "--project", project], { env: noModel });
  if (status !== 0) throw new Error(stderr);
  return project;
}

export function configure(project: string, config: object): void {
  writeFileSync(join(project, "right-rag.config.ts"), `export default ${JSON.stringify(config)};\n`);
}

export interface Asked extends Ended {
  readonly requests: readonly SeenRequest[];
}

type Script = Parameters<typeof scriptedProvider>[0];

/** One question to the installed command, with a model that says what a script says. */
export async function ask(project: string, question: string, script: Script, ...args: string[]): Promise<Asked> {
  const server = await scriptedProvider(script);
  try {
    const ended = await rightRag(["query", question, "--project", project, ...args], { env: at(server) });
    return { ...ended, requests: server.requests };
  } finally {
    await server.close();
  }
}

export interface AnswerJson {
  readonly text: string;
  readonly grounded: boolean;
  readonly abstained: boolean;
  readonly confidence: number;
  readonly counts: { readonly [name: string]: number };
  readonly citations: readonly { readonly source: string; readonly quote: string }[];
  readonly usage: { readonly calls: number } & { readonly [name: string]: number | null };
}

export async function askForJson(
  project: string,
  question: string,
  script: Script,
  ...args: string[]
): Promise<Asked & { readonly answer: AnswerJson }> {
  const asked = await ask(project, question, script, "--json", ...args);
  return { ...asked, answer: JSON.parse(asked.stdout) };
}

/** What the grounded generator asks for, by how its prompts begin. */
const PURPOSES = {
  grade: "You decide whether one source",
  check: "You compare one statement",
  rewrite: "You prepare a question",
  polish: "You edit an answer",
} as const;
export type Purpose = keyof typeof PURPOSES | "write";

export function purposeOf({ body }: SeenRequest): Purpose {
  const system = textOf(body.messages[0]);
  const found = Object.entries(PURPOSES).find(([, begin]) => system.startsWith(begin));
  return found === undefined ? "write" : (found[0] as Purpose);
}

/** Replies by what is asked for; of each kind the last repeats. Gradings run side by side, so order alone would not tell them apart. */
export function byPurpose(replies: { readonly [purpose in Purpose]?: readonly (string | Step | ((prompt: string) => string))[] }): Script {
  const taken = new Map<Purpose, number>();
  return [
    (request) => {
      const purpose = purposeOf(request);
      const n = taken.get(purpose) ?? 0;
      taken.set(purpose, n + 1);
      const given = replies[purpose] ?? [];
      const reply = given[Math.min(n, given.length - 1)];
      if (reply === undefined) return { content: `no ${purpose} is scripted` };
      if (typeof reply === "function") return { content: reply(textOf(request.body.messages.at(-1))) };
      return typeof reply === "string" ? { content: reply } : reply;
    },
  ];
}

export function countOf(requests: readonly SeenRequest[], purpose: Purpose): number {
  return requests.filter((request) => purposeOf(request) === purpose).length;
}

export function textOf(message: SeenMessage | undefined): string {
  return message?.content ?? "";
}

/** All that the models were told in one request. */
export function promptOf({ body }: SeenRequest): string {
  return body.messages.map(textOf).join("\n\n");
}

/** The last record of the project's traces. */
export function lastTrace(project: string): { readonly [field: string]: unknown } {
  const files = [...contents(join(project, "output/traces")).keys()].sort();
  const lines = readFileSync(join(project, "output/traces", files.at(-1) ?? ""), "utf8")
    .trim()
    .split("\n");
  return JSON.parse(lines.at(-1) ?? "");
}
