import { describe, expect, it } from "vitest";
import { inferMapping } from "../../../src/text/xml/infer-mapping.ts";
import { parseXml } from "../../../src/text/xml/parse-xml.ts";
import type { XmlMapping } from "../../../src/text/xml/xml-mapping.ts";
import { parseSelector } from "../../../src/text/xml/xml-selectors.ts";
import { xmlToText } from "../../../src/text/xml/xml-text.ts";

const read = async (source: string, mapping?: Partial<XmlMapping>) => {
  const { root } = await parseXml(source, "a.xml");
  return xmlToText(root, mapping === undefined ? inferMapping(root) : { name: "test", ...mapping });
};
const outlineOf = ({ outline }: Awaited<ReturnType<typeof read>>) => outline.map(({ level, title }) => `${level} ${title}`);

const act: Partial<XmlMapping> = {
  title: ["act/title"],
  sections: ["section", "recital"],
  headings: ["act/title", "group", "section/note", "section/@name"],
  headingLevel: "level",
  numbers: ["num", "def/@term"],
  names: { abstract: "Abstract" },
  paragraphs: ["p", "para", "def"],
  items: ["item"],
  orderedLists: ["steps"],
  footnotes: ["fn"],
  footnoteMarks: { mark: "ref" },
  omitted: ["meta"],
  metadata: { year: ["meta/year"], kind: ["act/@kind"], all: ["item"] },
  facets: { published: ["meta/date"] },
};

describe("sections", () => {
  it("takes number and heading together, whichever stands first, and runs a number alone into its text", async () => {
    const result = await read(
      "<act><title>Wells</title><section><note>Digging</note><num>1</num><p>Ask.</p></section><section><num>2</num><p>Wait.</p></section></act>",
      act,
    );
    expect(result.text).toBe("Wells\n\n1 Digging\n\nAsk.\n\n2 Wait.");
    expect(outlineOf(result)).toEqual(["1 Wells", "2 1 Digging", "2 2"]);
  });

  it("puts sections below the headings that stand between them", async () => {
    const result = await read(
      '<act><group level="1">Part I</group><section><num>1</num>a</section><group level="2">Division 1</group><section><num>2</num>b</section><group level="1">Part II</group><section><num>3</num>c</section></act>',
      act,
    );
    expect(outlineOf(result)).toEqual(["1 Part I", "2 1", "2 Division 1", "3 2", "1 Part II", "2 3"]);
  });

  it("reads headings from attributes, and takes no label from further in", async () => {
    const result = await read('<act><section name="Scope"><p><num>Table 1</num> Wells</p></section></act>', act);
    expect(result.text).toBe("Scope\n\nTable 1 Wells");
    expect(outlineOf(result)).toEqual(["1 Scope"]);
  });

  it("counts the sections that a file leaves uncounted, and shows references by their numbers", async () => {
    const result = await read(
      '<rfc><middle><section name="A"><section name="B" id="b"/></section><section name="C" numbered="false"><p>See <x to="b"/>, <x to="R1"/>.</p></section></middle><back><refs name="N"/><refs name="I"/><section name="D"/></back></rfc>',
      {
        sections: ["section", "refs"],
        headings: ["section/@name", "refs/@name"],
        paragraphs: ["p"],
        references: { x: "to" },
        numbering: {
          decimal: ["middle/section", "back/refs"],
          appendix: ["back/section"],
          without: ["section[numbered=false]"],
          grouped: { "back/refs": "References" },
        },
      },
    );
    expect(outlineOf(result)).toEqual(["1 1. A", "2 1.1. B", "1 C", "1 2. References", "2 2.1. N", "2 2.2. I", "1 Appendix A. D"]);
    expect(result.text).toContain("See Section 1.1, [R1].");
  });
});

describe("text", () => {
  it("neither grows words together nor cuts them", async () => {
    const { text } = await read(
      "<a><p>H<sub>2</sub>O and <i>ital</i>ics</p><p><sub>2</sub><i>x</i></p><p><name><first>Ada</first><last>Byron</last></name></p></a>",
      { paragraphs: ["p"], inline: [] },
    );
    expect(text).toBe("H2O and italics\n\n2x\n\nAda Byron");
  });

  it("numbers items as printed, else counts or marks them", async () => {
    const { text } = await read(
      "<act><p>Bring</p><list><item><num>(a)</num><p>a pen; and</p></item><item><num>(b)</num><p>ink.</p></item></list><steps><item>one</item><item>two</item></steps><list><item>x</item></list><def term='Ink'><p>black</p></def></act>",
      act,
    );
    expect(text).toBe("Bring\n\n(a) a pen; and\n(b) ink.\n\n1. one\n2. two\n\n- x\n\nInk black");
  });

  it("keeps a footnote with its sentence", async () => {
    const { text } = await read(
      "<act><p>A well<fn>a pit</fn> is deep<mark ref='n1'>1</mark>, and<mark ref='n2'>*</mark> dark.</p><notes><fn id='n1'><num>1</num><p>In feet.</p></fn><fn id='n2'><p>At night.</p></fn><fn id='n3'><p>Alone.</p></fn></notes></act>",
      act,
    );
    expect(text).toBe("A well [a pit] is deep [1 In feet.], and [* At night.] dark.\n\nAlone.");
  });

  it("loses no note that only a note, or what is left out, names", async () => {
    const { text } = await read(
      "<act><meta><mark ref='n1'>1</mark></meta><p>a</p><fn id='n1'>One<mark ref='n2'>2</mark>.</fn><fn id='n2'>Two<mark ref='n1'>1</mark>.</fn></act>",
      act,
    );
    expect(text).toBe("a\n\nOne2.\n\nTwo1.");
  });

  it("writes a footnote of a heading behind it, so that the title has none", async () => {
    const result = await read("<act><section><note>Wells<fn>pits</fn></note><p>Dig.</p></section></act>", act);
    expect([result.text, outlineOf(result)]).toEqual(["Wells\n\n[pits]\n\nDig.", ["1 Wells"]]);
  });

  it("gives tables a line a row, spans and empty cells kept in their columns", async () => {
    const html = await read(
      "<a><table><thead><tr><th>part</th><th>days</th></tr></thead><tbody><tr><td rowspan='2'>seal</td><td>30</td></tr><tr><td>a|b</td></tr></tbody></table></a>",
    );
    expect(html.text).toBe("| part | days |\n| --- | --- |\n| seal | 30 |\n| seal | a\\|b |");
    const cals = await read(
      "<a><table><tgroup><colspec colname='c1'/><colspec colname='c2'/><colspec colname='c3'/><tbody><row><entry namest='c1' nameend='c2'>x</entry><entry morerows='1'>y</entry></row><row><entry>1</entry><entry>2</entry></row></tbody></tgroup></table></a>",
    );
    expect(cals.text).toBe("| x |  | y |\n| 1 | 2 | y |");
    const groups = await read(
      "<a><table><tgroup><tbody><row><entry morerows='9'>x</entry><entry>1</entry></row></tbody><tfoot><row><entry>2</entry></row></tfoot></tgroup></table></a>",
    );
    expect(groups.text).toBe("| x | 1 |\n| 2 |");
  });

  it("leaves out what it is told to, and says how much of what", async () => {
    const result = await read("<act kind='law'><meta><year>1999</year><date>19990301</date></meta><item>a</item><item>b</item></act>", act);
    expect(result).toMatchObject({
      text: "- a\n- b",
      leftOut: { meta: 12 },
      metadata: { year: "1999", kind: "law", all: ["a", "b"] },
      facets: { published: "1999-03-01" },
    });
  });

  it("gives each stretch the id of the innermost element around it", async () => {
    const { text, places } = await read(
      "<act><section id='s1'><num>1</num><p id='p1'>One.</p><p>Two.</p></section><section id='s2'><p>Three.</p></section></act>",
      act,
    );
    expect(places.map(({ anchor, start, end }) => [anchor, text.slice(start, end)])).toEqual([
      ["s1", "1"],
      ["p1", "One."],
      ["s1", "Two."],
      ["s2", "Three."],
    ]);
  });

  it("keeps preformatted text as it stands", async () => {
    const { text } = await read("<a><p>See:</p><pre>\n  a\n    b  <x r='1'/>\n</pre></a>", {
      paragraphs: ["p"],
      preformatted: ["pre"],
      shown: { x: ["r"] },
    });
    expect(text).toBe("See:\n\n  a\n    b  1");
  });
});

describe("without a mapping", () => {
  it("sees sections, lists and paragraphs by their common names", async () => {
    const result = await read(
      "<book xml:id='b'><title>Pumps</title><chapter xml:id='c'><title>Seals</title><para>Use <emphasis>new</emphasis> ones.</para><itemizedlist><listitem><para>oil</para></listitem></itemizedlist></chapter></book>",
    );
    expect(result).toMatchObject({ title: "Pumps", text: "Pumps\n\nSeals\n\nUse new ones.\n\n- oil" });
    expect(outlineOf(result)).toEqual(["1 Pumps", "2 Seals"]);
  });

  it("gives every leaf of plain data a block, in order", async () => {
    expect((await read("<r><row><name>Ada</name><title>Countess</title></row><row><name>Bob</name></row></r>")).text).toBe(
      "Ada\n\nCountess\n\nBob",
    );
  });

  it("sets a section apart that stands right behind text", async () => {
    expect((await read("<a><section>One.<section>Two.</section></section></a>")).text).toBe("One.\n\nTwo.");
  });

  it("has no text for elements that hold none", async () => {
    expect((await read("<a b='c'><d/></a>")).text).toBe("");
  });
});

it("goes through nesting of every kind without end", async () => {
  const nested = (open: string, close: string) => `<act>${open.repeat(5000)}x${close.repeat(5000)}</act>`;
  for (const name of ["section", "p", "item", "fn", "title", "num", "x", "table", "steps"]) {
    expect((await read(nested(`<${name}>`, `</${name}>`), { ...act, tables: ["table"] })).text).toContain("x");
  }
  const { outline } = await read(nested("<section><num>1</num>", "</section>"), act);
  expect(Math.max(...outline.map(({ level }) => level))).toBe(60);
});

it("reads selectors, and refuses what is none", () => {
  expect(parseSelector("a/b[c=d][e!=f]/@g")).toMatchObject({ attribute: "g", steps: [{ name: "b" }, { name: "a" }] });
  for (const text of ["", "a//b", "a[b]", "a b", "@a", "/a"]) expect(parseSelector(text)).toBeUndefined();
});
