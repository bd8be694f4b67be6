import * as z from "zod";
import { citationText } from "../citations.ts";
import { count } from "../count.ts";
import type { Artifacts, Section, Tool } from "../interfaces.ts";
import { asData } from "../llm/data-marks.ts";
import type { Evidence, Retrieval } from "../model.ts";
import { CALCULATOR_HELP, calculate } from "../text/calculator/calculate.ts";
import type { Desk } from "./desk.ts";
import { listPassages, readPassage } from "./passages.ts";
import type { Scope } from "./scope.ts";
import type { SearchSource } from "./search-sources.ts";

const MOST_PASSAGES_READ = 6;
const MOST_SECTIONS = 150;
/** Sections looked at, whether shown or not: of a large collection only so much is read for one list. */
const MOST_SECTIONS_SEEN = 20_000;

export interface ToolKit {
  readonly desk: Desk;
  readonly scope: Scope;
  readonly artifacts: Artifacts;
  readonly sources: readonly SearchSource[];
  readonly topK: number;
  readonly enabled: readonly string[];
  /** Told of every search, with what was found. */
  readonly onSearch: (retrieval: Retrieval) => void;
}

/** The tools that look at documents, and the calculator; `finish` belongs to the loop. */
export function builtInTools(kit: ToolKit): Tool[] {
  const [first] = kit.sources;
  const searches = kit.sources.length < 2 ? [] : kit.sources.map((source) => searchTool(`search_${toolName(source.name)}`, source, kit));
  const tools = [
    ...(first === undefined ? [] : [searchTool("search_index", first, kit)]),
    readTool(kit),
    ...(kit.artifacts.has("list-sections") ? [sectionsTool(kit)] : []),
    calculateTool(kit),
  ].filter(({ name }) => kit.enabled.includes(name));
  // Several ways to search stand or fall with search_index, which is the first of them.
  return kit.enabled.includes("search_index") && searches.length > 0
    ? [...searches, ...tools.filter(({ name }) => name !== "search_index")]
    : tools;
}

/** A retriever's name as providers allow it in that of a tool. */
function toolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 50);
}

export async function search(source: SearchSource, query: string, topK: number, kit: ToolKit): Promise<string> {
  const retrieval = await source.search(kit.scope.narrowed(query, topK));
  kit.desk.noteSearch(retrieval);
  kit.onSearch(retrieval);
  if (retrieval.evidence.length === 0) {
    return "Nothing was found. Try other words: synonyms, the parts of a compound word, a broader term, one part of the question at a time.";
  }
  return `${count(retrieval.evidence.length, "passage")}:\n${listPassages(retrieval.evidence, kit.desk)}`;
}

function searchTool(name: string, source: SearchSource, kit: ToolKit): Tool {
  const parameters = z.object({
    query: z.string().trim().min(1, "must not be empty").describe("words that the passage would use"),
    top_k: z.int().min(1).max(50).optional().describe(`passages wanted, default ${kit.topK}`),
  });
  return tool({
    name,
    description: `Searches the documents. ${source.description} Gives numbered passages, long ones as excerpts.`,
    parameters,
    run: ({ query, top_k }) => search(source, query, top_k ?? kit.topK, kit),
  });
}

function readTool({ desk, scope }: ToolKit): Tool {
  const parameters = z.object({
    chunk_ids: z
      .array(z.string())
      .min(1, "must name at least one")
      .describe('numbers of passages as shown, such as "3", or names of sections, such as "s2"'),
  });
  const named = async (name: string): Promise<{ readonly number: number; readonly piece: Evidence } | undefined> => {
    const found = desk.find(name);
    if (found === undefined) return undefined;
    if ("number" in found) {
      const piece = desk.evidence[found.number - 1];
      return piece === undefined ? undefined : { number: found.number, piece };
    }
    const unit = await scope.unit(found.section);
    const piece = unit === undefined ? undefined : await scope.evidenceOfUnit(unit);
    return piece === undefined ? undefined : { number: desk.numberOf(piece), piece };
  };
  return tool({
    name: "read_chunks",
    description:
      "Shows passages in full, by the numbers that a search gave them, or whole sections, by the names that list_sections gave them.",
    parameters,
    run: async ({ chunk_ids }) => {
      const passages: string[] = [];
      const unknown: string[] = [];
      for (const name of new Set(chunk_ids.slice(0, MOST_PASSAGES_READ))) {
        const found = await named(name);
        if (found === undefined) unknown.push(name);
        else passages.push(readPassage(found.number, found.piece, desk));
      }
      const notes =
        unknown.length === 0 ? [] : [`Not shown so far, so nothing to read: ${unknown.map((name) => JSON.stringify(name)).join(", ")}.`];
      if (chunk_ids.length > MOST_PASSAGES_READ)
        notes.push(`Only the first ${MOST_PASSAGES_READ} are shown; ask for the others by themselves.`);
      if (passages.length === 0) throw new Error(`${notes.join(" ")} Search first, then read by number.`);
      return [asData(passages.join("\n\n")), ...notes].join("\n");
    },
  });
}

function sectionsTool({ desk, scope, artifacts }: ToolKit): Tool {
  const parameters = z.object({ document: z.string().optional().describe("path of one document; without it, the upper sections of all") });
  return tool({
    name: "list_sections",
    description: "Lists documents and their sections, each with a name such as s2 by which read_chunks shows it.",
    parameters,
    run: async ({ document }) => {
      const asked = document?.trim() ?? "";
      const lines: string[] = [];
      let seen = 0;
      let more = false;
      for await (const section of await artifacts.get("list-sections").sections()) {
        if (lines.length >= MOST_SECTIONS || ++seen > MOST_SECTIONS_SEEN) {
          more = true;
          break;
        }
        const isAsked = asked === "" ? section.path.length <= 2 : section.source === asked || section.documentId === asked;
        if (isAsked && (await scope.unit(section)) !== undefined) lines.push(lineOf(section, desk.sectionName(section)));
      }
      if (lines.length === 0)
        return asked === "" ? "There are no sections." : `There is no document of that name. Ask without one for all.`;
      return `${asData(lines.join("\n"))}${more ? "\nThere are more; ask for one document." : ""}`;
    },
  });
}

function lineOf(section: Section, name: string): string {
  return `${name} ${citationText(section.source, section.path).slice(0, 300)}`;
}

function calculateTool({ desk }: ToolKit): Tool {
  return tool({
    name: "calculate",
    description: `Works out an expression exactly.\n${CALCULATOR_HELP}`,
    parameters: z.object({ expression: z.string().describe("for example (1577 - 1410) / 1410 * 100") }),
    run: ({ expression }) => {
      const result = calculate(expression);
      if (!result.ok) throw new Error(result.error);
      desk.noteCalculation({ expression, value: result.value });
      return [`${result.exact ? "=" : "≈"} ${result.value}${result.exact ? "" : " (rounded)"}`, ...result.notes].join("\n");
    },
  });
}

/** A tool among others. Each is run only with what its own schema has let through. */
export function tool<I>(whole: Tool<I>): Tool {
  return whole;
}
