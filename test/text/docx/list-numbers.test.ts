import { expect, it } from "vitest";
import { docxToText } from "../../../src/text/docx/docx-to-text.ts";
import { formatNumber } from "../../../src/text/docx/number-formats.ts";
import { numbered, p, style, table, type WordParts, wordFile } from "../../helpers/word-file.ts";

const linesOf = async (parts: WordParts) => (await docxToText(wordFile(parts), "a.docx")).text.split(/\n+/);

/** Levels of a list: format, text, and what else stands in `w:lvl`. */
const definition = (id: number, levels: readonly (readonly [format: string, text: string, more?: string])[], more = "") =>
  `<w:abstractNum w:abstractNumId="${id}">${more}${levels
    .map(
      ([format, text, own = '<w:start w:val="1"/>'], i) =>
        `<w:lvl w:ilvl="${i}">${own}<w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join("")}</w:abstractNum>`;
const list = (id: number, of: number, more = "") => `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const legal = definition(1, [
  ["decimal", "%1."],
  ["decimal", "%1.%2"],
  ["lowerLetter", "(%3)"],
]);

it("counts levels as Word does, starting lower ones anew", async () => {
  const items = [0, 1, 1, 2, 2, 1, 2, 0, 1].map((level, i) => p(`t${i}`, numbered(1, level))).join("");
  expect(await linesOf({ body: items, numbering: legal + list(1, 1) })).toEqual([
    ...["1. t0", "  1.1 t1", "  1.2 t2", "    (a) t3", "    (b) t4", "  1.3 t5", "    (a) t6", "2. t7", "  2.1 t8"],
  ]);
});

it("goes on with a list after other text, also under another number of the same definition, unless that starts its own", async () => {
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
  const body =
    p("a", numbered(1)) +
    p("between") +
    p("b", numbered(1)) +
    p("c", numbered(2)) +
    p("d", numbered(3)) +
    p("e", numbered(3)) +
    p("f", numbered(1));
  expect(await linesOf({ body, numbering: legal + list(1, 1) + list(2, 1) + list(3, 1, restart) })).toEqual([
    ...["1. a", "between", "2. b", "3. c", "5. d", "6. e", "7. f"],
  ]);
});

it("counts on over higher levels where it is told so, and shows a level that never came with its start", async () => {
  const numbering =
    definition(1, [
      ["decimal", "%1."],
      ["decimal", "%1.%2", '<w:start w:val="1"/><w:lvlRestart w:val="0"/>'],
    ]) + list(1, 1);
  const levels = [1, 0, 1, 0, 1];
  expect(await linesOf({ body: levels.map((level) => p("x", numbered(1, level))).join(""), numbering })).toEqual([
    ...["1.1 x", "1. x", "  1.2 x", "2. x", "  2.3 x"],
  ]);
});

it("takes numbers from styles: by the level that names the style, along what it is based on, and none where it is taken off", async () => {
  const numPr = (level: string) => `<w:pPr><w:numPr>${level}<w:numId w:val="1"/></w:numPr></w:pPr>`;
  const styles =
    `<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/>${numPr("")}</w:style>` +
    `<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/>${numPr('<w:ilvl w:val="1"/>')}</w:style>` +
    `<w:style w:type="paragraph" w:styleId="H1b"><w:name w:val="Own"/><w:basedOn w:val="H1"/></w:style>`;
  const numbering =
    definition(1, [
      ["upperRoman", "Article %1 -", '<w:start w:val="1"/><w:pStyle w:val="H1"/>'],
      ["decimalZero", "%1.%2", '<w:start w:val="1"/><w:isLgl/><w:pStyle w:val="H2"/>'],
    ]) + list(1, 1);
  const off = '<w:numPr><w:numId w:val="0"/></w:numPr>';
  const body = p("A", style("H1")) + p("B", style("H2")) + p("C", style("H1b")) + p("D", style("H1") + off) + p("E", style("H2"));
  const { outline } = await docxToText(wordFile({ body, styles, numbering }), "a.docx");
  expect(outline.map(({ title }) => title)).toEqual(["Article I - A", "1.1 B", "Article II - C", "D", "2.1 E"]);
});

it("follows a list to the numbering style that defines it", async () => {
  const styles =
    '<w:style w:type="numbering" w:styleId="L"><w:name w:val="Law"/><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>';
  const numbering =
    definition(1, [["lowerRoman", "%1)"]], '<w:styleLink w:val="L"/>') +
    definition(2, [], '<w:numStyleLink w:val="L"/>') +
    list(1, 2) +
    list(9, 1);
  expect(await linesOf({ body: p("a", numbered(1)) + p("b", numbered(9)), styles, numbering })).toEqual(["i) a", "ii) b"]);
});

it("writes bullets as dashes, keeps hidden numbers hidden, and leaves no space where none is wanted", async () => {
  const numbering =
    definition(1, [["bullet", "\uf0b7"]]) +
    definition(2, [["decimal", "%1)", '<w:start w:val="1"/><w:rPr><w:vanish/></w:rPr>']]) +
    definition(3, [["decimal", "§%1", '<w:start w:val="3"/><w:suff w:val="nothing"/>']]) +
    [1, 2, 3].map((id) => list(id, id)).join("");
  const body = p("a", numbered(1)) + p("b", numbered(1)) + p("c", numbered(2)) + p("d", numbered(3));
  expect(await linesOf({ body, numbering })).toEqual(["- a", "- b", "c", "§3d"]);
});

it("counts empty items and those in cells, and numbers without a list are none", async () => {
  const cell = (text: string) => `<w:tc>${p(text, numbered(1))}</w:tc>`;
  const body =
    p("", numbered(1)) +
    table([
      [cell("a"), "x"],
      [cell("b"), "y"],
    ]) +
    p("c", numbered(1)) +
    p("d", numbered(77)) +
    p("e", numbered(1, 8));
  expect(await linesOf({ body, numbering: legal + list(1, 1) })).toEqual(["| 2. a | x |", "| 3. b | y |", "4. c", "d", "e"]);
});

it("prints numbers in the formats of the standard", () => {
  const shown = (format: string, ...numbers: number[]) => numbers.map((number) => formatNumber(number, format)).join(" ");
  expect(shown("lowerLetter", 1, 26, 27, 28)).toBe("a z aa bb");
  expect(shown("upperRoman", 4, 1999, 0)).toBe("IV MCMXCIX 0");
  expect(shown("decimalZero", 3, 12)).toBe("03 12");
  expect(shown("ordinal", 1, 2, 3, 11, 22, 113)).toBe("1st 2nd 3rd 11th 22nd 113th");
  expect([1, 21, 40, 115].map((n) => formatNumber(n, "cardinalText"))).toEqual(["One", "Twenty-one", "Forty", "One hundred fifteen"]);
  expect([1, 12, 20, 35].map((n) => formatNumber(n, "ordinalText"))).toEqual(["First", "Twelfth", "Twentieth", "Thirty-fifth"]);
  expect(shown("thaiNumbers", 12)).toBe("๑๒");
  expect(shown("thaiLetters", 1, 3)).toBe("ก ค");
  expect(shown("chineseCountingThousand", 5, 10, 15, 20, 105, 110, 1020, 10_001)).toBe(
    "五 十 十五 二十 一百零五 一百一十 一千零二十 一万零一",
  );
  expect(shown("japaneseCounting", 15, 105, 1111)).toBe("十五 百五 千百十一");
  expect(shown("ideographDigital", 105)).toBe("一〇五");
  expect(shown("chineseLegalSimplified", 15)).toBe("壹拾伍");
  expect(shown("ideographTraditional", 1, 2, 11)).toBe("甲 乙 11");
  expect(shown("decimalEnclosedCircle", 1, 20, 21, 51)).toBe("① ⑳ ㉑ 51");
  expect(shown("koreanCounting", 21)).toBe("이십일");
  expect(shown("ganada", 1, 2)).toBe("가 나");
  expect(shown("aiueoFullWidth", 1, 2)).toBe("ア イ");
  expect(shown("iroha", 1)).toBe("ｲ");
  expect(shown("russianLower", 1, 2)).toBe("а б");
  expect(shown("hebrew1", 1, 15, 16, 21)).toBe("א טו טז כא");
  expect(shown("chicago", 1, 2, 5)).toBe("* † **");
  expect(shown("numberInDash", 3)).toBe("- 3 -");
  expect(shown("none", 3)).toBe("");
  expect(shown("somethingNew", 3)).toBe("3");
  expect(formatNumber(7, "custom", "001, 002, 003, ...")).toBe("007");
});

it("takes the level of a style that names no list from the level that names the style, then from the style, then from what it is based on", async () => {
  const named = (id: string, on: string, numPr: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${on}"/><w:pPr>${numPr === "" ? "" : `<w:numPr>${numPr}</w:numPr>`}</w:pPr></w:style>`;
  const styles =
    named("A", "", '<w:numId w:val="1"/>') +
    named("B", "A", '<w:ilvl w:val="1"/>') +
    named("C", "B", "") +
    named("D", "A", '<w:ilvl w:val="2"/>');
  const start = '<w:start w:val="1"/>';
  const numbering =
    definition(1, [
      ["decimal", "%1", `${start}<w:pStyle w:val="A"/>`],
      ["decimal", "%1.%2", `${start}<w:pStyle w:val="B"/>`],
      ["decimal", "%1.%2.%3"],
    ]) + list(1, 1);
  const body = ["A", "B", "C", "D", "A", "B"].map((id) => p(id, style(id))).join("");
  expect((await linesOf({ styles, numbering, body })).map((line) => line.trim())).toEqual([
    "1 A",
    "1.1 B",
    "1.2 C",
    "1.2.1 D",
    "2 A",
    "2.1 B",
  ]);
});
