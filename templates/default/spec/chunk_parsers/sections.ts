import type { ChunkParser, ParsedChunk, Run, Span, Unit, UnitSurroundings } from "right-rag";
import { asides, blocks, cutSpan, ownSpans, withoutAsides } from "right-rag/parsing";

/** Largest chunk, in characters. Another limit can be set in right-rag.config: `plugins.sections.maxCharacters`. */
const MAX_CHARACTERS = 1200;

/**
 * A unit -> chunks of at most the limit, cut between paragraphs, else list items, else sentences; never inside a table's row, and
 * never between a rule and its exception, which may make a chunk larger. Of a unit with children only its own text is cut, since
 * the children are cut themselves. What is said of the unit (`attributes`) is said of its chunks. Comments and definitions of link
 * targets (`asides`) answer nothing: they are left out at the ends of a chunk, and alone are none.
 */
export default class SectionChunkParser implements ChunkParser {
  readonly name = "sections";

  *parse(unit: Unit, { document, children }: UnitSurroundings, run: Run): Generator<ParsedChunk> {
    const maxCharacters = Number(run.settings.maxCharacters ?? MAX_CHARACTERS);
    // A unit without a place (its parser wrote the text itself) is cut by itself, if it is a leaf; its chunks have no place either.
    const placed = unit.source !== undefined;
    const text = placed ? document.text : unit.fulltext;
    const alone = children.length === 0 ? [{ start: 0, end: text.length }] : [];

    for (const own of placed ? ownSpans(unit, children, document.omissions) : alone) {
      // A heading above subsections answers nothing by itself, and every chunk below carries it in its path.
      if (children.length > 0 && isHeading(text, own, unit.topic)) continue;
      const known = asides(text, own);
      for (const { span: piece, context } of cutSpan(text, withoutAsides(text, own, known) ?? own, { maxCharacters })) {
        const span = withoutAsides(text, piece, known);
        if (span === undefined) continue;
        yield {
          topic: unit.topic,
          fulltext: text.slice(span.start, span.end),
          ...(placed ? { source: span } : {}),
          ...(context === undefined ? {} : { context }),
          ...(unit.attributes === undefined ? {} : { attributes: unit.attributes }),
        };
      }
    }
  }
}

/** One heading and nothing else. A second one is no unit's topic, and would be in no chunk and no path. */
function isHeading(text: string, span: Span, topic: string): boolean {
  const words = (value: string) => (value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
  if (words(text.slice(span.start, span.end)) === words(topic)) return true;
  const [only, second] = blocks(text, span);
  return only?.kind === "heading" && second === undefined;
}
