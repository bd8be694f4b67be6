import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document } from "../../../src/model.ts";
import { XmlLoader } from "../../../src/plugins/document_loaders/xml.ts";
import { xmlMappings } from "../../../src/plugins/document_loaders/xml-mappings/index.ts";
import { testDocumentLoader, testRun, testSource } from "../../../src/testing/index.ts";

const fixture = (name: string) => testSource(name, readFileSync(new URL(`../../fixtures/xml/${name}`, import.meta.url)));
const load = async (content: string | Uint8Array, settings = {}) => {
  const [document] = await new XmlLoader().load(testSource("a.xml", content), testRun({ settings }));
  if (document === undefined) throw new Error("no document");
  return document;
};
const loadFixture = async (name: string) => (await new XmlLoader().load(fixture(name)))[0] as Document;
const outlineOf = ({ outline = [] }: Document) => outline.map(({ level, title }) => `${level} ${title}`);

testDocumentLoader({
  create: () => new XmlLoader(),
  accepts: [
    ...["uslm.xml", "akoma-ntoso.xml", "formex.xml", "canada.xml", "jats.xml", "rfc.xml"].map(fixture),
    testSource("A.XML", "<a>x</a>"),
  ],
  rejects: [testSource("a.html", "<a>x</a>"), testSource("a.xml.txt", "x")],
});

describe("mappings that come built in", () => {
  it("USLM: numbers, headings, items, a footnote at its mark", async () => {
    const document = await loadFixture("uslm.xml");
    expect(document).toMatchObject({ language: "en", work: "/us/usc/t99", metadata: { mapping: "uslm", number: "99" } });
    expect(outlineOf(document)).toEqual(["1 Title 99— LIGHTHOUSES", "2 CHAPTER 1— KEEPERS", "3 § 101. Duties of keepers"]);
    expect(document.text).toContain("(1) at dusk; and\n(2) in fog [1 Fog is seen from the tower.].\n\nNo lamp may be left alone.");
    expect(document.places).toContainEqual(expect.objectContaining({ anchor: "/us/usc/t99/s101/a/1" }));
  });

  it("USLM: a proviso goes on in its sentence, side notes stand in the margin, and what an act inserts is no section of its own", async () => {
    const document = await load(`<pLaw xmlns="http://schemas.gpo.gov/xml/uslm/2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
<meta><dc:title>Public Law 1-2</dc:title></meta><main>
<section><num value="1">SEC. 1. </num><sidenote><p>Ponds Act.</p></sidenote><heading>FUNDS.</heading><content>Sums are paid: <proviso><i>Provided</i>, That<sidenote><p>Notice.</p></sidenote> the Secretary <amendingAction type="x">shall</amendingAction> notify<page>1 STAT. 6</page> them.</proviso></content></section>
<title><num value="I">TITLE I</num><heading>PONDS</heading>
<appropriations level="major"><heading>Office of Ponds</heading><content>For the office, $9.</content></appropriations>
<section><num value="2">Sec. 2. </num><paragraph><num value="1">(1)</num><content>after section 5 insert:<quotedContent><section><num value="6">“Sec. 6. </num><heading>Fish.</heading><content>Fish may swim.”.</content></section></quotedContent></content></paragraph></section>
</title></main></pLaw>`);
    expect(document.title).toBe("Public Law 1-2");
    expect(outlineOf(document)).toEqual(["1 SEC. 1. FUNDS.", "1 TITLE I PONDS", "2 Office of Ponds", "2 Sec. 2."]);
    expect(document.text).toContain("SEC. 1. FUNDS.\n\nSums are paid: Provided, That the Secretary shall notify them.\n\nTITLE I PONDS");
    expect(document.text).toContain("(1) after section 5 insert:\n\n  “Sec. 6. Fish.\n\n  Fish may swim.”.");
    expect(document.metadata).toMatchObject({ leftOut: { sidenote: 16 } });
  });

  it("Akoma Ntoso: headings between sections, levels as items, inserted text, and a note that is set high", async () => {
    const document = await load(`<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><bill><body>
<hcontainer name="crossheading"><heading>Contracts</heading>
<section><num>1</num><heading>Offers</heading><subsection><num>(1)</num><intro><p>It offers—<sup><authorialNote><p>Or has.</p></authorialNote></sup></p></intro>
<level><num>(a)</num><content><p>fuel, and</p></content></level><level><num>(b)</num><content><p>oil.</p></content></level></subsection>
<subsection><num>(2)</num><content><p>After section 5 insert—<mod><quotedStructure><section><num>5A</num><heading>Fish</heading><content><p>Fish may swim.</p></content></section></quotedStructure></mod></p></content></subsection></section></hcontainer>
<hcontainer name="regulation"><num>2.</num><heading>Words</heading><content><p>They mean things.</p></content></hcontainer>
</body></bill></akomaNtoso>`);
    expect(outlineOf(document)).toEqual(["1 Contracts", "2 1 Offers", "1 2. Words"]);
    expect(document.text).toBe(
      "Contracts\n\n1 Offers\n\n(1) It offers— [Or has.]\n\n(a) fuel, and\n(b) oil.\n\n(2) After section 5 insert—\n\n5A Fish\n\nFish may swim.\n\n2. Words\n\nThey mean things.",
    );
  });

  it("Akoma Ntoso: titled blocks of a memorandum are sections", async () => {
    const document = await load(`<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><doc><mainBody>
<tblock><num>1.</num><heading>CONTEXT</heading><tblock><num>1.1.</num><heading>Ponds</heading><p>They grow.</p></tblock></tblock>
<tblock><p>Without a title.</p></tblock><tblock><num>2.</num><heading>RESULTS</heading><p>Text.</p></tblock></mainBody></doc></akomaNtoso>`);
    expect(outlineOf(document)).toEqual(["1 1. CONTEXT", "2 1.1. Ponds", "1 2. RESULTS"]);
    expect(document.text).toBe("1. CONTEXT\n\n1.1. Ponds\n\nThey grow.\n\nWithout a title.\n\n2. RESULTS\n\nText.");
  });

  it("Akoma Ntoso: prefixed or not, with facets of work and version", async () => {
    const document = await loadFixture("akoma-ntoso.xml");
    const { source, id, ...facts } = document;
    expect(facts).toMatchObject({
      title: "Wells and Springs",
      work: "/akn/xx/act/2020/7/main",
      version: "2021-01-01",
      text: "An Act about Wells and Springs\n\nPart I Wells\n\n1. Digging\n\n(1) Nobody may dig a well [A pit for water.] without leave.\n\n(2) Leave is given to\n\n(a) an owner; and\n(b) a tenant.",
    });
    const plain = readFileSync(new URL("../../fixtures/xml/akoma-ntoso.xml", import.meta.url), "utf8");
    const prefixed = plain.replaceAll(/<(\/?)(\w)/g, "<$1akn:$2").replace("xmlns=", "xmlns:akn=");
    expect(await load(prefixed)).toMatchObject({ text: document.text, outline: document.outline, metadata: { mapping: "akoma-ntoso" } });
  });

  it("Formex: recitals and articles by number, notes in their sentence, quotation marks from their codes", async () => {
    const document = await loadFixture("formex.xml");
    expect(outlineOf(document)).toEqual([
      "1 Regulation on lamps",
      "2 (1)",
      "2 (2)",
      "2 CHAPTER I General",
      "3 Article 1 Scope",
      "3 Article 2 Force",
    ]);
    expect(document.text).toContain("(1) A lamp (the ‘lamp’) is useful [OJ L 1, p. 1.].\n\n(2) It burns.");
    expect(document.text).toContain("Article 1 Scope\n\n1. This applies to:\n\n(a) lamps;\n(b) lanterns.\n\n2. It binds all.");
    expect(document).toMatchObject({ language: "en", published: "2016-04-27" });
  });

  it("Canadian law: the marginal note as heading, sections below the headings between them", async () => {
    const document = await loadFixture("canada.xml");
    expect(outlineOf(document)).toEqual(["1 Lamp Act", "2 PART 1 Lamps", "3 1 Short title", "3 2", "2 SCHEDULE 1 Kinds"]);
    expect(document.text).toContain("1 Short title\n\nThis Act may be cited as the Lamp Act.");
    expect(document.text).toContain("2 (1) In this Act,\n\nlamp means a light. (lampe)\n\n(a) of oil; or\n(b) of gas.");
    expect(document.text).toContain("| Item | Kind |\n| --- | --- |\n| 1 | Oil |");
  });

  it("JATS: abstract, sections, figures, exponents, references; journal data as metadata", async () => {
    const document = await loadFixture("jats.xml");
    expect(outlineOf(document)).toEqual(["1 On lamps", "2 Abstract", "2 1 Methods", "2 References"]);
    expect(document).toMatchObject({
      work: "10.1/lamp",
      published: "2020-03-01",
      metadata: { journal: "Light", authors: ["Byron Ada", "Babbage C"] },
    });
    expect(document.text).toContain("We lit 10^3 lamps (Babbage, 1837).\n\nFigure 1. A lamp.\n\nIt burns.");
    expect(document.text).toContain("- Babbage C 1837 On lamps Light 2 1 10");
  });

  it("RFCXML: sections counted, references shown", async () => {
    const document = await loadFixture("rfc.xml");
    expect(outlineOf(document)).toEqual(["1 Lamps", "2 Abstract", "2 1. Introduction", "3 1.1. Terms", "2 2. References", "2 Thanks"]);
    expect(document.text).toContain("See Section 1.1 and [RFC2119]. It MUST burn.");
    expect(document.text).toContain("  lamp = 1*DIGIT");
  });
});

describe("choice of a mapping", () => {
  const mapping = { name: "mine", roots: ["memo"], sections: ["item"], headings: ["item/subject"] };

  it("asks those of the settings first, then those of the options", async () => {
    const memo = "<memo><item><subject>Tea</subject>Hot.</item></memo>";
    expect((await load(memo)).metadata?.mapping).toBe("inferred");
    expect(await load(memo, { mappings: [mapping] })).toMatchObject({ metadata: { mapping: "mine" }, outline: [{ title: "Tea" }] });
    const [document] = await new XmlLoader({ mappings: [{ ...xmlMappings.jats, roots: ["memo"], name: "own" }] }).load(
      testSource("a.xml", memo),
    );
    expect(document?.metadata?.mapping).toBe("own");
  });

  it("names the key of a setting that is wrong", async () => {
    await expect(load("<a>x</a>", { mappings: [{ ...mapping, headings: ["a//b"] }] })).rejects.toThrow(
      /plugins\.xml\.mappings: 0\.headings\.0.*a\/\/b/,
    );
    await expect(load("<a>x</a>", { mappings: [{ ...mapping, heading: [] }] })).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });
});

describe("bytes", () => {
  it("reads what the declaration says, and any encoding with a mark", async () => {
    const latin = Uint8Array.from(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>§ Köln</a>', "latin1"));
    expect((await load(latin)).text).toBe("§ Köln");
    expect((await load(Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>§ Köln</a>', "utf16le"))).text).toBe("§ Köln");
    expect((await load("\uFEFF<?xml version='1.0'?>\r\n<a>§\r\nKöln</a>")).text).toBe("§ Köln");
  });

  it("refuses damage, and what holds no text, by name", async () => {
    await expect(load("<a><b>text</a>")).rejects.toMatchObject({
      code: "DOCUMENT_DAMAGED",
      message: expect.stringContaining("line 1, column 15"),
    });
    await expect(load("<a b='c'/>")).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
  });
});
