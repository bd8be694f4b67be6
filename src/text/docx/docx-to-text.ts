import { documentDamaged } from "../../errors.ts";
import type { Attributes, Json, OutlineEntry, SourcePlace } from "../../model.ts";
import { ListNumbers } from "./list-numbers.ts";
import { Margins } from "./margins.ts";
import { Notes, storyText } from "./notes.ts";
import { readXmlTree, type XmlNode } from "./ooxml.ts";
import { readProperties } from "./properties.ts";
import { readStories, type Stories } from "./read-stories.ts";
import { newTally, type StoryTally } from "./story.ts";
import { Styles } from "./styles.ts";
import { TextWriter } from "./text-writer.ts";
import { openWordFile, type Part, type WordPackage } from "./word-package.ts";

/** A Word file as text. Spans count in `text`. */
export interface DocxText {
  readonly text: string;
  readonly title?: string;
  /** As the file gives it, unchecked. */
  readonly language?: string;
  readonly outline: readonly OutlineEntry[];
  /** Paragraphs with a bookmark, under its name. */
  readonly places: readonly SourcePlace[];
  /** Properties of the file, comments, headers and footers. */
  readonly metadata: Attributes;
  readonly tally: StoryTally;
}

/**
 * What a reader of the file sees, in reading order: see `TextWriter` for the form. Text boxes stand behind the paragraph that
 * holds their anchor. Headers, footers and comments are metadata; tables of contents and hidden text are left out.
 *
 * @param source - named by the errors
 * @throws DOCUMENT_FORMAT_WRONG, DOCUMENT_PROTECTED, DOCUMENT_DAMAGED, DOCUMENT_TOO_LARGE, PACKAGE_MISSING
 */
export async function docxToText(bytes: Uint8Array, source: string): Promise<DocxText> {
  const file = await openWordFile(bytes, source);
  const styles = new Styles(await tree(file.related("styles")));
  const numbering = await tree(file.related("numbering"));
  const lists = () => new ListNumbers(numbering, styles);
  const settings = await tree(file.related("settings"));
  const properties = await readProperties(file);
  const tally = newTally();
  const body = await readStories(file.main, styles, tally, await readDiagrams(file));
  const story = body.stories.get("");
  if (story === undefined) throw documentDamaged(source, `has a part "${file.main.name}" without a body`);
  const notes = async (kind: "footnote" | "endnote") => {
    const stories = await storiesOf(file.related(`${kind}s`), styles, tally);
    return new Notes(kind, stories?.stories ?? new Map(), settings, body.sections[0], lists());
  };
  const [footnotes, endnotes] = [await notes("footnote"), await notes("endnote")];
  const writer = new TextWriter({ styles, numbers: lists(), footnotes, endnotes });
  writer.write(story.blocks);
  const written = await storiesOf(file.related("comments"), styles, tally);
  const comments = commentsOf(written, writer, lists());
  const margins = new Margins(file, body, styles, tally);
  const headers = await margins.texts("header", lists());
  const footers = await margins.texts("footer", lists());
  tally.missing.set("footnote", footnotes.missing);
  tally.missing.set("endnote", endnotes.missing);
  tally.missing.set("comment", [...writer.comments.keys()].filter((id) => !written?.stories.has(id)).length);
  const title = properties.title ?? writer.title;
  return {
    text: writer.text(),
    ...(title === undefined ? {} : { title }),
    ...(properties.language === undefined ? {} : { language: properties.language }),
    outline: writer.outline,
    places: writer.places,
    metadata: {
      ...properties.metadata,
      ...list("comments", comments),
      ...list("headers", headers),
      ...list("footers", footers),
      ...(tally.pictures === 0 ? {} : { pictures: tally.pictures }),
      leftOutCharacters: tally.leftOut,
    },
    tally,
  };
}

function list(name: string, values: readonly Json[]): Attributes {
  return values.length === 0 ? {} : { [name]: values };
}

async function tree(part: Part | undefined): Promise<XmlNode | undefined> {
  return part === undefined ? undefined : readXmlTree(part.bytes, part);
}

async function storiesOf(part: Part | undefined, styles: Styles, tally: StoryTally): Promise<Stories | undefined> {
  return part === undefined ? undefined : readStories(part, styles, tally);
}

function commentsOf(comments: Stories | undefined, writer: TextWriter, lists: ListNumbers): Json[] {
  return [...(comments?.stories ?? [])].map(([id, { attributes, blocks }]) => {
    const [author, date] = [attributes.get("w:author"), attributes.get("w:date")];
    return {
      text: storyText(blocks, lists),
      ...(author === undefined || author === "" ? {} : { author }),
      ...(date === undefined ? {} : { date }),
      ...writer.comments.get(id),
    };
  });
}

/** Lines of the SmartArt drawings, by relationship. */
async function readDiagrams(file: WordPackage): Promise<Map<string, string[]>> {
  const diagrams = new Map<string, string[]>();
  for (const [id, { type, target, isExternal }] of file.relationships) {
    const root = type !== "diagramData" || isExternal ? undefined : await tree(file.part(target));
    if (root !== undefined) diagrams.set(id, linesIn(root));
  }
  return diagrams;
}

function linesIn(root: XmlNode): string[] {
  const lines: string[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.name === "a:p") lines.push(textIn(node));
    else open.push(...[...node.children].reverse());
  }
  return lines.filter((line) => line.trim() !== "");
}

function textIn(node: XmlNode): string {
  return node.name === "a:t" ? node.text : node.children.map(textIn).join("");
}
