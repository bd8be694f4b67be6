import type { ParagraphFormat } from "./styles.ts";

/** What stands in a story (the body, a note, a header, a cell), in order. */
export type StoryBlock = Paragraph | Table;

/** A place in a paragraph's text at which something begins, ends or is referred to. */
export interface Mark {
  /** Offset in the paragraph's text, in UTF-16 code units. */
  readonly at: number;
  readonly kind: "bookmark" | "comment" | "comment-start" | "comment-end" | "footnote" | "endnote";
  /** Name of the bookmark, id of the comment or note. */
  readonly id: string;
}

export interface Paragraph {
  readonly kind: "paragraph";
  readonly style: string | undefined;
  readonly format: ParagraphFormat;
  /** Without outer white space; `\n` is a line break, `\t` a tab. */
  readonly text: string;
  /** Rising by `at`. */
  readonly marks: readonly Mark[];
  readonly isBold: boolean;
  /** Its mark is hidden, as a style separator's is: the next paragraph goes on in the same line. */
  readonly runsOn: boolean;
}

export interface Table {
  readonly kind: "table";
  readonly rows: readonly Row[];
  readonly style: string | undefined;
  /** The style's look for a first row is wanted. */
  readonly looksAtFirstRow: boolean;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Grid columns left out before the first cell. */
  readonly before: number;
  /** Repeated at the top of each page. */
  readonly isHeader: boolean;
}

export interface Cell {
  readonly blocks: readonly StoryBlock[];
  /** Grid columns it takes. */
  readonly columns: number;
  /** Merged with the cell above. */
  readonly continues: boolean;
  readonly isShaded: boolean;
}

/** What was left out of a story, or read in a way that its reader should know. */
export interface StoryTally {
  insertions: number;
  deletions: number;
  moves: number;
  readonly authors: Set<string>;
  /** Characters of hidden text and of tables of contents, white space not counted. */
  leftOut: number;
  pictures: number;
  /** Charts, embedded files and other parts that hold text and are not read. */
  unread: number;
  /** What the file refers to and does not hold, by what it is ("footnote", "header"), each once. */
  readonly missing: Map<MissingPart, number>;
  /** Signs of a symbol font that are not known: each is U+FFFD. */
  unknownSymbols: number;
  /** Numbers that only Word computes (LISTNUM, AUTONUM): they are missing. */
  missingNumbers: number;
  /** Names of fields that show something on the page, and whose result is not in the file (EQ, REF). */
  readonly emptyFields: string[];
}

export type MissingPart = "footnote" | "endnote" | "comment" | "header" | "footer";

export function newTally(): StoryTally {
  return {
    ...{ insertions: 0, deletions: 0, moves: 0, authors: new Set<string>() },
    ...{ leftOut: 0, pictures: 0, unread: 0, unknownSymbols: 0, missingNumbers: 0 },
    ...{ missing: new Map<MissingPart, number>(), emptyFields: [] },
  };
}
