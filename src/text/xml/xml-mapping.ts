/**
 * An element, by its name without prefix, with conditions on what is around it:
 *
 * - `sec`: every element of that name, whatever its prefix; `mml:math` only with that prefix
 * - `sec/title`: a `title` whose parent is a `sec`
 * - `list[list-type=order]`, `section[numbered!=false]`: by an attribute's value
 * - `section/@title`: an attribute, where a value is read
 */
export type XmlSelector = string;

/**
 * What the elements of a kind of XML mean, as plain data. Of several selectors that match an element the most exact one counts.
 * An element that is named nowhere runs on in its line where it stands among text, and is a block of its own elsewhere.
 */
export interface XmlMapping {
  /** What the document's `metadata.mapping` says. */
  readonly name: string;
  /** For which documents, by the root's name or its namespace (a whole one, or its beginning with `*` behind it). */
  readonly roots?: readonly string[];
  readonly namespaces?: readonly string[];

  /** Where the document's title is read. One that is among `headings` too stands above everything. */
  readonly title?: readonly XmlSelector[];
  /** Where its language is read. @default `xml:lang` of the root */
  readonly language?: readonly XmlSelector[];
  readonly metadata?: { readonly [key: string]: readonly XmlSelector[] };
  /** Facets of a Document; dates may be written in any form that has year, month and day. */
  readonly facets?: { readonly [key in XmlFacet]?: readonly XmlSelector[] };

  /** Each is a section of the outline, with the heading and number found in it. */
  readonly sections?: readonly XmlSelector[];
  /** Of the section they stand in; elsewhere a heading of its own, at the level that `headingLevel` names. */
  readonly headings?: readonly XmlSelector[];
  /** The attribute that gives a heading without a section its level, 1 or more. */
  readonly headingLevel?: string;
  /** Numbers as printed, of sections, paragraphs and items. */
  readonly numbers?: readonly XmlSelector[];
  /** Text of another document that this one quotes, or inserts into it: sections and headings in it are none of this one's. */
  readonly quoted?: readonly XmlSelector[];
  /** Headings that pages print and files leave out: `{ "abstract": "Abstract" }`. */
  readonly names?: { readonly [selector: XmlSelector]: string };
  /** Sections whose numbers pages print and files leave out. */
  readonly numbering?: XmlNumbering;

  readonly paragraphs?: readonly XmlSelector[];
  readonly orderedLists?: readonly XmlSelector[];
  readonly items?: readonly XmlSelector[];
  readonly terms?: readonly XmlSelector[];
  readonly definitions?: readonly XmlSelector[];
  readonly tables?: readonly XmlSelector[];
  readonly rows?: readonly XmlSelector[];
  readonly cells?: readonly XmlSelector[];
  readonly headerCells?: readonly XmlSelector[];
  readonly preformatted?: readonly XmlSelector[];
  readonly lineBreaks?: readonly XmlSelector[];
  /** Never apart from the text around them. */
  readonly inline?: readonly XmlSelector[];
  /** Exponents and the like: behind a digit, `^` keeps 10² from becoming 102. */
  readonly raised?: readonly XmlSelector[];
  /** Written in brackets behind the word they belong to. */
  readonly footnotes?: readonly XmlSelector[];
  /** Marks whose attribute is the id of a footnote that stands elsewhere: it is moved to the mark. */
  readonly footnoteMarks?: { readonly [selector: XmlSelector]: string };
  /** Elements without text that pages show by the values of attributes, first to last. */
  readonly shown?: { readonly [selector: XmlSelector]: readonly string[] };
  /** As `shown`, but the attribute is the hexadecimal code of a character. */
  readonly characters?: { readonly [selector: XmlSelector]: string };
  /** Elements without text that point to an id: shown by the number of the section they point to, else by the id. */
  readonly references?: { readonly [selector: XmlSelector]: string };
  /** Left out of the text, and counted in `metadata.leftOut`. */
  readonly omitted?: readonly XmlSelector[];
  /** Attributes that hold an element's id. @default ["xml:id", "id"] */
  readonly ids?: readonly string[];
}

export type XmlFacet = "work" | "version" | "url" | "published" | "inForceFrom" | "inForceTo";

export interface XmlNumbering {
  /** Numbered 1., 2., 3. in document order, and the sections in them 1.1., 1.2. */
  readonly decimal?: readonly XmlSelector[];
  /** Lettered Appendix A., Appendix B., and the sections in them A.1., A.2. */
  readonly appendix?: readonly XmlSelector[];
  /** Sections that have no number nonetheless. */
  readonly without?: readonly XmlSelector[];
  /** Sections that come under a numbered heading of their own where there are several: `{ "back/references": "References" }`. */
  readonly grouped?: { readonly [selector: XmlSelector]: string };
}
