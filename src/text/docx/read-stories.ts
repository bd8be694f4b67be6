import { type Enter, readXml, type XmlAttributes, type XmlNode, type XmlVisitor } from "./ooxml.ts";
import type { StoryBlock, StoryTally } from "./story.ts";
import { StoryBuilder } from "./story-builder.ts";
import type { Styles } from "./styles.ts";
import type { Part } from "./word-package.ts";

/** The body, or one note, comment, header or footer. */
export interface Story {
  readonly attributes: XmlAttributes;
  readonly blocks: readonly StoryBlock[];
}

export interface Stories {
  /** By `w:id`; a story without one, the body say, has "". */
  readonly stories: ReadonlyMap<string, Story>;
  /** Properties of the sections, in order. */
  readonly sections: readonly XmlNode[];
}

/**
 * @param tally - what was left out is added to it
 * @param diagrams - the lines of each SmartArt drawing, by the id of its relationship: they stand in parts of their own
 * @throws DOCUMENT_DAMAGED
 */
export async function readStories(
  part: Part,
  styles: Styles,
  tally: StoryTally,
  diagrams: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Stories> {
  const reader = new StoryReader(styles, tally, diagrams);
  await readXml(part.bytes, part, reader);
  return reader;
}

const STORIES = new Set(["w:body", "w:comment", "w:endnote", "w:footnote", "w:ftr", "w:hdr"]);

/** Passed over with all that is in them: properties, deleted text, what only Word itself can show. */
const SILENT = new Set([
  ...["a:txPr", "w:background", "w:customXmlPr", "w:delInstrText", "w:delText", "w:docPartObj", "w:pPrChange"],
  ...["w:rPrChange", "w:rubyPr", "w:sdtEndPr", "w:sdtPr", "w:smartTagPr", "w:tblGrid", "w:tblPrEx", "w:tblPrExChange", "wp:docPr"],
]);

class StoryReader implements XmlVisitor, Stories {
  readonly stories = new Map<string, Story>();
  readonly sections: XmlNode[] = [];
  readonly #tally: StoryTally;
  readonly #styles: Styles;
  readonly #diagrams: ReadonlyMap<string, readonly string[]>;
  #story: StoryBuilder | undefined;
  /** For each open `mc:AlternateContent`, whether one of its choices was taken. */
  readonly #taken: boolean[] = [];

  constructor(styles: Styles, tally: StoryTally, diagrams: ReadonlyMap<string, readonly string[]>) {
    this.#styles = styles;
    this.#tally = tally;
    this.#diagrams = diagrams;
  }

  enter(name: string, attributes: XmlAttributes): Enter {
    if (STORIES.has(name) && this.#story === undefined) return this.#enterStory(attributes);
    const story = this.#story;
    if (SILENT.has(name)) return "skip";
    if (story === undefined) return undefined;
    if (name.startsWith("m:")) return this.#enterMath(name, story);
    switch (name) {
      case "w:p":
        story.startParagraph();
        return () => story.endParagraph();
      case "w:pPr":
        return { whole: (node) => this.#paragraphProperties(node, story) };
      case "w:r":
        story.startRun();
        return () => story.endRun();
      case "w:rPr":
        return { whole: (node) => story.runProperties(node) };
      case "w:t":
        return { whole: ({ text }) => story.text(attributes.get("xml:space") === "preserve" ? text : trimmed(text)) };
      case "w:tab":
      case "w:ptab":
        return this.#now(() => story.tab());
      case "w:br":
      case "w:cr":
        return this.#now(() => story.text("\n"));
      case "w:noBreakHyphen":
        return this.#now(() => story.text("-"));
      case "w:sym":
        return this.#now(() => story.symbol(attributes.get("w:font"), Number.parseInt(attributes.get("w:char") ?? "", 16)));
      case "w:fldChar":
        return { whole: (node) => story.fieldCharacter(node) };
      case "w:instrText":
        return { whole: ({ text }) => story.fieldCode(text) };
      case "w:fldSimple":
        return story.enterSimpleField(attributes.get("w:instr") ?? "");
      case "w:ruby":
        return story.enterRuby();
      case "w:rt":
        return story.enterReading();
      case "w:sectPr":
        return { whole: (node) => this.sections.push(node) };
      case "w:tbl":
        return story.enterTable();
      case "w:tblPr":
        return { whole: (node) => story.table?.properties(node) };
      case "w:tr":
        story.table?.startRow();
        return () => story.table?.endRow();
      case "w:trPr":
        return { whole: (node) => story.table?.rowProperties(node) };
      case "w:tc":
        return story.enterCell();
      case "w:tcPr":
        return { whole: (node) => story.table?.cellProperties(node) };
      case "w:txbxContent":
        return story.enterBox();
      case "w:footnoteReference":
      case "w:endnoteReference":
      case "w:bookmarkStart":
      case "w:commentRangeStart":
      case "w:commentRangeEnd":
      case "w:commentReference":
        return this.#now(() => this.#mark(name, attributes, story));
      default:
        return this.#enterChange(name, attributes) ?? this.#enterDrawing(name, attributes, story);
    }
  }

  #now(act: () => void): undefined {
    act();
    return undefined;
  }

  #enterStory(attributes: XmlAttributes): Enter {
    const type = attributes.get("w:type") ?? "normal";
    if (type !== "normal") return "skip"; // the line between text and notes
    const story = new StoryBuilder(this.#styles, this.#tally);
    this.#story = story;
    return () => {
      this.#story = undefined;
      const id = attributes.get("w:id") ?? "";
      if (!this.stories.has(id)) this.stories.set(id, { attributes, blocks: story.finish() });
    };
  }

  #paragraphProperties(node: XmlNode, story: StoryBuilder): void {
    const section = node.children.find(({ name }) => name === "w:sectPr");
    if (section !== undefined) this.sections.push(section);
    story.paragraphProperties(node);
  }

  #mark(name: string, attributes: XmlAttributes, story: StoryBuilder): void {
    const id = attributes.get("w:id") ?? "";
    if (name === "w:footnoteReference") story.mark("footnote", id);
    else if (name === "w:endnoteReference") story.mark("endnote", id);
    else if (name === "w:commentRangeStart") story.mark("comment-start", id);
    else if (name === "w:commentRangeEnd") story.mark("comment-end", id);
    else if (name === "w:commentReference") story.mark("comment", id);
    else story.mark("bookmark", attributes.get("w:name") ?? "");
  }

  /** Tracked changes: what was inserted or moved here stays, what was deleted or moved away goes. */
  #enterChange(name: string, attributes: XmlAttributes): Enter {
    const tally = this.#tally;
    switch (name) {
      case "w:ins":
        tally.insertions++;
        break;
      case "w:moveTo":
        tally.moves++;
        break;
      case "w:del":
        tally.deletions++;
        break;
      case "w:moveFrom":
        break;
      default:
        return undefined;
    }
    const author = attributes.get("w:author");
    if (author !== undefined && author !== "") tally.authors.add(author);
    return name === "w:del" || name === "w:moveFrom" ? "skip" : () => {};
  }

  #enterDrawing(name: string, attributes: XmlAttributes, story: StoryBuilder): Enter {
    switch (name) {
      case "mc:AlternateContent":
        this.#taken.push(false);
        return () => this.#taken.pop();
      case "mc:Choice":
      case "mc:Fallback":
        if (this.#taken.at(-1) === true) return "skip";
        if (name === "mc:Choice") this.#taken[this.#taken.length - 1] = true;
        return undefined;
      case "pic:pic":
      case "v:imagedata":
        this.#tally.pictures++;
        return "skip";
      case "dgm:relIds": {
        const lines = this.#diagrams.get(attributes.get("r:dm") ?? "");
        if (lines === undefined) this.#tally.unread++;
        else story.drawn(lines);
        return "skip";
      }
      case "v:textpath": // lettering drawn as a picture, a watermark say
        story.drawn([attributes.get("string") ?? ""]);
        return "skip";
      case "a:txBody":
      case "c:chart":
      case "o:OLEObject":
      case "w:altChunk":
      case "w:control":
      case "w:subDoc":
        this.#tally.unread++;
        return "skip";
      default:
        return undefined;
    }
  }

  #enterMath(name: string, story: StoryBuilder): Enter {
    if (name === "m:t") return { whole: ({ text }) => story.math(text) };
    if (name.endsWith("Pr")) return { whole: (node) => story.mathProperties(node) };
    if (name === "m:oMathPara") return undefined;
    return story.enterMath(name);
  }
}

/** Without the white space of XML at its ends, which counts only where the element says so. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
