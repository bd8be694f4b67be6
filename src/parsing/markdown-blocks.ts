import { parser } from "@lezer/markdown";
import type { Span } from "../model.ts";

/** A block at the top of a Markdown text, by lezer's name for it: `ATXHeading2`, `Paragraph`, `LinkReference`. */
export interface MarkdownBlock extends Span {
  readonly name: string;
}

/** Characters parsed at a time. The tree of a whole text takes five times its size; small trees are gone before they are in the way. */
const WINDOW = 1 << 18;

/**
 * The top blocks of a Markdown text, in order, by CommonMark's block rules. The text is parsed in windows: where a block begins that
 * stands in no other, nothing before it counts, so that the next window can begin there.
 *
 * @param source - with `\n` as its only line end
 * @param window - characters, > 0; one that holds no two blocks is doubled
 */
export function* markdownBlocks(source: string, window = WINDOW): Generator<MarkdownBlock> {
  let size = window;
  for (let at = 0; at < source.length; ) {
    const end = at + size;
    const blocks = blocksOf(source.slice(at, end), at);
    const next = end >= source.length ? source.length : resumeAt(source, at, blocks);
    if (next === at) {
      size *= 2;
      continue;
    }
    for (const block of blocks) if (block.start < next) yield block;
    at = next;
    size = window;
  }
}

/** CommonMark's block rules only. Inline parsing took most of the time and all of its nodes are thrown away here. */
const blockParser = Object.assign(parser.configure({}), { parseInline: () => [] });

function blocksOf(text: string, at: number): MarkdownBlock[] {
  const found: MarkdownBlock[] = [];
  for (let node = blockParser.parse(text).topNode.firstChild; node !== null; node = node.nextSibling) {
    found.push({ name: node.name, start: at + node.from, end: at + node.to });
  }
  return found;
}

/**
 * The line on which the last block begins, which may go on behind the window. A link's definition may go on in what stands right
 * after it, so it is read again too.
 */
function resumeAt(source: string, at: number, blocks: readonly MarkdownBlock[]): number {
  let last = blocks.length - 1;
  while (last > 0 && blocks[last - 1]?.name === "LinkReference") last--;
  const start = blocks[last]?.start ?? at;
  return Math.max(at, source.lastIndexOf("\n", start - 1) + 1);
}
