import type { ListNumbers } from "./list-numbers.ts";
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
  readonly #lists: ListNumbers;
  readonly #missing = new Set<string>();
  #next: number;

  /**
   * @param settings - the settings part, which may say where numbers start and how they look
   * @param section - the properties of the first section, which may say it instead
   * @param lists - the notes' own: lists in notes do not count on from those of the body
   */
  constructor(
    kind: NoteKind,
    stories: ReadonlyMap<string, Story>,
    settings: XmlNode | undefined,
    section: XmlNode | undefined,
    lists: ListNumbers,
  ) {
    const own = [childOf(section, `w:${kind}Pr`), childOf(settings, `w:${kind}Pr`)];
    const value = (name: string) => own.map((node) => valOf(node, name)).find((found) => found !== undefined);
    this.#stories = stories;
    this.#lists = lists;
    this.#label = kind === "footnote" ? "Footnote" : "Endnote";
    this.#format = value("w:numFmt") ?? (kind === "footnote" ? "decimal" : "lowerRoman");
    this.#next = Math.max(0, integerOf(value("w:numStart")) ?? 1);
  }

  /** How many notes were referred to that the file does not have. */
  get missing(): number {
    return this.#missing.size;
  }

  /** `[Footnote 3: Not for perishables.]`; undefined where the file has no such note, or an empty one. */
  text(id: string): string | undefined {
    const number = this.#numbers.get(id) ?? formatNumber(this.#next++, this.#format);
    this.#numbers.set(id, number);
    const story = this.#stories.get(id);
    if (story === undefined) {
      this.#missing.add(id);
      return undefined;
    }
    const text = this.#texts.get(id) ?? storyText(story.blocks, this.#lists);
    this.#texts.set(id, text);
    return text === "" ? undefined : `[${this.#label} ${number}: ${text}]`;
  }
}

/** A story in one line, with its lists' numbers: paragraphs apart by a space, cells by a semicolon. */
export function storyText(blocks: readonly StoryBlock[], lists: ListNumbers): string {
  const parts: string[] = [];
  for (const block of blocks) {
    if (block.kind === "paragraph") {
      const label = lists.next(block.format, block.style);
      parts.push(label === undefined || block.text === "" ? block.text : label.text + label.gap + block.text);
    } else for (const row of block.rows) parts.push(row.cells.map((cell) => storyText(cell.blocks, lists)).join("; "));
  }
  return parts
    .map((part) => part.replaceAll(/\s+/g, " ").trim())
    .filter((part) => part !== "")
    .join(" ");
}
