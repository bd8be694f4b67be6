import { formatNumber } from "./number-formats.ts";
import { childOf, integerOf, valOf, type XmlNode } from "./ooxml.ts";
import type { Story } from "./read-stories.ts";
import type { StoryBlock } from "./story.ts";

export type NoteKind = "footnote" | "endnote";

/** Footnotes or endnotes with the numbers that Word gives them: by the order in which they are referred to. */
export class Notes {
  readonly #stories: ReadonlyMap<string, Story>;
  readonly #label: string;
  readonly #format: string;
  readonly #numbers = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  #next: number;

  /**
   * @param settings - the settings part, which may say where numbers start and how they look
   * @param section - the properties of the first section, which may say it instead
   */
  constructor(kind: NoteKind, stories: ReadonlyMap<string, Story>, settings: XmlNode | undefined, section: XmlNode | undefined) {
    const own = [childOf(section, `w:${kind}Pr`), childOf(settings, `w:${kind}Pr`)];
    const value = (name: string) => own.map((node) => valOf(node, name)).find((found) => found !== undefined);
    this.#stories = stories;
    this.#label = kind === "footnote" ? "Footnote" : "Endnote";
    this.#format = value("w:numFmt") ?? (kind === "footnote" ? "decimal" : "lowerRoman");
    this.#next = Math.max(0, integerOf(value("w:numStart")) ?? 1);
  }

  /** `[Footnote 3: Not for perishables.]`; undefined where the file has no such note, or an empty one. */
  text(id: string): string | undefined {
    const story = this.#stories.get(id);
    if (story === undefined) return undefined;
    const number = this.#numbers.get(id) ?? formatNumber(this.#next++, this.#format);
    this.#numbers.set(id, number);
    const text = this.#texts.get(id) ?? storyText(story.blocks);
    this.#texts.set(id, text);
    return text === "" ? undefined : `[${this.#label} ${number}: ${text}]`;
  }
}

/** A story in one line: paragraphs apart by a space, cells by a semicolon. */
export function storyText(blocks: readonly StoryBlock[]): string {
  const parts: string[] = [];
  for (const block of blocks) {
    if (block.kind === "paragraph") parts.push(block.text);
    else for (const row of block.rows) parts.push(row.cells.map((cell) => storyText(cell.blocks)).join("; "));
  }
  return parts
    .map((part) => part.replaceAll(/\s+/g, " ").trim())
    .filter((part) => part !== "")
    .join(" ");
}
