import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Document } from "../../../src/model.ts";
import { unitsFromOutline } from "../../../src/parsing/index.ts";
import { DocxLoader } from "../../../src/plugins/document_loaders/docx.ts";
import { testDocumentLoader, testSource } from "../../../src/testing/index.ts";
import { buildUnits, coverage } from "../../../src/units.ts";
import { element, numbered, p, r, style, table, tc, type WordParts, wordFile, wordParts } from "../../helpers/word-file.ts";

const load = async (content: WordParts | Uint8Array): Promise<Document> => {
  const bytes = content instanceof Uint8Array ? content : wordFile(content);
  const [document] = await new DocxLoader().load(testSource("a.docx", bytes));
  if (document === undefined) throw new Error("no document");
  return document;
};
const textOf = async (content: WordParts | string) => (await load(typeof content === "string" ? { body: content } : content)).text;
const outlineOf = ({ outline = [] }: Document) => outline.map(({ level, title }) => `${level} ${title}`);

testDocumentLoader({
  create: () => new DocxLoader(),
  accepts: [testSource("a.docx", wordFile({ body: p("x") })), testSource("B.DOCM", wordFile({ body: p("y") }))],
  rejects: [testSource("a.doc", "x"), testSource("a.docx.txt", "x")],
});

it("P7: keeps an exception in a note with its sentence, a row in a line, a line break, and the newer of two wordings", async () => {
  const file = fileURLToPath(new URL("../../fixtures/cases/P7-docx/terms.docx", import.meta.url));
  const document = await load(readFileSync(file));
  expect(document.text).toBe(
    [
      "Supply Terms",
      "1 Delivery",
      "The term shall be twenty-four months. [Footnote 1: Counted from the signing date, except for perishables.]",
      "| Grade | Price per crate |  |\n| --- | --- | --- |\n| A | 120 | EUR |\n| B | 95 | EUR |",
      "2 Returns",
      "Line one\nline two of the returns rule.",
    ].join("\n\n"),
  );
  expect(outlineOf(document)).toEqual(["1 Supply Terms", "2 1 Delivery", "2 2 Returns"]);
  expect(document.notices).toEqual([
    { code: "TRACKED_CHANGES_ACCEPTED", lost: 0, message: "Tracked changes were read as if accepted: 1 insertion, 1 deletion (by a)." },
  ]);
  expect(document.metadata).toMatchObject({ headers: ["Confidential draft header"] });
  const units = buildUnits(document, unitsFromOutline(document, document.outline ?? []), "outline");
  expect(units.map((unit) => [unit.topic, unit.attributes?.citation])).toEqual([
    ["Supply Terms", undefined],
    ["1 Delivery", "1"],
    ["2 Returns", "2"],
  ]);
  expect(coverage(document, units, []).uncovered).toBe(0);
});

describe("headings", () => {
  const styles = (inner: string) => `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>${inner}`;
  const named = (id: string, name: string, more = "") =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;

  it("are told by a style's name, by its outline level, by what it is based on, and by the paragraph itself", async () => {
    const document = await load({
      styles: styles(
        named("berschrift1", "heading 1") +
          named("a3", "Klausel", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
          named("a4", "Klausel klein", '<w:basedOn w:val="a3"/>') +
          named("a5", "Aussen", '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
      ),
      body:
        p("Eins", style("berschrift1")) +
        p("Zwei", style("a3")) +
        p("Drei", style("a4")) +
        p("Kein", style("a5")) +
        p("Vier", '<w:outlineLvl w:val="2"/>') +
        p("Auch keiner", `${style("a3")}<w:outlineLvl w:val="9"/>`) +
        p("", style("a3")),
    });
    expect(outlineOf(document)).toEqual(["1 Eins", "2 Zwei", "2 Drei", "3 Vier"]);
  });

  it("are told by the ids of styles in several languages where there is no styles part", async () => {
    const ids = ["Heading1", "berschrift2", "Titre3", "Ttulo1", "Nagwek2", "BodyText"];
    expect(outlineOf(await load({ body: ids.map((id) => p(id, style(id))).join("") }))).toEqual([
      ...["1 Heading1", "2 berschrift2", "3 Titre3", "1 Ttulo1", "2 Nagwek2"],
    ]);
  });

  it("are one line, with their number, and a note on one is no part of it", async () => {
    const document = await load({
      body: p(`${r("A")}<w:r><w:br/></w:r>${r("B")}<w:r><w:footnoteReference w:id="1"/></w:r>`, style("Heading1")) + p("Text."),
      footnotes: `<w:footnote w:id="1">${p("A note.")}</w:footnote>`,
    });
    expect(document.text).toBe("A B\n\n[Footnote 1: A note.]\n\nText.");
    expect(document.outline).toEqual([{ level: 1, title: "A B", at: { start: 0, end: 3 } }]);
  });

  it("may have their text in the same line, behind a style separator", async () => {
    const separator = `${style("Heading2")}<w:rPr><w:vanish/><w:specVanish/></w:rPr>`;
    const document = await load({ body: p("Term.", separator) + p("It ends in May.") + p("More.") });
    expect(document.text).toBe("Term. It ends in May.\n\nMore.");
    expect(outlineOf(document)).toEqual(["2 Term."]);
  });

  it("in a frame of one cell count, in a row of data they do not", async () => {
    const heading = (text: string) => tc(p(text, style("Heading1")));
    expect(outlineOf(await load({ body: table([[heading("Frame")], [heading("a"), heading("b")]]) }))).toEqual(["1 Frame"]);
  });

  it("give the title where the properties have none, or only what Word puts there", async () => {
    const body = p("Leave policy", style("Title")) + p("Ask first.");
    expect(await load({ body, core: "<dc:title>Microsoft Word - x.doc</dc:title>" })).toMatchObject({ title: "Leave policy" });
    expect(
      await load({ body, core: "<dc:title>Leave</dc:title><dc:language>de_at</dc:language><dc:creator>Ada</dc:creator>" }),
    ).toMatchObject({
      title: "Leave",
      language: "de-AT",
      metadata: { author: "Ada" },
    });
  });
});

it("takes no language from LibreOffice, which writes its own into every file", async () => {
  const parts = wordParts({ body: p("Außer sonntags."), core: "<dc:language>en-US</dc:language>" });
  const app = "<Properties xmlns='http://schemas.openxmlformats.org/officeDocument/2006/extended-properties'>";
  const made = (by: string) => zipSync({ ...parts, "docProps/app.xml": strToU8(`${app}<Application>${by}</Application></Properties>`) });
  expect(await load(made("LibreOffice/7.4 Linux"))).not.toHaveProperty("language");
  expect(await load(made("Microsoft Office Word"))).toMatchObject({ language: "en-US" });
});

describe("notes", () => {
  const note = (id: string, kind = "footnote") => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;

  it("stand behind the sentence that refers to them, in a cell inside the cell", async () => {
    const text = await textOf({
      body:
        p(`${r("Pay in May")}${note("7")}${r(" or June. Then rest.")}${note("9")}${r(" Go.")}`) +
        table([[`<w:p>${r("Fee")}${note("8")}</w:p>`, "9"]]),
      footnotes:
        `<w:footnote w:type="separator" w:id="-1">${p("x")}</w:footnote>` +
        `<w:footnote w:id="7">${p(`<w:r><w:footnoteRef/></w:r>${r(" First.")}`)}${p("Second.")}</w:footnote>` +
        `<w:footnote w:id="8">${p("a|b")}</w:footnote><w:footnote w:id="9">${p("Nine.")}</w:footnote>`,
    });
    expect(text).toBe(
      "Pay in May or June. [Footnote 1: First. Second.] Then rest. [Footnote 2: Nine.] Go.\n\n| Fee [Footnote 3: a\\|b] | 9 |",
    );
  });

  it("are numbered as the settings say, endnotes in Roman numerals of their own", async () => {
    const text = await textOf({
      body: p(`${r("A.")}${note("1")}`) + p(`${r("B.")}${note("1", "endnote")}`),
      settings: '<w:footnotePr><w:numFmt w:val="upperLetter"/><w:numStart w:val="3"/></w:footnotePr>',
      footnotes: `<w:footnote w:id="1">${p("one")}</w:footnote>`,
      endnotes: `<w:endnote w:id="1">${p("two")}</w:endnote>`,
    });
    expect(text).toBe("A. [Footnote C: one]\n\nB. [Endnote i: two]");
  });

  it("are named as lost where the file has no such note, and the others keep their numbers", async () => {
    const body = p(`${r("Ask.")}${note("1")}${r(" Then pay.")}${note("2")}${r(" Then go.")}${note("1", "endnote")}`);
    const document = await load({ body, footnotes: `<w:footnote w:id="2">${p("two")}</w:footnote>` });
    expect(document.text).toBe("Ask. Then pay. [Footnote 2: two] Then go.");
    expect(document.notices).toEqual([
      { code: "PARTS_MISSING", lost: 2, message: "The file refers to what it does not hold: 1 footnote, 1 endnote." },
    ]);
  });

  it("stand alone where their sign does, in a paragraph and in a cell", async () => {
    const text = await textOf({
      body: p(note("1")) + table([[`<w:p>${note("2")}</w:p>`, ""]]) + p("End."),
      footnotes: `<w:footnote w:id="1">${p("one")}</w:footnote><w:footnote w:id="2">${p("two")}</w:footnote>`,
    });
    expect(text).toBe("[Footnote 1: one]\n\n| [Footnote 2: two] |  |\n\nEnd.");
  });

  it("have the numbers of their own lists", async () => {
    const text = await textOf({
      body: p("Body", numbered(1)) + p(`${r("A.")}${note("1")}`),
      numbering:
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
      footnotes: `<w:footnote w:id="1">${p("None of:")}${p("one", numbered(1))}${p("two", numbered(1))}</w:footnote>`,
    });
    expect(text).toBe("(a) Body\n\nA. [Footnote 1: None of: (a) one (b) two]");
  });
});

describe("tracked changes", () => {
  const by = 'w:id="1" w:author="Ada" w:date="2024-01-01T00:00:00Z"';
  const deleted = (text: string) => `<w:del ${by}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
  const mark = (change: string) => `<w:rPr><w:${change} ${by}/></w:rPr>`;

  it("are as if accepted: words, moves, paragraph marks, rows and cells", async () => {
    const document = await load({
      body:
        p(`${r("Keep ")}${deleted("old")}<w:ins ${by}>${r("new")}</w:ins>${r(".")}`) +
        p(`<w:moveFrom ${by}>${r("Moved.")}</w:moveFrom>`, `<w:rPr><w:moveFrom ${by}/></w:rPr>`) +
        p("One ", mark("del")) +
        p("two.", style("Heading1")) +
        p(`<w:moveTo ${by}>${r("Moved.")}</w:moveTo>`) +
        `<w:tbl><w:tr><w:trPr><w:del ${by}/></w:trPr>${tc("gone")}${tc("too")}</w:tr><w:tr>${tc("a")}${tc("b", `<w:cellDel ${by}/>`)}${tc("c")}</w:tr></w:tbl>`,
    });
    expect(document.text).toBe("Keep new.\n\nOne two.\n\nMoved.\n\n| a | c |");
    expect(outlineOf(document)).toEqual(["1 One two."]);
    expect(document.notices?.map(({ code, lost }) => [code, lost])).toEqual([["TRACKED_CHANGES_ACCEPTED", 0]]);
    expect(document.notices?.[0]?.message).toContain("1 move (by Ada)");
  });

  it("leave what a paragraph or run was before out of it", async () => {
    const before = `<w:pPrChange ${by}><w:pPr>${style("Heading1")}${numbered(1)}</w:pPr></w:pPrChange>`;
    expect(outlineOf(await load({ body: p("Text", before) }))).toEqual([]);
  });
});

describe("tables", () => {
  it("have a line a row, merged cells in their columns, and what is merged downwards in each row", async () => {
    const down = (text: string) => tc(text, '<w:vMerge w:val="restart"/>');
    const below = tc("", "<w:vMerge/>");
    const long = "x".repeat(100);
    const body = table([
      ["Kind", tc("Fee", '<w:gridSpan w:val="2"/>')],
      [down("Visa"), "1", down(long)],
      [below, "2|3", below],
      ["", "", ""],
      [tc("Note to all", '<w:gridSpan w:val="3"/>')],
    ]);
    expect(await textOf(body)).toBe(`| Kind | Fee |  |\n| Visa | 1 | ${long} |\n| Visa | 2\\|3 | ″ |\n\nNote to all`);
  });

  it("have a line behind a first row that is marked as head, bold or shaded, and none behind names and values", async () => {
    const bold = (text: string) => `<w:p>${r(text, "<w:b/>")}</w:p>`;
    const head = "| a | b |\n| --- | --- |\n| 1 | 2 |";
    expect(
      await textOf(
        table([
          [bold("a"), bold("b")],
          ["1", "2"],
        ]),
      ),
    ).toBe(head);
    const shade = '<w:shd w:val="clear" w:fill="D9D9D9"/>';
    expect(
      await textOf(
        table([
          [tc("a", shade), tc("b", shade)],
          ["1", "2"],
        ]),
      ),
    ).toBe(head);
    expect(
      await textOf(`<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${tc("a")}${tc("b")}</w:tr><w:tr>${tc("1")}${tc("2")}</w:tr></w:tbl>`),
    ).toBe(head);
    expect(
      await textOf(
        table([
          [bold("a"), bold("b")],
          [bold("1"), "2"],
        ]),
      ),
    ).toBe("| a | b |\n| 1 | 2 |");
  });

  it("have it too behind words above a column of numbers", async () => {
    expect(
      await textOf(
        table([
          ["City", "People"],
          ["Ulm", "128 000"],
          ["Bonn", "336 000"],
        ]),
      ),
    ).toBe("| City | People |\n| --- | --- |\n| Ulm | 128 000 |\n| Bonn | 336 000 |");
    expect(
      await textOf(
        table([
          ["Name", "Ada"],
          ["Phone", "555"],
          ["Town", "Ulm"],
        ]),
      ),
    ).not.toContain("---");
  });

  it("keep a table inside a cell behind its row, and write cells full of text as paragraphs", async () => {
    const inner = table([
      ["x", "y"],
      ["1", "2"],
    ]);
    expect(
      await textOf(
        table([
          ["a", `${p("see")}${inner}`],
          ["b", "c"],
        ]),
      ),
    ).toBe("| a | see |\n\n| x | y |\n| 1 | 2 |\n\n| b | c |");
    const signature = ["For Ada:", "Name:", "Title:", "Date:", "Place:", "Stamp:"].map((line) => p(line)).join("");
    expect(await textOf(table([[signature, "For Bob:"]]))).toBe("For Ada:\n\nName:\n\nTitle:\n\nDate:\n\nPlace:\n\nStamp:\n\nFor Bob:");
  });

  it("keep lines, tabs and numbers of a cell in its line", async () => {
    const cell = `<w:p>${r("one")}<w:r><w:br/></w:r>${r("two")}<w:r><w:tab/></w:r>${r("three")}</w:p>${p("four")}`;
    expect(await textOf(table([[cell, "x"]]))).toBe("| one two three four | x |");
  });
});

describe("signs and hidden things", () => {
  it("reads breaks, tabs, hyphens and symbols as they are seen", async () => {
    const run = (inner: string) => `<w:r>${inner}</w:r>`;
    expect(
      await textOf(
        p(
          r("e") +
            run("<w:noBreakHyphen/>") +
            r("mail, co") +
            run("<w:softHyphen/>") +
            r("operate, a\u00adb") +
            run("<w:tab/>") +
            r("x") +
            run("<w:cr/>") +
            r("y"),
        ),
      ),
    ).toBe("e-mail, cooperate, ab\tx\ny");
    expect(await textOf(p(`<w:r><w:t>1.</w:t><w:tab/><w:t>Scope</w:t></w:r>`))).toBe("1. Scope");
    expect(
      await textOf(
        p(
          run('<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> \uf0b3 </w:t>') +
            r("\uf0fc", '<w:rFonts w:ascii="Wingdings"/>'),
        ),
      ),
    ).toBe("α☑\ufffd✓");
  });

  it("counts signs that nothing stands for", async () => {
    const document = await load({ body: p('<w:r><w:sym w:font="Webdings" w:char="F055"/><w:t>x</w:t></w:r>') });
    expect(document.text).toBe("\ufffdx");
    expect(document.notices).toMatchObject([{ code: "SYMBOLS_UNKNOWN", lost: 1 }]);
  });

  it("keeps an exponent apart from its base, and white space only where the file keeps it", async () => {
    const raised = '<w:vertAlign w:val="superscript"/>';
    expect(await textOf(p(`${r("10")}${r("6", raised)}${r(" l, 1")}${r("st", raised)}`))).toBe("10^6 l, 1st");
    expect(await textOf(p("<w:r><w:t> a </w:t></w:r><w:r><w:t>\n b\u00a0</w:t></w:r>") + p("c"))).toBe("ab\n\nc");
  });

  it("leaves hidden text and tables of contents out, and counts them", async () => {
    const entry = (text: string) => p(text, style("TOC1"));
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const document = await load({
      body:
        p(`${field("begin")}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${field("separate")}${r("Alpha 1")}`) +
        p(`${r("Beta 2")}${field("end")}`) +
        entry("Gamma 3") +
        p(`${r("Seen")}${r(" unseen", "<w:vanish/>")}`),
    });
    expect(document.text).toBe("Seen");
    expect(document.metadata).toMatchObject({ leftOutCharacters: 6 + 5 + 6 + 6 });
  });

  it("shows the result of a field, never its code, nor what follows a broken one as code", async () => {
    const field = (type: string, more = "") => `<w:r><w:fldChar w:fldCharType="${type}">${more}</w:fldChar></w:r>`;
    const code = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
    expect(
      await textOf(p(`${r("See ")}${field("begin")}${code("REF x")}${field("separate")}${r("section 4")}${field("end")}${r(".")}`)),
    ).toBe("See section 4.");
    expect(
      await textOf(
        p(
          `${field("begin")}${code("IF ")}${field("begin")}${code("X")}${field("separate")}${r("no")}${field("end")}${field("separate")}${r("yes")}${field("end")}`,
        ),
      ),
    ).toBe("yes");
    expect(await textOf(p(`<w:fldSimple w:instr="DATE">${r("May")}</w:fldSimple>`))).toBe("May");
    expect(await textOf(p(`${field("begin")}${code("PAGE")}`) + p("Text."))).toBe("Text.");
    const box = '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>';
    expect(await textOf(p(`${field("begin", box)}${code("FORMCHECKBOX")}${field("end")}${r(" Yes")}`))).toBe("☒ Yes");
    const numbers = await load({ body: p(`${field("begin")}${code(" LISTNUM ")}${field("end")}${r("Text")}`) });
    expect(numbers.notices).toMatchObject([{ code: "NUMBERS_MISSING", lost: 1 }]);
    expect((await load({ body: p(`<w:fldSimple w:instr="AUTONUM"/>${r("Text")}`) })).notices).toMatchObject([{ code: "NUMBERS_MISSING" }]);
    const empty = (of: string) => `${field("begin")}${code(of)}${field("end")}`;
    const fields = await load({ body: p(`${r("Text")}${empty("EQ \\f(1;2)")}${empty("XE x")}<w:fldSimple w:instr=" REF y "/>`) });
    expect(fields.notices).toMatchObject([{ code: "FIELDS_EMPTY", lost: 2 }]);
    expect(fields.notices?.[0]?.message).toContain("2 fields (EQ, REF) have no result");
  });

  it("reads links, content controls, smart tags, formulas and ruby", async () => {
    expect(
      await textOf(
        p(
          `<w:hyperlink r:id="x">${r("here")}</w:hyperlink><w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${r(" and")}</w:sdtContent></w:sdt><w:smartTag>${r(" there")}</w:smartTag>`,
        ),
      ),
    ).toBe("here and there");
    const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    expect(
      await textOf(
        p(
          `${r("so ")}<m:oMath>${m("x=")}<m:f><m:num>${m("a+b")}</m:num><m:den>${m("2")}</m:den></m:f><m:sSup><m:e>${m("y")}</m:e><m:sup>${m("2")}</m:sup></m:sSup></m:oMath>`,
        ),
      ),
    ).toBe("so x=(a+b)/2y^2");
    const ruby = (base: string, reading: string) =>
      `<w:r><w:ruby><w:rt>${r(reading)}</w:rt><w:rubyBase>${r(base)}</w:rubyBase></w:ruby></w:r>`;
    expect(await textOf(p(`${ruby("東", "とう")}${ruby("京", "きょう")}${r("で")}`))).toBe("東京(とうきょう)で");
  });

  it("reads a text box once, behind the paragraph that holds it", async () => {
    const box = `<w:txbxContent>${p("In the box")}</w:txbxContent>`;
    const drawn = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(p(`${r("Before ")}<w:r>${drawn}</w:r>${r("and after")}`) + p("Next"))).toBe(
      "Before and after\n\nIn the box\n\nNext",
    );
  });

  it("reads SmartArt, and names charts and embedded files that it does not read", async () => {
    const data = element(
      "dgm:dataModel",
      "<dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t><dgm:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:t>",
    );
    const document = await load({
      body:
        p(`<w:r><w:drawing><dgm:relIds r:dm="d1"/></w:drawing></w:r>${r("Cycle")}`) +
        p(`<w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r>`),
      more: { d1: { type: "diagramData", name: "diagrams/data1.xml", xml: data } },
    });
    expect(document.text).toBe("Cycle\n\nPlan\n\nDo");
    expect(document.notices).toMatchObject([{ code: "EMBEDDED_UNREAD", lost: 1 }]);
  });

  it("names what it cannot read by its number: a drawing without its part, a form control, a chart in a header", async () => {
    const chart = '<w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r>';
    const heading = '<w:headerReference w:type="default" r:id="h1"/><w:footerReference w:type="default" r:id="f9"/>';
    const document = await load({
      body:
        p(`<w:r><w:drawing><dgm:relIds r:dm="none"/></w:drawing></w:r>${r("Text")}`, `<w:sectPr>${heading}</w:sectPr>`) +
        p('<w:r><w:object><w:control r:id="x"/></w:object></w:r><w:r><w:pict><v:textpath string="DRAFT"/></w:pict></w:r>') +
        `<w:sectPr>${heading}</w:sectPr>`,
      more: { h1: { type: "header", name: "header1.xml", xml: element("w:hdr", p(`${r("Page head")}${chart}`)) } },
    });
    expect(document.text).toBe("Text\n\nDRAFT");
    expect(document.metadata).toMatchObject({ headers: ["Page head"] });
    expect(document.notices).toEqual([
      { code: "PARTS_MISSING", lost: 1, message: "The file refers to what it does not hold: 1 footer." },
      { code: "EMBEDDED_UNREAD", lost: 3, message: "3 charts, form controls or embedded files may hold text that is not read." },
    ]);
  });
});

it("names a comment as lost that the file does not have", async () => {
  const document = await load({ body: p(`${r("Fee")}<w:r><w:commentReference w:id="4"/></w:r>`) });
  expect(document.notices).toMatchObject([{ code: "PARTS_MISSING", lost: 1 }]);
});

it("gives comments with the text they are about, and bookmarked paragraphs as places", async () => {
  const document = await load({
    body: p(
      `<w:bookmarkStart w:id="0" w:name="_Toc1"/><w:bookmarkStart w:id="1" w:name="fees"/>${r("The ")}<w:commentRangeStart w:id="4"/>${r("fee")}<w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r>${r(" is 9.")}`,
    ),
    comments: `<w:comment w:id="4" w:author="Bo" w:date="2024-05-01T10:00:00Z">${p("Too low?")}</w:comment>`,
  });
  expect(document.metadata?.comments).toEqual([{ text: "Too low?", author: "Bo", date: "2024-05-01T10:00:00Z", start: 4, end: 7 }]);
  expect(document.places).toEqual([{ start: 0, end: 13, anchor: "fees" }]);
});

it("reads strict files, files with other prefixes, and those with nothing but a body", async () => {
  const strict = wordFile({ strict: true, body: p("Eins", style("Heading1")), footnotes: "" });
  expect(outlineOf(await load(strict))).toEqual(["1 Eins"]);
  const xml =
    '<x:document xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:body><x:p><x:r><x:t>Bare</x:t></x:r></x:p></x:body></x:document>';
  expect((await load(zipSync({ "word/document.xml": strToU8(xml) }))).text).toBe("Bare");
});

describe("what cannot be read", () => {
  const failure = async (bytes: Uint8Array) =>
    load(bytes).then(
      () => "read",
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
  const ole = (name: string) => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from(name, "utf16le")]);

  it("is named: passwords, old files, other formats, damage", async () => {
    expect(await failure(ole("EncryptedPackage"))).toMatch(/^DOCUMENT_PROTECTED: "a\.docx" is protected by a password/);
    expect(await failure(ole("WordDocument"))).toMatch(/^DOCUMENT_FORMAT_WRONG: .* a Word file from before 2007/);
    expect(await failure(strToU8("{\\rtf1 x}"))).toMatch(/^DOCUMENT_FORMAT_WRONG: .* RTF/);
    expect(await failure(strToU8("<html><body>x"))).toMatch(/^DOCUMENT_FORMAT_WRONG: .* web page/);
    expect(await failure(zipSync({ "xl/workbook.xml": strToU8("<x/>") }))).toMatch(/^DOCUMENT_FORMAT_WRONG: .* spreadsheet/);
    expect(await failure(new Uint8Array(0))).toMatch(/^DOCUMENT_DAMAGED/);
    expect(await failure(wordFile({ body: p("x") }).subarray(0, 300))).toMatch(/^DOCUMENT_DAMAGED/);
    expect(await failure(wordFile({ body: "" }))).toMatch(/^DOCUMENT_EMPTY/);
    expect(await failure(wordFile({ body: "<w:p>" }))).toMatch(/^DOCUMENT_DAMAGED: .*word\/document\.xml.* no well-formed XML/);
  });

  it("is a part whose bytes were changed, though it still unpacks", async () => {
    const bytes = zipSync(wordParts({ body: p("The fee is 100.") }), { level: 0 });
    const at = Buffer.from(bytes).indexOf("100");
    bytes[at] = 0x39;
    expect(await failure(bytes)).toMatch(/^DOCUMENT_DAMAGED: .*word\/document\.xml/);
  });

  it("is XML made to break readers: entities, and elements without end", async () => {
    const entity = `<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>${element("w:document", "<w:body/>").replace(/<\?.*?\?>/, "")}`;
    expect(await failure(zipSync({ "word/document.xml": strToU8(entity) }))).toMatch(/^DOCUMENT_DAMAGED: .*document type/);
    const deep = "<w:sdt>".repeat(5000) + "</w:sdt>".repeat(5000);
    expect(await failure(wordFile({ body: deep }))).toMatch(/^DOCUMENT_DAMAGED: .*nested deeper/);
  });

  it("never anything but a named error, however bytes are changed", async () => {
    const whole = wordFile({
      body:
        p("Alpha", style("Heading1")) +
        table([
          ["a", "b"],
          ["1", "2"],
        ]) +
        p("Omega."),
      styles: "",
      numbering: "",
    });
    const plain = zipSync(wordParts({ body: p("Alpha") + table([["a", "b"]]) }), { level: 0 });
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const seen = new Set<string>();
    for (let i = 0; i < 300; i++) {
      const bytes = Uint8Array.from(i % 2 === 0 ? whole : plain);
      for (let j = random(4); j >= 0; j--) bytes[random(bytes.length)] = random(256);
      seen.add((await failure(random(5) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes)).split(":")[0] ?? "");
    }
    expect([...seen].filter((code) => !["read", "DOCUMENT_DAMAGED", "DOCUMENT_FORMAT_WRONG", "DOCUMENT_EMPTY"].includes(code))).toEqual([]);
  });
});
