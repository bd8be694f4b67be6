export type Label = "thought" | "action" | "input" | "observation" | "final";

export interface LabelledPart {
  readonly label: Label | "none";
  readonly text: string;
  /** Where the part begins in the message, its label included. */
  readonly start: number;
}

const NAMES: ReadonlyMap<string, Label> = new Map([
  ["thought", "thought"],
  ["thoughts", "thought"],
  ["thinking", "thought"],
  ["reasoning", "thought"],
  ["action", "action"],
  ["actions", "action"],
  ["tool", "action"],
  ["tool call", "action"],
  ["action input", "input"],
  ["observation", "observation"],
  ["observations", "observation"],
  ["tool result", "observation"],
  ["final answer", "final"],
  ["final", "final"],
  ["answer", "final"],
]);
/** `**THOUGHT 2:**`, `[Action]:`, `> final answer -`, `### Observation:`, at the start of a line. */
const LABEL = /^[ \t>*_#`~-]*[[(<]?[ \t*_]*([A-Za-z]+(?:[ _][A-Za-z]+)?)[ \t*_]*#?\d{0,2}[ \t*_]*[\])>]?[ \t*_`]*[:：][*_`]*[ \t]?/;
/** `[THOUGHT] text`: in brackets a label needs no colon. */
const BRACKETED = /^[ \t>*_#-]*\[[ \t]*([A-Za-z]+(?:[ _][A-Za-z]+)?)[ \t]*\d{0,2}[ \t]*\][ \t]?/;

/** The label that a line begins with, and where the text behind it starts. */
export function labelOf(line: string): { readonly label: Label; readonly length: number } | undefined {
  for (const form of [LABEL, BRACKETED]) {
    const match = form.exec(line);
    const label = NAMES.get(match?.[1]?.toLowerCase().replace("_", " ") ?? "");
    if (match !== null && label !== undefined) return { label, length: match[0].length };
  }
  return undefined;
}

/**
 * A message cut at its labels, in order. In a final answer only labels in capitals count, since an answer may well have a line
 * "Action: call your manager".
 */
export function labelledParts(message: string): LabelledPart[] {
  const parts: { label: Label | "none"; text: string; start: number }[] = [{ label: "none", text: "", start: 0 }];
  let at = 0;
  for (const line of message.split(/(?<=\n)/)) {
    const found = labelOf(line);
    const current = parts.at(-1);
    if (found !== undefined && (current?.label !== "final" || isCapital(line, found.length))) {
      parts.push({ label: found.label, text: line.slice(found.length), start: at });
    } else if (current !== undefined) current.text += line;
    at += line.length;
  }
  return parts.map((part) => ({ ...part, text: part.text.trim() })).filter(({ label, text }) => label !== "none" || text !== "");
}

function isCapital(line: string, length: number): boolean {
  const label = line.slice(0, length);
  return label === label.toUpperCase();
}
