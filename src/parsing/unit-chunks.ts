import { checkItems, checkObject } from "../arguments.ts";
import { optionInvalid } from "../errors.ts";
import type { UnitSurroundings } from "../interfaces.ts";
import type { Document, ParsedChunk, Span, Unit } from "../model.ts";
import { asides, withoutAsides } from "./asides.ts";
import type { Limit } from "./atoms.ts";
import { blocks } from "./blocks.ts";
import { type CutOptions, cutSpan, limitOf, ownSpans, type Piece } from "./cut.ts";
import { withOverlap } from "./overlap.ts";
import { childrenIn, joinedParts, type UnitPart } from "./small-units.ts";

/** Sizes are in what the limit counts: characters (UTF-16 code units), or tokens. */
export type UnitChunksOptions = CutOptions & {
  /** What a piece may repeat of the one before it, in UTF-16 code units, within the limit. @default 0 */
  readonly overlap?: number;
  /** Whether the topics from the top down are put before the text, as `context`. The index searches them anyway. @default false */
  readonly pathAsContext?: boolean;
  /** Below it a chunk is small. @default 0: none is */
  readonly chunkSizeThreshold?: number;
  /** What becomes of a small one: joined with its neighbours to a chunk of their parent, or left out and counted. @default "append" */
  readonly chunkSizeStrategy?: "append" | "discard";
  /** What is still smaller than this in the end is left out and counted. @default 0 */
  readonly documentSizeThreshold?: number;
};

export interface UnitChunks {
  readonly chunks: readonly ParsedChunk[];
  /** What was left out for being too small. Say so: `run.emit(discardedEvent(discarded))`. */
  readonly discarded: readonly Span[];
}

/**
 * The chunks of one unit: of a leaf its text, of a parent what is in none of its children, cut by `cutSpan`. Asides and what the document
 * declares as omitted are left out, and so is a heading above subsections, which stands in the path of every chunk below. Chunks have
 * the unit's topic and attributes.
 *
 * With `chunkSizeThreshold` and "append", small neighbours below one parent become one chunk, which lies inside the parent and is made when the parent is asked
 * for; it needs `around.units`. A rule and its exceptions stay together whatever the limit.
 *
 * @throws OPTION_INVALID
 * @example
 * const { chunks, discarded } = unitChunks(unit, around, { maxCharacters: 800, chunkSizeThreshold: 200 });
 */
export function unitChunks(unit: Unit, around: UnitSurroundings, options: UnitChunksOptions): UnitChunks {
  checkObject("unitChunks", unit, "unit", ["fulltext"]);
  checkObject("unitChunks", around, "around");
  checkObject("unitChunks", options, "options");
  checkOptions(options);
  const { document, children, parent, units } = around;
  const text = unit.source === undefined ? unit.fulltext : document.text;
  const limit = limitOf(text, options);
  if (units !== undefined && parent !== undefined && children.length === 0 && planOf(parent, document, units, options).joined.has(unit.id))
    return { chunks: [], discarded: [] };

  const alone = unit.source === undefined && children.length === 0;
  const spans = alone ? [{ start: 0, end: text.length }] : ownSpans(unit, children, document.omissions);
  const { groups, taken } = units === undefined || children.length === 0 ? NOTHING_JOINED : planOf(unit, document, units, options);
  const chunks: ParsedChunk[] = [];
  const discarded: Span[] = [];
  const least = options.chunkSizeStrategy === "discard" ? (options.chunkSizeThreshold ?? 0) : 0;
  const add = ({ span, context }: Piece) => {
    if (limit.size(span.start, span.end) < Math.max(least, options.documentSizeThreshold ?? 0)) discarded.push(span);
    else chunks.push(chunkOf(unit, text, span, context, options));
  };
  for (const span of spans) {
    if (taken.has(span.start) || (children.length > 0 && isHeading(text, span, unit.topic))) continue;
    for (const piece of cutPieces(text, span, options)) add(piece);
  }
  for (const group of groups) add({ span: { start: group[0]?.span.start ?? 0, end: group.at(-1)?.span.end ?? 0 } });
  chunks.sort((a, b) => (a.source?.start ?? 0) - (b.source?.start ?? 0));
  return { chunks, discarded };
}

/** The event by which a chunk parser says what it left out; the document's notices then count it. */
export function discardedEvent(discarded: readonly Span[]): { type: string; chunks: number; characters: number } {
  checkItems("discardedEvent", discarded, "discarded");
  return { type: "index:discarded", chunks: discarded.length, characters: discarded.reduce((sum, { start, end }) => sum + end - start, 0) };
}

function cutPieces(text: string, span: Span, options: UnitChunksOptions): Piece[] {
  const known = asides(text, span);
  const rest = withoutAsides(text, span, known);
  if (rest === undefined) return [];
  const pieces = cutSpan(text, rest, options).flatMap((piece) => {
    const inked = withoutAsides(text, piece.span, known);
    return inked === undefined ? [] : [{ ...piece, span: inked }];
  });
  return withOverlap(text, pieces, options.overlap ?? 0);
}

function chunkOf(unit: Unit, text: string, span: Span, context: string | undefined, { pathAsContext }: UnitChunksOptions): ParsedChunk {
  const lines = [...(pathAsContext === true ? [unit.path.join(" › ")] : []), ...(context === undefined ? [] : [context])];
  return {
    topic: unit.topic,
    fulltext: text.slice(span.start, span.end),
    ...(unit.source === undefined ? {} : { source: span }),
    ...(lines.length === 0 ? {} : { context: lines.join("\n") }),
    ...(unit.attributes === undefined ? {} : { attributes: unit.attributes }),
  };
}

/** What is joined below a parent. */
interface Plan {
  readonly groups: readonly (readonly UnitPart[])[];
  /** Ids of the children in them, and where the parent's own text in them starts. */
  readonly joined: ReadonlySet<string>;
  readonly taken: ReadonlySet<number>;
}

const NOTHING_JOINED: Plan = { groups: [], joined: new Set(), taken: new Set() };
const plans = new WeakMap<readonly Unit[], Map<string, Plan>>();

/** Kept for a document, since the parent and each of its children ask. */
function planOf(parent: Unit, document: Document, units: readonly Unit[], options: UnitChunksOptions): Plan {
  const { chunkSizeThreshold = 0, chunkSizeStrategy = "append" } = options;
  if (chunkSizeThreshold === 0 || chunkSizeStrategy !== "append" || parent.source === undefined) return NOTHING_JOINED;
  const limit = limitOf(document.text, options);
  const key = `${parent.id} ${limit.max} ${chunkSizeThreshold} ${"maxTokens" in options}`;
  const known = plans.get(units) ?? new Map<string, Plan>();
  plans.set(units, known);
  const plan = known.get(key) ?? newPlan(parent, document, units, chunkSizeThreshold, limit);
  known.set(key, plan);
  return plan;
}

function newPlan(parent: Unit, { text, omissions }: Document, units: readonly Unit[], threshold: number, limit: Limit): Plan {
  const children = childrenIn(units, parent.id);
  const own = ownSpans(parent, children, omissions).map((span) => ({ span, joins: true, isHeading: isHeading(text, span, parent.topic) }));
  const placed = children.flatMap((child) =>
    child.source === undefined ? [] : [{ span: child.source, child, joins: childrenIn(units, child.id).length === 0 }],
  );
  const groups = joinedParts(
    text,
    [...own, ...placed].sort((a, b) => a.span.start - b.span.start),
    threshold,
    limit,
  );
  return {
    groups,
    joined: new Set(groups.flatMap((group) => group.flatMap(({ child }) => (child === undefined ? [] : [child.id])))),
    taken: new Set(groups.flatMap((group) => group.flatMap(({ child, span }) => (child === undefined ? [span.start] : [])))),
  };
}

function isHeading(text: string, span: Span, topic: string): boolean {
  const words = (value: string) => (value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
  return words(text.slice(span.start, span.end)) === words(topic) || blocks(text, span).every((block) => block.kind === "heading");
}

function checkOptions(options: UnitChunksOptions): void {
  const max = "maxTokens" in options ? options.maxTokens : options.maxCharacters;
  for (const name of ["overlap", "chunkSizeThreshold", "documentSizeThreshold"] as const) {
    const value = options[name] ?? 0;
    if (!Number.isInteger(value) || value < 0) throw optionInvalid(name, value, "a whole number, 0 or more");
    if (value >= max && value > 0) throw optionInvalid(name, value, `less than the largest size, ${max}`);
  }
  const strategy = options.chunkSizeStrategy ?? "append";
  if (strategy !== "append" && strategy !== "discard") throw optionInvalid("chunkSizeStrategy", strategy, '"append" or "discard"');
}
