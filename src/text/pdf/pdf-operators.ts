/** The part of the PDF library's interface that is used here, in its own words. */

export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null | undefined)[];
}

export type OperatorCodes = { readonly [name: string]: number };

/** A font as the library hands it out when it is asked for all it knows. */
export interface LoadedFont {
  readonly name?: string;
  readonly loadedName?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly vertical?: boolean;
  readonly isType3Font?: boolean;
  readonly composite?: boolean;
  readonly fontMatrix?: readonly number[];
  readonly ascent?: number;
  readonly descent?: number;
  readonly bbox?: readonly number[];
  readonly missingFile?: boolean;
  readonly cMap?: { readonly name?: string; readonly builtInCMap?: boolean };
  readonly toUnicode?: { readonly _map?: readonly unknown[]; readonly firstChar?: number; readonly lastChar?: number };
  readonly defaultVMetrics?: readonly number[];
}

/** One character of a text operator; numbers between them move the pen. */
export interface ShownGlyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly vmetric?: readonly number[] | null;
  readonly originalCharCode?: number;
}
