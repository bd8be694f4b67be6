import type { ChunkParser, ParsedChunk, Span, Unit, UnitSurroundings } from "right-rag";
import { beginsException, ownSpans, paragraphs } from "right-rag/parsing";

/**
 * One chunk for each rule, its exceptions included: a paragraph that begins like an exception or a proviso ("Provided that",
 * "Unless", "Ausgenommen") stays with the paragraph before it.
 *
 * Every chunk parser that accepts a unit cuts it, and a unit that two accept is in the index twice. So this one takes only
 * units of one type, which a unit parser gives them; let canHandle() of the project's other chunk parsers be false for these.
 */
export default class ExampleChunkParser implements ChunkParser {
  readonly name = "example";

  canHandle(unit: Unit): boolean {
    return unit.attributes?.unitType === "numbered section";
  }

  *parse(unit: Unit, { document, children }: UnitSurroundings): Generator<ParsedChunk> {
    for (const own of ownSpans(unit, children)) {
      for (const rule of rulesIn(document.text, own, unit.topic)) {
        yield {
          topic: unit.topic,
          fulltext: document.text.slice(rule.start, rule.end),
          source: rule,
          // Filters and citations look at the chunk's own attributes.
          ...(unit.attributes === undefined ? {} : { attributes: unit.attributes }),
        };
      }
    }
  }
}

function rulesIn(text: string, span: Span, topic: string): Span[] {
  const rules: { start: number; end: number }[] = [];
  for (const [i, paragraph] of paragraphs(text, span).entries()) {
    const rule = rules.at(-1);
    const isUnderHeading = i === 1 && topic !== "" && rule !== undefined && text.slice(rule.start, rule.end).endsWith(topic);
    if (rule !== undefined && (isUnderHeading || beginsException(text, paragraph.start))) rule.end = paragraph.end;
    else rules.push({ ...paragraph });
  }
  return rules;
}
