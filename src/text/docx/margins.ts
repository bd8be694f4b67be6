import type { ListNumbers } from "./list-numbers.ts";
import { storyText } from "./notes.ts";
import { readStories, type Stories } from "./read-stories.ts";
import type { StoryTally } from "./story.ts";
import type { Styles } from "./styles.ts";
import type { WordPackage } from "./word-package.ts";

/** The headers and footers that sections name. */
export class Margins {
  readonly #file: WordPackage;
  readonly #body: Stories;
  readonly #styles: Styles;
  readonly #tally: StoryTally;

  /** @param tally - what they leave out, and how many of them are not in the file, is added to it */
  constructor(file: WordPackage, body: Stories, styles: Styles, tally: StoryTally) {
    this.#file = file;
    this.#body = body;
    this.#styles = styles;
    this.#tally = tally;
  }

  /** The texts of a kind, each once, in the order of the sections. @throws DOCUMENT_DAMAGED */
  async texts(kind: "header" | "footer", lists: ListNumbers): Promise<string[]> {
    const texts = new Set<string>();
    let missing = 0;
    for (const id of this.#named(kind)) {
      const target = this.#file.relationships.get(id);
      const part = target === undefined || target.isExternal ? undefined : this.#file.part(target.target);
      if (part === undefined) {
        missing++;
        continue;
      }
      const { stories } = await readStories(part, this.#styles, this.#tally);
      for (const { blocks } of stories.values()) texts.add(storyText(blocks, lists));
    }
    texts.delete("");
    this.#tally.missing.set(kind, missing);
    return [...texts];
  }

  /** Relationships, each once: sections share their headers. */
  #named(kind: "header" | "footer"): Set<string> {
    const found = this.#body.sections.flatMap(({ children }) => children.filter(({ name }) => name === `w:${kind}Reference`));
    return new Set(found.map(({ attributes }) => attributes.get("r:id") ?? ""));
  }
}
