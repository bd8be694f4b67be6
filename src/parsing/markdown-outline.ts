import { checkNumber, checkText } from "../arguments.ts";
import type { OutlineEntry } from "../model.ts";
import { linesOf } from "../text/lines.ts";
import { headingTitle } from "./heading-title.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import { tables } from "./tables.ts";

/**
 * Headings of a Markdown text, ATX and setext, as CommonMark reads its blocks: nothing in a fence, in indented code, in an HTML block
 * or comment, in a quotation, a list or a table is one, and `#word` without a space is none. A heading without words is left out.
 * `at` runs from the first `#` or word to the end of the heading's last line; offsets are of `text` itself, whatever its line ends.
 *
 * @param from - where the Markdown starts, after front matter, say. @default 0
 * @example
 * markdownOutline("# Install ##\n\nText.\n"); // [{ level: 1, title: "Install", at: { start: 0, end: 12 } }]
 */
export function markdownOutline(text: string, from = 0): OutlineEntry[] {
  checkText("markdownOutline", text);
  checkNumber("markdownOutline", from, "from");
  const start = text.charCodeAt(from) === 0xfeff ? from + 1 : from;
  const source = oneLineEnd(text.slice(start));
  const references = new Set<string>();
  const headings: { level: number; raw: string; start: number; end: number }[] = [];
  for (const block of markdownBlocks(source)) {
    const text = () => source.slice(block.start, block.end);
    if (block.name === "LinkReference") {
      references.add(normalLabel(/^\[([^\]]*)\]/.exec(text())?.[1] ?? ""));
      continue;
    }
    const [, style, level] = /^(ATX|Setext)Heading(\d)$/.exec(block.name) ?? [];
    if (style === undefined || level === undefined) continue;
    const whole = text().trimEnd();
    const raw = style === "ATX" ? withoutMarks(whole) : withoutUnderline(whole);
    if (raw !== undefined)
      headings.push({ level: Number(level), raw, start: start + block.start, end: start + block.start + whole.length });
  }
  return headings.flatMap(({ level, raw, ...at }) => {
    const title = headingTitle(raw, (label) => references.has(normalLabel(label)));
    return title === "" ? [] : [{ level, title, at }];
  });
}

/** The parser ends lines at `\n` alone: other line ends are replaced, length for length, so that offsets stay true. */
function oneLineEnd(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n/g, " \n").replace(/\r/g, "\n") : text;
}

function withoutMarks(heading: string): string {
  return heading.replace(/^#{1,6}/, "").replace(/(?:^|[ \t])#+$/, "");
}

/** The lines above the underline; undefined when they are a pipe table, which a rule may follow without a blank line. */
function withoutUnderline(heading: string): string | undefined {
  const lines = [...linesOf(heading)];
  const above = heading.slice(0, lines.at(-1)?.start ?? 0);
  return lines.length > 2 && tables(above).length > 0 ? undefined : above;
}

function normalLabel(label: string): string {
  return label.replace(/\s+/g, " ").trim().toLowerCase();
}
