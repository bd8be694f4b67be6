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
  ["tool input", "input"],
  ["input", "input"],
  ["arguments", "input"],
  ["parameters", "input"],
  ["observation", "observation"],
  ["observations", "observation"],
  ["tool result", "observation"],
  ["final answer", "final"],
  ["final", "final"],
  ["answer", "final"],
]);
/** A label ends before, in characters: so that patterns need not look at long lines. */
const MOST_LABEL = 60;
/** Of a message that is looked through for labels in the midst of its lines, in characters. */
const MOST_INLINE = 4_000;
/** `**THOUGHT 2:**`, `[Action]:`, `> final answer -`, `2. ACTION:`, `### Observation:`, at the start of a line. */
const LABEL =
  /^[ \t>*_#`~-]*(?:\d{1,2}[.)][ \t]+)?[*_]*[[(<]?[ \t*_]*([A-Za-z]+(?:[ _][A-Za-z]+)?)[ \t*_]*#?\d{0,2}[ \t*_]*[\])>]?[ \t*_`]*(?:[:：]|[ \t][-–—](?=[ \t]))[*_`]*[ \t]?/;
/** `[THOUGHT] text`, `<answer>text`: in brackets a label needs no colon. */
const BRACKETED = /^[ \t>*_#-]*(?:\[[ \t]*([A-Za-z]+(?:[ _][A-Za-z]+)?)[ \t]*\d{0,2}[ \t]*\]|<([A-Za-z]+(?:[ _][A-Za-z]+)?)>)[ \t]?/;
/** `## Final Answer` or `ACTION`, alone on its line. */
const ALONE = /^[ \t]*([>*_#`~ \t-]*)([A-Za-z]+(?:[ _][A-Za-z]+)?)[ \t*_`]*\r?\n?$/;

/** The label that a line begins with, and where the text behind it starts. */
export function labelOf(whole: string): { readonly label: Label; readonly length: number } | undefined {
  const line = whole.slice(0, MOST_LABEL);
  for (const form of [LABEL, BRACKETED]) {
    const match = form.exec(line);
    const label = named(match?.[1] ?? match?.[2]);
    if (match === null || label === undefined) continue;
    // "Action – call", "2. Action: call": prose, unless it is shouted.
    const isWeak = /^[ \t]*\d|[-–—][ \t]?$/.test(match[0]) && !(label === "final" && / |_/.test(match[1] ?? ""));
    if (!isWeak || isCapital(match[0], match[0].length)) return { label, length: match[0].length };
  }
  const alone = ALONE.exec(line);
  const [, marks = "", name = ""] = alone ?? [];
  const label = named(name);
  // "Action" by itself may be a heading of the answer.
  const isMeant = name === name.toUpperCase() || (label === "final" && / |_/.test(name) && /[*_#]/.test(marks));
  return alone !== null && whole.length < MOST_LABEL && label !== undefined && isMeant ? { label, length: alone[0].length } : undefined;
}

function named(name: string | undefined): Label | undefined {
  return NAMES.get(name?.toLowerCase().replace("_", " ") ?? "");
}

/**
 * A message cut at its labels, in order. In a final answer only labels in capitals count, since an answer may well have a line
 * "Action: call your manager"; an input is one behind an action only.
 */
export function labelledParts(message: string): LabelledPart[] {
  const parts: { label: Label | "none"; text: string; start: number }[] = [{ label: "none", text: "", start: 0 }];
  let at = 0;
  for (const line of message.split(/(?<=\n)/)) {
    const found = labelOf(line);
    const current = parts.at(-1);
    const isPlaced =
      found?.label === "input" ? current?.label === "action" : current?.label !== "final" || isCapital(line, found?.length ?? 0);
    if (found !== undefined && isPlaced) {
      parts.push({ label: found.label, text: line.slice(found.length), start: at });
    } else if (current !== undefined) current.text += line;
    at += line.length;
  }
  return parts.map((part) => ({ ...part, text: unclosed(part.text) })).filter(({ label, text }) => label !== "none" || text !== "");
}

/** Without the tag that closes a label in angle brackets. */
function unclosed(text: string): string {
  const trimmed = text.trim();
  const [closing = "", name] = /<\/([A-Za-z]+(?:[ _][A-Za-z]+)?)>$/.exec(trimmed) ?? [];
  return named(name) === undefined ? trimmed : trimmed.slice(0, trimmed.length - closing.length).trimEnd();
}

function isCapital(line: string, length: number): boolean {
  const label = line.slice(0, length);
  return label === label.toUpperCase();
}

const INLINE =
  /(?<=[.!?…][ \t]{1,2})(?=(?:\*\*)?(?:ACTION|Action|FINAL ANSWER|Final Answer|FINAL_ANSWER|OBSERVATION|Observation)(?:\*\*)?:)|(?<=[ \t])(?=(?:ACTION|OBSERVATION):)/g;

/**
 * A message in one line, cut at the labels that begin a sentence there, or shout: "I should search. Action: …". Only for a message that comes to nothing
 * otherwise, and never inside quotation marks, where a document is quoted.
 */
export function withLabelsOnLines(message: string): string {
  if (message.length > MOST_INLINE) return message;
  return message.replace(INLINE, (_, at: number) => {
    const before = message.slice(message.lastIndexOf("\n", at) + 1, at);
    const straight = before.split('"').length - 1;
    return straight % 2 === 1 || before.split("“").length > before.split("”").length ? "" : "\n";
  });
}
