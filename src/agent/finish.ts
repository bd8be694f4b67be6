import * as z from "zod";
import type { Tool } from "../interfaces.ts";
import { CLAIMED } from "./confidence.ts";
import type { Desk } from "./desk.ts";
import { readFinalText } from "./read-final.ts";
import { tool } from "./tools.ts";

/** How the model ended the loop. */
export type Ending =
  | { readonly goal: "find"; readonly chosen: readonly number[]; readonly confidence: number | undefined }
  | { readonly goal: "answer"; readonly answer: string; readonly confidence: number | undefined };

const confidence = z.enum(["high", "medium", "low"]).optional().catch(undefined).describe("how sure you are");

/** Ends a search: which passages carry the answer. Without any named, those that were read. */
export function finishFinding(desk: Desk, end: (ending: Ending) => void): Tool {
  return tool({
    name: "finish",
    description: "Ends the search. Name the passages that carry the answer, the best first; an empty list says that there is nothing.",
    parameters: z.object({
      evidence: z.array(z.string()).optional().describe("numbers of passages as shown"),
      chunk_ids: z.array(z.string()).optional().describe("the same"),
      confidence,
    }),
    run: ({ evidence, chunk_ids, confidence: claimed }) => {
      const names = evidence ?? chunk_ids;
      const chosen = names === undefined ? readOrShown(desk) : numbersOf(names, desk);
      end({ goal: "find", chosen, confidence: claimed === undefined ? undefined : CLAIMED[claimed] });
      return "Done.";
    },
  });
}

/** Ends with an answer; `respond` is the same. */
export function finishAnswering(end: (ending: Ending) => void): Tool {
  return tool({
    name: "finish",
    description: "Gives the final answer, with the number of the passage after each statement, such as [2]; or NOT FOUND.",
    parameters: z.object({ answer: z.string().trim().min(1, "must not be empty").describe("the whole answer"), confidence }),
    run: ({ answer, confidence: claimed }) => {
      end({ goal: "answer", answer: readFinalText(answer), confidence: claimed === undefined ? undefined : CLAIMED[claimed] });
      return "Done.";
    },
  });
}

/** What was read in full; or, when nothing was, what searches showed. */
export function readOrShown(desk: Desk): readonly number[] {
  return desk.readNumbers.length > 0 ? desk.readNumbers : desk.evidence.map((_, i) => i + 1);
}

function numbersOf(names: readonly string[], desk: Desk): number[] {
  const unknown: string[] = [];
  const numbers = names.flatMap((name) => {
    const found = desk.find(name);
    if (found !== undefined && "number" in found) return [found.number];
    unknown.push(name);
    return [];
  });
  if (unknown.length > 0 && numbers.length === 0) {
    throw new Error(
      `"evidence": no passage was shown as ${unknown.map((name) => JSON.stringify(name)).join(", ")}. Give numbers as shown.`,
    );
  }
  return [...new Set(numbers)];
}
