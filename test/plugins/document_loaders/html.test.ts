import { describe, expect, it } from "vitest";
import { HtmlLoader } from "../../../src/plugins/document_loaders/html.ts";
import { testDocumentLoader, testSource } from "../../../src/testing/index.ts";

const load = async (content: string | Uint8Array) => {
  const [document] = await new HtmlLoader().load(testSource("page.html", content));
  if (document === undefined) throw new Error("no document");
  return document;
};
const textOf = async (html: string) => (await load(html)).text;
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

testDocumentLoader({
  create: () => new HtmlLoader(),
  accepts: [testSource("page.html", "<title>T</title><h1>A</h1><p>b"), testSource("PAGE.HTM", "x"), testSource("a.xhtml", "<p>x</p>")],
  rejects: [testSource("page.txt", "x"), testSource("page.html.md", "x")],
});

it("gives title, language, text, outline with exact spans, and the ids of its headings", async () => {
  const html =
    '<!doctype html><html lang="en"><head><title> Leave &amp;\n rules </title><style>p{}</style></head><body>' +
    '<nav><a href="/">Home</a></nav><h1>Leave</h1><p>Ask <b>first</b>.</p><section id="sick"><h2>Sick &mdash; leave</h2><p>Call in.</p></section>';
  const document = await load(html);
  expect(document).toMatchObject({
    mediaType: "text/html",
    title: "Leave & rules",
    language: "en",
    text: "Leave\n\nAsk first.\n\nSick — leave\n\nCall in.",
    outline: [
      { level: 1, title: "Leave", at: { start: 0, end: 5 } },
      { level: 2, title: "Sick — leave", at: { start: 19, end: 31 } },
    ],
    metadata: { anchors: [null, "sick"], leftOutCharacters: 4 },
    notices: [],
  });
});

describe("text", () => {
  it("collapses white space, breaks lines at <br>, and keeps no-break spaces", async () => {
    expect(await textOf("<p>One\n   two<br>three</p>\n<p>&nbsp;</p><p>12&nbsp;€")).toBe("One two\nthree\n\n12\u00a0€");
  });

  it("leaves out scripts, styles, templates, form fields and navigation", async () => {
    const html =
      "<script>a()</script><style>b{}</style><template>c</template><noscript>d</noscript><nav>e</nav><div role=navigation>f</div>" +
      '<div class="x navheader">g</div><select><option>h</select><textarea>i</textarea><h2>Fees<a class="headerlink" href="#">¶</a></h2>';
    expect(await textOf(html)).toBe("Fees");
  });

  it("keeps lists together, nested ones indented, numbers as the page shows them", async () => {
    const html = "<p>Bring:<ul><li>a pen<li><p>paper</p><ol type=a><li>lined<li>plain</ol><li>ink</ul><p>And:<ol start=3><li>x<li>y</ol>";
    expect(await textOf(html)).toBe("Bring:\n\n- a pen\n- paper\n  a. lined\n  b. plain\n- ink\n\nAnd:\n\n3. x\n4. y");
  });

  it("puts a definition under its term", async () => {
    expect(await textOf("<dl><dt>Keeper</dt><dd><p>Who keeps.</p></dd><dt>Zoo</dt><dd>A place.</dd></dl>")).toBe(
      "Keeper\nWho keeps.\n\nZoo\nA place.",
    );
  });

  it("keeps <pre> as it stands, and sees a heading inside it", async () => {
    const document = await load("<p>a</p><pre>\n\n  if (x)\n    y\n\n<h2>Next</h2>\n  z\n</pre><p>b");
    expect(document.text).toBe("a\n\n  if (x)\n    y\n\nNext\n\n  z\n\nb");
    expect(document.outline).toEqual([{ level: 2, title: "Next", at: { start: 19, end: 23 } }]);
  });

  it("keeps an exponent apart from its base", async () => {
    expect(await textOf("<p>10<sup>6</sup> litres, 100<sup>1</sup>, 1<sup>st</sup>")).toBe("10^6 litres, 100^1, 1st");
  });
});

describe("tables", () => {
  it("have one line a row, and a line behind the header", async () => {
    const html =
      "<table><caption>Fees</caption><thead><tr><th>Kind<th>Fee</thead><tr><td>a|b<td>12<br>euro<tr><td></td><td></td><tr><td colspan=2>free</table>After";
    expect(await textOf(html)).toBe("Fees\n\n| Kind | Fee |\n| --- | --- |\n| a\\|b | 12 euro |\n| free |  |\n\nAfter");
  });

  it("keep their columns in line under a cell that spans rows", async () => {
    expect(await textOf("<table><tr><td rowspan=2>a<td>1<tr><td>2<tr><td>b<td>3</table>")).toBe("| a | 1 |\n|  | 2 |\n| b | 3 |");
  });

  it("that only lay out the page are blocks, and their headings headings", async () => {
    const document = await load("<table><tr><td><h2>Fees</h2><table><tr><td>x<td>1</table><td>side</table>");
    expect(document.text).toBe("Fees\n\n| x | 1 |\n\nside");
    expect(document.outline).toMatchObject([{ title: "Fees" }]);
  });
});

describe("encoding", () => {
  it("is what <meta> or the XML declaration says (L3)", async () => {
    // 0xB3 is ł in ISO-8859-2; nothing would be guessed from three letters.
    expect(await load(latin1('<meta charset="iso-8859-2"><p>\xb3\xf3d'))).toMatchObject({ text: "łód", notices: [] });
    expect(await load(latin1('<meta http-equiv="Content-Type" content="text/html; charset=windows-874"><p>\xa1\xd2'))).toMatchObject({
      text: "กา",
    });
    expect(await load(latin1('<?xml version="1.0" encoding="ISO-8859-2"?><html><p>\xb3\xf3d</p></html>'))).toMatchObject({ text: "łód" });
  });

  it("is not taken from a comment", async () => {
    expect(await load(latin1("<!-- <meta charset=iso-8859-2> --><p>caf\xe9 fran\xe7ais"))).toMatchObject({
      text: "café français",
      notices: [{ code: "ENCODING_GUESSED" }],
    });
  });
});

describe("odd pages", () => {
  it("XHTML's empty elements do not swallow what follows", async () => {
    const html =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body><nav/>Text<br/>more</body></html>';
    expect(await textOf(html)).toBe("Text\nmore");
  });

  it("a page without text is an empty document", async () => {
    await expect(load("<!doctype html><title>T</title><div></div>")).rejects.toMatchObject({
      code: "DOCUMENT_EMPTY",
      message: '"page.html" holds no text.',
    });
  });

  it("100,000 elements inside one another are read", async () => {
    expect(await textOf(`${"<div>".repeat(100_000)}deep`)).toBe("deep");
    expect((await textOf("<ul><li>a".repeat(20_000))).length).toBeLessThan(500_000);
  });

  it("3,000 unclosed elements of type are not multiplied", async () => {
    const paragraphs = Array.from({ length: 3000 }, (_, i) => `<p><font size=${i}>x`);
    expect(await textOf(paragraphs.join(""))).toBe(Array(3000).fill("x").join("\n\n"));
  });
});
