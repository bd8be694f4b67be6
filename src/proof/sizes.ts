import { type ChunkOverlap, chunkOverlap } from "../chunk-overlap.ts";
import type { Chunk, Document, Unit } from "../model.ts";
import { ownSpans } from "../parsing/cut.ts";
import { countInk } from "../text/whitespace.ts";
import { excerptOf, type Found } from "./findings.ts";
import { isTitle } from "./letters.ts";

/** Characters of a chunk's text: the least, the middle one, the one that 95 of 100 do not exceed, and the most. */
export interface ChunkSizes {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Characters of a unit's own text above which a structure was probably missed. */
const GIANT_UNIT = 20_000;
/** Characters of a chunk above which it says too many things to be found by any. */
const GIANT_CHUNK = 8_000;
/** Characters that are no white space, below which a chunk says nothing by itself. */
const TINY_CHUNK = 20;

/** What stands in the place of a text that was taken out on purpose. */
const GONE =
  /weggefallen|aufgehoben|gegenstandslos|repealed|reserved|deleted|omitted|revoked|abrogé|derogad|abrogat|revogad|vervallen|ยกเลิก|削除|废止/i;

/** Undefined where there are no chunks. */
export function sizesOf(lengths: readonly number[]): ChunkSizes | undefined {
  if (lengths.length === 0) return undefined;
  const rising = Float64Array.from(lengths).sort();
  const at = (share: number) => rising[Math.min(rising.length - 1, Math.ceil(share * rising.length) - 1)] ?? 0;
  return { min: rising[0] ?? 0, median: at(0.5), p95: at(0.95), max: rising.at(-1) ?? 0 };
}

/** Units that say nothing or too much. */
export function unitSizeFindings(
  { text }: Document,
  units: readonly Unit[],
  siblings: ReadonlyMap<string | undefined, readonly Unit[]>,
): Found[] {
  const found: Found[] = [];
  for (const unit of units) {
    const children = siblings.get(unit.id) ?? [];
    const place = unit.source ?? { start: 0, end: 0 };
    const isLeaf = children.length === 0;
    if (isLeaf && !GONE.test(unit.topic) && !/[.;!?。！？;；]\s*$/.test(unit.topic) && isTitle(unit.fulltext, unit.topic)) {
      found.push({ ...place, code: "UNIT_EMPTY", message: `"${unit.topic}" is a heading, and nothing stands below it.` });
    }
    const own =
      unit.source === undefined
        ? isLeaf
          ? unit.fulltext.length
          : 0
        : Math.max(0, ...ownSpans(unit, children).map(({ start, end }) => end - start));
    if (own > GIANT_UNIT) {
      found.push({
        ...place,
        code: "UNIT_GIANT",
        message: `"${unit.topic}" has ${own} characters without a further division: ${excerptOf(text, place)}.`,
      });
    }
  }
  return found;
}

/** Chunks that say nothing or too much, and text that is in several. */
export function chunkFindings(document: Document, chunks: readonly Chunk[]): Found[] {
  const found: Found[] = [];
  for (const { fulltext, source, topic } of chunks) {
    const place = source ?? { start: 0, end: 0 };
    const shown = excerptOf(fulltext, { start: 0, end: fulltext.length });
    if (fulltext.length > GIANT_CHUNK)
      found.push({ ...place, code: "CHUNK_GIANT", message: `A chunk of "${topic}" has ${fulltext.length} characters: ${shown}.` });
    else if (fulltext.length < TINY_CHUNK * 4 && countInk(fulltext, 0, fulltext.length) < TINY_CHUNK)
      found.push({ ...place, code: "CHUNK_TINY", message: `A chunk of "${topic}" says little by itself: ${shown}.` });
  }
  return [...found, ...overlapFindings(document, chunkOverlap(document, chunks))];
}

function overlapFindings({ text }: Document, { twice, within, total }: ChunkOverlap): Found[] {
  const found: Found[] = [];
  if (twice.first !== undefined) {
    const who =
      twice.parsers.length === 1
        ? `"${twice.parsers[0]}", for a unit and for one inside it`
        : twice.parsers.map((name) => `"${name}"`).join(" and ");
    const message = `${twice.characters} of the ${total} characters in chunks were cut twice, by ${who}: ${excerptOf(text, twice.first)}.`;
    found.push({ ...twice.first, code: "CHUNKS_CUT_TWICE", message });
  }
  if (within.first !== undefined) {
    const message = `${within.characters} of the ${total} characters in chunks are in more than one of the same unit: ${excerptOf(text, within.first)}.`;
    found.push({ ...within.first, code: "CHUNKS_OVERLAP", message });
  }
  return found;
}
