import { decodeTextString } from "./actual-text.ts";
import { type Box, compose, type Matrix, mappedBox } from "./matrix.ts";
import type { PageInk, Picture } from "./page-ink.ts";
import type { OperatorCodes, OperatorList } from "./pdf-operators.ts";
import { copyPen, IDENTITY, moveText, newPen, type Pen, type PenFont, setTextMatrix, transform } from "./pen.ts";
import { TextInk } from "./text-ink.ts";
import { turnUprightColumns } from "./upright-columns.ts";

export interface InkSource {
  readonly operators: OperatorList;
  readonly codes: OperatorCodes;
  /** From the page's own space to the page as it is shown: points, from the top left corner. */
  readonly shown: Matrix;
  readonly width: number;
  readonly height: number;
  readonly fontOf: (loadedName: string) => PenFont;
  /** Whether a layer (optional content) is switched on. */
  readonly isOn: (group: unknown) => boolean;
}

/** Walks through the operators of a page as a drawing program would, and notes what it would draw where. */
export function readInk(source: InkSource): PageInk {
  return new InkReader(source).read();
}

const UNIT_SQUARE: Box = [0, 0, 1, 1];

class InkReader {
  readonly #source: InkSource;
  readonly #text: TextInk;
  readonly #pictures: Picture[] = [];
  readonly #stack: Pen[] = [];
  /** For each open stretch of marked content whether it is shown. */
  readonly #layers: boolean[] = [];
  #pen: Pen;
  #order = 0;
  #strokes = 0;
  #hidden = 0;
  #masked = false;

  constructor(source: InkSource) {
    this.#source = source;
    this.#pen = newPen(source.shown);
    this.#text = new TextInk(source.width, source.height);
  }

  read(): PageInk {
    const { operators, codes, width, height } = this.#source;
    const steps = this.#steps(codes);
    const { fnArray, argsArray } = operators;
    for (let i = 0; i < fnArray.length; i++) {
      this.#order = i;
      steps[fnArray[i] as number]?.(argsArray[i] ?? []);
    }
    this.#text.endSpelled();
    const { runs, outside, unknown, holes } = this.#text;
    return { width, height, runs: turnUprightColumns(runs), pictures: this.#pictures, strokes: this.#strokes, outside, unknown, holes };
  }

  /** What each operator does, by its code. */
  #steps(codes: OperatorCodes): readonly (((args: readonly unknown[]) => void) | undefined)[] {
    const steps: (((args: readonly unknown[]) => void) | undefined)[] = [];
    const on = (name: string, step: (args: readonly unknown[]) => void) => {
      const code = codes[name];
      if (code !== undefined) steps[code] = step;
    };
    const save = () => void this.#stack.push(copyPen(this.#pen));
    const restore = () => {
      this.#pen = this.#stack.pop() ?? this.#pen;
      this.#masked = false;
    };
    on("save", save);
    on("restore", restore);
    on("transform", (args) => this.#transform(args as unknown as Matrix));
    on("paintFormXObjectBegin", ([matrix]) => {
      save();
      if (isMatrix(matrix)) this.#transform(matrix);
    });
    on("paintFormXObjectEnd", restore);
    on("beginGroup", ([group]) => {
      save();
      const matrix = (group as { matrix?: unknown } | undefined)?.matrix;
      if (isMatrix(matrix)) this.#transform(matrix);
    });
    on("endGroup", restore);
    on("beginAnnotation", ([, , transform, matrix]) => {
      save();
      this.#pen = newPen(this.#source.shown);
      for (const step of [transform, matrix]) if (isMatrix(step)) this.#transform(step);
    });
    on("endAnnotation", restore);
    on("setGState", (args) => this.#setStates(args[0]));

    // By place and not by pattern, which goes through an iterator: a page has thousands of these.
    on("beginText", () => setTextMatrix(this.#pen, IDENTITY));
    on("setCharSpacing", (args) => {
      this.#pen.charSpacing = number(args[0]);
    });
    on("setWordSpacing", (args) => {
      this.#pen.wordSpacing = number(args[0]);
    });
    on("setHScale", (args) => {
      this.#pen.horizontalScale = number(args[0]) / 100;
    });
    on("setLeading", (args) => {
      this.#pen.leading = -number(args[0]);
    });
    on("setTextRise", (args) => {
      this.#pen.rise = number(args[0]);
    });
    on("setTextRenderingMode", (args) => {
      this.#pen.mode = number(args[0]);
    });
    on("setFont", (args) => this.#setFont(args[0], args[1]));
    on("moveText", (args) => moveText(this.#pen, number(args[0]), number(args[1])));
    on("setLeadingMoveText", (args) => {
      this.#pen.leading = number(args[1]);
      moveText(this.#pen, number(args[0]), number(args[1]));
    });
    on("nextLine", () => moveText(this.#pen, 0, this.#pen.leading));
    on("setTextMatrix", (args) => {
      const matrix = args.length === 1 ? args[0] : args;
      if (isMatrix(matrix)) setTextMatrix(this.#pen, matrix);
    });
    on("showText", (args) => this.#text.show(args[0], this.#pen, this.#order, this.#hidden > 0));

    on("beginMarkedContent", () => this.#enter(true));
    on("beginMarkedContentProps", (args) => {
      this.#enter(args[0] !== "OC" || this.#source.isOn(args[1]));
      if (typeof args[1] === "string" && args[0] !== "OC") this.#text.beginSpelled(decodeTextString(args[1]), this.#layers.length);
    });
    on("endMarkedContent", () => this.#leave());

    for (const name of ["paintImageXObject", "paintInlineImageXObject"]) on(name, () => this.#picture(this.#pen.ctm, this.#masked));
    for (const name of ["paintImageMaskXObject", "paintSolidColorImageMask"]) on(name, () => this.#picture(this.#pen.ctm, true));
    on("paintImageXObjectRepeat", ([, x, y, at]) => this.#repeat([number(x), 0, 0, number(y), 0, 0], at, false));
    on("paintImageMaskXObjectRepeat", ([, a, b, c, d, at]) => this.#repeat([number(a), number(b), number(c), number(d), 0, 0], at, true));
    on("paintInlineImageXObjectGroup", ([, parts]) => this.#group(parts, false));
    on("paintImageMaskXObjectGroup", ([parts]) => this.#group(parts, true));
    on("constructPath", (args) => {
      const data = args[1];
      const path = Array.isArray(data) ? (data[0] as { length?: number } | null | undefined) : undefined;
      if (this.#hidden === 0) this.#strokes += path?.length ?? 0;
    });
    return steps;
  }

  #transform(matrix: Matrix): void {
    if (matrix.length >= 6) transform(this.#pen, matrix);
  }

  #setStates(states: unknown): void {
    if (!Array.isArray(states)) return;
    for (const entry of states) {
      if (!Array.isArray(entry)) continue;
      const [key, value] = entry;
      if (key === "Font" && Array.isArray(value)) this.#setFont(value[0], value[1]);
      else if (key === "ca") this.#pen.fillAlpha = number(value);
      else if (key === "SMask") this.#masked = true;
    }
  }

  #setFont(name: unknown, size: unknown): void {
    this.#pen.font = this.#source.fontOf(String(name));
    this.#pen.size = number(size);
  }

  #enter(isShown: boolean): void {
    this.#layers.push(isShown);
    if (!isShown) this.#hidden++;
  }

  #leave(): void {
    this.#text.endSpelled(this.#layers.length);
    if (this.#layers.pop() === false) this.#hidden--;
  }

  #picture(matrix: Matrix, isMask: boolean): void {
    if (this.#hidden > 0) return;
    this.#pictures.push({ box: mappedBox(matrix, UNIT_SQUARE), order: this.#order, isMask });
    this.#text.part();
  }

  #repeat(matrix: Matrix, at: unknown, isMask: boolean): void {
    if (!isNumbers(at)) return;
    for (let i = 0; i + 1 < at.length; i += 2) {
      const placed: Matrix = [matrix[0], matrix[1], matrix[2], matrix[3], at[i] as number, at[i + 1] as number];
      this.#picture(compose(this.#pen.ctm, placed), isMask);
    }
  }

  #group(parts: unknown, isMask: boolean): void {
    if (!Array.isArray(parts)) return;
    for (const part of parts) {
      const matrix = (part as { transform?: unknown } | null)?.transform;
      if (isMatrix(matrix)) this.#picture(compose(this.#pen.ctm, matrix), isMask);
    }
  }
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return typeof value === "object" && value !== null && "length" in value;
}

/** Of an array or a typed one, six numbers. */
function isMatrix(value: unknown): value is Matrix {
  return isNumbers(value) && value.length >= 6 && typeof value[0] === "number";
}
