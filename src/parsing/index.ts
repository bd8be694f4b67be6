export { type Line, type ListMarker, linesOf, listMarker } from "../text/lines.ts";
export { sentences } from "../text/sentences.ts";
export { isSpace, trimSpan } from "../text/whitespace.ts";
export { asides, withoutAsides } from "./asides.ts";
export { type Block, blocks } from "./blocks.ts";
export { type CutOptions, cutSpan, ownSpans, type Piece } from "./cut.ts";
export { type Definition, definitions } from "./definitions.ts";
export { detectLevels } from "./detect-levels.ts";
export { beginsException, exceptionOpeners, exceptionPhrases } from "./exceptions.ts";
export { type ExceptedRule, exceptionsIn } from "./exceptions-in.ts";
export { headingCitation } from "./heading-citation.ts";
export { headingTitle } from "./heading-title.ts";
export { markdownOutline } from "./markdown-outline.ts";
export {
  type NumberedHeading,
  type NumberedLevel,
  type NumberedOutline,
  numberedOutline,
  numberedUnits,
  type TextOutline,
} from "./numbered-outline.ts";
export { withoutOmissions } from "./omissions.ts";
export { documentTopic, type OutlineUnitsOptions, unitsFromOutline } from "./outline-units.ts";
export { withOverlap } from "./overlap.ts";
export { paragraphs } from "./paragraphs.ts";
export { citedPlaces, pageAt, pagesOf, placesOf } from "./places.ts";
export { quotedRanges } from "./quoted.ts";
export { type Table, tables } from "./tables.ts";
export { textOutline } from "./text-outline.ts";
export { underlinedOutline } from "./underlined-outline.ts";
export { discardedEvent, type UnitChunks, type UnitChunksOptions, unitChunks } from "./unit-chunks.ts";
export { type Word, wordsOf } from "./words.ts";
