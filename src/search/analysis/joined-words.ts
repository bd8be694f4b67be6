/** Words of a text that are joined: "12(3)(a)", "pre-existing", "C++". */
export interface JoinedWords {
  readonly text: string;
  readonly start: number;
  /** Where each of the words ends. */
  readonly ends: ArrayLike<number>;
  readonly parts: number;
  /** Whether a word begins with a digit. */
  readonly digits: boolean;
  /** What the label before them adds to a citation, and where it begins: -1 without one. */
  readonly label: string;
  readonly labelStart: number;
}

/** Takes a composite: its term, its place in the text, and whether it is a `WORD` or `EXACT`. */
export type ShowComposite = (term: string, start: number, end: number, kind: number) => void;

/** A citation without the differences that mean nothing: case, width, kinds of hyphen and apostrophe. */
export function foldCitation(citation: string): string {
  return citation
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2010\u2011]/g, "-")
    .replaceAll("\u2019", "'");
}
