import { messageOf } from "../../errors.ts";
import type { Page, SourcePlace } from "../../model.ts";
import { type BookmarkSource, bookmarksOf } from "./bookmarks.ts";
import { distinctRuns } from "./distinct-runs.ts";
import { flowOf, type PlacedLine } from "./flow.ts";
import { penFont } from "./font-facts.ts";
import { countLetters, type LettersByFont } from "./font-letters.ts";
import { isGarbled } from "./garbled.ts";
import { judgePage, measurePage, type PageFacts, withHidden } from "./judge-page.ts";
import { linesOf } from "./lines.ts";
import type { Matrix } from "./matrix.ts";
import { outlineOf } from "./outline.ts";
import type { FontFacts, PageInk } from "./page-ink.ts";
import { PdfFailure } from "./pdf-failure.ts";
import type { LoadedFont, OperatorCodes, OperatorList } from "./pdf-operators.ts";
import type { PageReport, PdfOptions, PdfText } from "./pdf-text.ts";
import type { PenFont } from "./pen.ts";
import { prepareBytes } from "./prepare-bytes.ts";
import { readInk } from "./read-ink.ts";
import { type PageLines, withoutRunningHeads } from "./running-heads.ts";

/** The library's document, as far as it is used. */
export interface PdfLibrary {
  readonly codes: OperatorCodes;
  /** @param warn - told of everything that the library put up with */
  open(bytes: Uint8Array): Promise<PdfDocument>;
  /** What the library complained of since it was asked last. */
  warnings(): readonly string[];
}

export interface PdfDocument extends BookmarkSource {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ readonly info?: unknown }>;
  getPageLabels(): Promise<readonly string[] | null>;
  getOptionalContentConfig(): Promise<{ isVisible(group: never): boolean } | null>;
  destroy(): Promise<void>;
}

interface PdfPage {
  getViewport(options: { scale: number }): { readonly width: number; readonly height: number; readonly transform: readonly number[] };
  getOperatorList(): Promise<OperatorList>;
  readonly commonObjs: { has(name: string): boolean; get(name: string): unknown };
  cleanup(): unknown;
}

interface ReadPage extends PageLines {
  readonly facts: PageFacts;
  readonly shown: Matrix;
  readonly outside: number;
  readonly damaged: boolean;
}

/**
 * Reads a PDF page by page; of each page only its lines and figures are kept.
 *
 * @param bytes - changed, and given away
 * @param progress - told after every page
 * @throws PdfFailure
 */
export async function readPdf(
  bytes: Uint8Array,
  library: PdfLibrary,
  { toleratedPicture }: PdfOptions,
  progress: (done: number, of: number) => void,
): Promise<PdfText> {
  const cutShort = !hasEnd(bytes);
  if (prepareBytes(bytes).oversize) throw new PdfFailure({ kind: "oversize", message: "has a part that unpacks to more than 64 MiB" });
  // What was said of a file before, that could not be opened, say, is not said of this one.
  library.warnings();
  const pdf = await opened(library, bytes);
  try {
    const repaired = library.warnings().some((warning) => warning.includes("Indexing all PDF objects"));
    const letters: LettersByFont = new Map();
    const { pages, lost } = await readPages(pdf, library, letters, progress);
    if (pages.length === 0) throw new PdfFailure({ kind: "damaged", message: lost ?? "has no page" });
    const garbled = new Map([...letters].map(([font, found]) => [font, isGarbled(font, found)]));
    const isBad = (font: FontFacts) => garbled.get(font) ?? font.unmapped;
    const readable = pages.map((page) => ({ ...page, lines: page.lines.filter(({ font }) => !isBad(font)) }));
    const { pages: bodies, heads } = withoutRunningHeads(readable);
    const { text, lines } = flowOf(bodies);
    const bookmarks = await bookmarksOf(pdf, (page, x, y) => shownY(pages[page - 1]?.shown, x, y));
    const info = await infoOf(pdf);
    const title = titleOf(info.Title, lines);
    return {
      text,
      pages: pagesOf(lines, text.length, await labelsOf(pdf)),
      places: lines.map(placeOf),
      ...outlineOf(bookmarks, lines, pages.length),
      reports: pages.map((page) => reportOf(page, isBad, toleratedPicture)),
      heads,
      ...(title === undefined ? {} : { title }),
      ...(typeof info.Language === "string" ? { language: info.Language } : {}),
      repaired,
      cutShort: cutShort || pages.length < pdf.numPages,
    };
  } finally {
    await pdf.destroy();
  }
}

async function opened(library: PdfLibrary, bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await library.open(bytes);
  } catch (cause) {
    if (cause instanceof Error && cause.name === "PasswordException") throw new PdfFailure({ kind: "protected" });
    throw new PdfFailure({ kind: "damaged", message: `cannot be opened (${messageOf(cause)})` });
  }
}

/** Pages in a row that cannot be read before the rest is given up. */
const MOST_FAILING = 200;

async function readPages(
  pdf: PdfDocument,
  library: PdfLibrary,
  letters: LettersByFont,
  progress: (done: number, of: number) => void,
): Promise<{ pages: ReadPage[]; lost: string | undefined }> {
  const fonts = new Map<string, PenFont>();
  const layers = await pdf.getOptionalContentConfig().catch(() => null);
  const isOn = (group: unknown) => layers === null || group === null || layers.isVisible(group as never);
  const pages: ReadPage[] = [];
  let lost: string | undefined;
  let good = 0;
  let failing = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await pdf.getPage(number);
      pages.push(await readPage(page, number, library, fonts, isOn, letters));
      page.cleanup();
      good++;
      failing = 0;
    } catch (cause) {
      lost ??= `has no page that can be read (${messageOf(cause)})`;
      pages.push(lostPage(number));
      // A file may say that it has a thousand million pages.
      if (++failing > MOST_FAILING) break;
    }
    progress(number, pdf.numPages);
  }
  return { pages: good === 0 ? [] : pages, lost };
}

async function readPage(
  page: PdfPage,
  number: number,
  library: PdfLibrary,
  fonts: Map<string, PenFont>,
  isOn: (group: unknown) => boolean,
  letters: LettersByFont,
): Promise<ReadPage> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const operators = await page.getOperatorList();
  const damaged = library.warnings().some((warning) => warning.includes("ignoring errors during"));
  const fontOf = (name: string): PenFont => {
    const known = fonts.get(name);
    if (known !== undefined) return known;
    const made = penFont(page.commonObjs.has(name) ? (page.commonObjs.get(name) as LoadedFont) : undefined);
    fonts.set(name, made);
    return made;
  };
  const shown = transform as unknown as Matrix; // the library's transforms have six numbers
  const ink: PageInk = readInk({ operators, codes: library.codes, shown, width, height, fontOf, isOn });
  const { runs, doubled } = distinctRuns(withHidden(ink));
  countLetters(letters, { runs, unknown: ink.unknown });
  return { number, width, height, lines: linesOf(runs), facts: measurePage(ink, runs, doubled), shown, outside: ink.outside, damaged };
}

function lostPage(number: number): ReadPage {
  const facts: PageFacts = { letters: new Map(), unknown: new Map(), holes: 0, doubled: 0, pictured: 0, bare: 0, strokes: 0 };
  return { number, width: 0, height: 0, lines: [], facts, shown: [1, 0, 0, 1, 0, 0], outside: 0, damaged: true };
}

function reportOf(page: ReadPage, isBad: (font: FontFacts) => boolean, tolerated: number): PageReport {
  return { number: page.number, ...judgePage(page.facts, isBad, tolerated), damaged: page.damaged, outside: page.outside };
}

/** A page is from its first character to that of the next page that has any. */
function pagesOf(lines: readonly PlacedLine[], length: number, labels: readonly string[] | null): Page[] {
  const starts = new Map<number, number>();
  for (const { page, span } of lines) if (!starts.has(page)) starts.set(page, span.start);
  const ordered = [...starts];
  return ordered.map(([number, start], i) => {
    const label = labels?.[number - 1];
    const end = ordered[i + 1]?.[1] ?? length;
    return { number, start, end, ...(label === undefined || label === "" || label === String(number) ? {} : { label }) };
  });
}

function placeOf({ line, page, span }: PlacedLine): SourcePlace {
  const [left, top, right, bottom] = line.box;
  return { start: span.start, end: span.end, page, box: [rounded(left), rounded(top), rounded(right), rounded(bottom)] };
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10;
}

function shownY(shown: Matrix | undefined, x: number, y: number): number | undefined {
  return shown === undefined ? undefined : shown[1] * x + shown[3] * y + shown[5];
}

async function labelsOf(pdf: PdfDocument): Promise<readonly string[] | null> {
  return pdf.getPageLabels().catch(() => null);
}

async function infoOf(pdf: PdfDocument): Promise<{ readonly [key: string]: unknown }> {
  const info = await pdf.getMetadata().then(
    (metadata) => metadata.info,
    () => undefined,
  );
  return typeof info === "object" && info !== null ? (info as { readonly [key: string]: unknown }) : {};
}

/** Pages on which a title must stand to be one: programs write file names and nonsense there. */
const TITLE_PAGES = 2;

function titleOf(given: unknown, lines: readonly PlacedLine[]): string | undefined {
  if (typeof given !== "string" || given.trim().length < 3) return undefined;
  const title = given.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const start = lines.filter(({ page }) => page <= TITLE_PAGES).map(({ line }) => line.text);
  return bare(title).length >= 3 && bare(start.join(" ")).includes(bare(title)) ? title : undefined;
}

const END = "%%EOF";
/** The mark of the end stands in the last so many bytes. */
const TAIL = 2048;

function hasEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-TAIL).includes(END);
}
