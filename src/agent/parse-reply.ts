import { withoutData } from "../llm/data-marks.ts";
import { splitThinking } from "../llm/thinking.ts";
import { type LabelledPart, labelledParts, labelOf, withLabelsOnLines } from "./labels.ts";
import { bareCall, callsInJson, parseAction, type WrittenCall } from "./parse-action.ts";
import { readFinalText } from "./read-final.ts";

/** A message of the model, understood. */
export interface ParsedReply {
  readonly thought: string;
  readonly calls: readonly WrittenCall[];
  /** Absent while it goes on. */
  readonly final?: string;
  /** The message as far as it counts: what the model is shown of it later. */
  readonly kept: string;
  /** Text behind an action. "" where there was none. */
  readonly dropped: string;
  /** True: it had no label and no call, so what it is depends on what was asked. */
  readonly loose: boolean;
}

/**
 * Reads a message of the text protocol.
 *
 * Actions that follow each other are all made, in their order. With the first other label behind an action the message ends: the model
 * had not seen the observation, and what it wrote of one, or concluded from it, is dropped. The same holds for an observation
 * without an action. `respond("…")` and `finish("…")` are calls like others here.
 */
export function parseReply(message: string): ParsedReply {
  const { text, open } = splitThinking(message);
  const said = withoutData(text).trim();
  const read = readSaid(said, open);
  if (read.loose || read.calls.length > 0 || read.final !== undefined || read.dropped !== "") return read;
  const cut = withLabelsOnLines(said);
  return cut === said ? read : readSaid(cut, open);
}

function readSaid(said: string, open: boolean): ParsedReply {
  const parts = labelledParts(said);
  const thoughts: string[] = [];
  const calls: WrittenCall[] = [];
  for (const [i, part] of parts.map(finalInAction).entries()) {
    const cut = (): ParsedReply => ({
      thought: thoughts.join("\n"),
      calls,
      kept: said.slice(0, part.start).trimEnd(),
      dropped: said.slice(part.start),
      loose: false,
    });
    if (part.label === "observation" || (calls.length > 0 && part.label !== "action" && part.label !== "input")) return cut();
    if (part.label === "final") {
      const [next] = parts.slice(i + 1);
      const kept = next === undefined ? said : said.slice(0, next.start).trimEnd();
      const whole = { thought: thoughts.join("\n"), calls, kept, dropped: next === undefined ? "" : said.slice(next.start), loose: false };
      // "FINAL ANSWER:" with a call behind it, or with nothing, is no answer.
      return part.text === "" ? { ...whole, loose: parts.length === 1 } : { ...whole, final: readFinalText(part.text) };
    }
    if (part.label === "action") {
      const next = parts[i + 1];
      const call = parseAction(part.text, next?.label === "input" ? next.text : undefined);
      if (call !== undefined) calls.push(call);
    } else if (part.label !== "input") thoughts.push(part.text);
  }
  const labelled = parts.some(({ label }) => label !== "none");
  const inJson = labelled ? [] : callsIn(said);
  return {
    thought: inJson.length > 0 ? "" : thoughts.join("\n"),
    calls: inJson.length > 0 ? inJson : calls,
    kept: said,
    dropped: "",
    loose: !labelled && inJson.length === 0 && said !== "" && !open,
  };
}

function callsIn(said: string): readonly WrittenCall[] {
  const bare = bareCall(said);
  return bare === undefined ? callsInJson(said) : [bare];
}

/** "ACTION: FINAL ANSWER: 18.50" */
function finalInAction(part: LabelledPart): LabelledPart {
  const inner = part.label === "action" ? labelOf(part.text) : undefined;
  return inner?.label === "final" ? { ...part, label: "final", text: part.text.slice(inner.length).trim() } : part;
}
