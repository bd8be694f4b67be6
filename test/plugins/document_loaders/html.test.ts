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

  it("repeat a cell that spans rows in each, so that a row is understood by itself", async () => {
    expect(await textOf("<table><tr><td rowspan=2>a|b<td>1<tr><td>2<tr><td>b<td>3</table>")).toBe(
      "| a\\|b | 1 |\n| a\\|b | 2 |\n| b | 3 |",
    );
    expect(await textOf("<table><tr><td rowspan=3 colspan=2>a<td>1<tr><td>2<tr><td></td><tr><td>b</table>")).toBe(
      "| a |  | 1 |\n| a |  | 2 |\n| b |",
    );
    expect(await textOf("<table><tr><td>1<td>2<td rowspan=2>m<tr><td>3<tr><td>4<td>5<td>6</table>")).toBe(
      "| 1 | 2 | m |\n| 3 |  | m |\n| 4 | 5 | 6 |",
    );
    const heads = "<table><thead><tr><th rowspan=2>Land<th colspan=2>Fee<tr><th>2023<th>2024</thead><tr><td>x<td>1<td>2</table>";
    expect(await textOf(heads)).toBe("| Land | Fee |  |\n| --- | --- | --- |\n| Land | 2023 | 2024 |\n| x | 1 | 2 |");
  });

  it("repeat no cell past its row group, and a long one as a sign", async () => {
    const groups = (rows: string) => `<table><tbody><tr><td rowspan=${rows}>a<td>1<tr><td>2<tbody><tr><td>b<td>3</table>`;
    for (const rows of ["0", "99"]) expect(await textOf(groups(rows))).toBe("| a | 1 |\n| a | 2 |\n| b | 3 |");
    const long = "word ".repeat(20).trim();
    expect(await textOf(`<table><tr><td rowspan=2>${long}<td>1<tr><td>2</table>`)).toBe(`| ${long} | 1 |\n| ″ | 2 |`);
    const far = `<table><tr><td rowspan=300>a label<td>0${"<tr><td>1".repeat(299)}</table>`;
    expect((await textOf(far)).match(/a label/g)).toHaveLength(300);
  });

  it("do not grow beyond measure where many cells span many rows", async () => {
    const html = `<table><tr>${`<td rowspan=9999>${"x".repeat(80)}`.repeat(200)}${"<tr><td>1".repeat(5000)}</table>`;
    const text = await textOf(html);
    expect(text.length).toBeLessThan(10 * html.length);
    expect(text.split("\n")).toHaveLength(5001);
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

describe("footnotes", () => {
  it.each([
    [
      "docutils",
      '<p>Areas <a class="footnote-reference brackets" href="#id7" id="id1">1</a>.</p><dl class="footnote brackets"><dt class="label" id="id7"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>Or components.</p></dd></dl>',
    ],
    [
      "newer docutils",
      '<p>Areas <a class="footnote-reference brackets" href="#id7" id="id1" role="doc-noteref">1</a>.</p><aside class="footnote brackets" id="id7" role="doc-footnote"><span class="label"><span>[</span><a role="doc-backlink" href="#id1">1</a><span>]</span></span><p>Or components.</p></aside>',
    ],
    [
      "DocBook",
      '<p>Areas <a href="#ftn.a" class="footnote"><sup class="footnote" id="a">[1]</sup></a>.</p><div id="ftn.a" class="footnote"><p><a href="#a" class="para"><sup>[1] </sup></a>Or components.</p></div>',
    ],
    [
      "pandoc and GitHub",
      '<p>Areas <sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup>.</p><section class="footnotes"><ol><li id="fn1"><p>Or components. <a href="#fnref1" class="footnote-backref">↩</a></p></li></ol></section>',
    ],
  ])("of %s stand with their sentence", async (_, html) => {
    expect(await textOf(html)).toBe("Areas [1 Or components.].");
  });

  it("go behind the first mark that names them, behind a heading, and stay where no mark does", async () => {
    const mark = '<a role="doc-noteref" href="#n">1</a>';
    expect(await textOf(`<p>a${mark} b${mark}<aside id=n>Note.</aside>`)).toBe("a [1 Note.] b1");
    const { text, outline } = await load(`<h2>Fees ${mark}</h2><p>Pay.</p><aside id=n>Net.</aside>`);
    expect([text, outline?.map(({ title }) => title)]).toEqual(["Fees\n\n[Net.]\n\nPay.", ["Fees"]]);
    expect(await textOf("<p>a</p><aside id=n class=footnote>Note.</aside>")).toBe("a\n\nNote.");
    expect(await textOf(`<div id=n><p>a${mark}</p></div>`)).toBe("a1");
  });

  it("are never lost, though their mark is in what is left out, or they name one another", async () => {
    const mark = (id: string) => `<a role="doc-noteref" href="#${id}">1</a>`;
    expect(await textOf(`<p>a</p><nav>${mark("n")}</nav><aside id=n>Note.</aside>`)).toBe("a\n\nNote.");
    expect(await textOf(`<p>a</p><aside id=n>N${mark("m")}</aside><aside id=m>M${mark("n")}</aside>`)).toMatch(/N.*M|M.*N/s);
  });
});

describe("places", () => {
  it("name for each stretch the innermost block with an id, or the heading before it", async () => {
    const { text, places } = await load(
      "<div id=top><p>a</p><h2 id=fees>Fees</h2><p>b</p><p id=late>c <b id=no>d</b></p><p>e</p></div><a name=old></a><p>f</p><table id=t><tr><td id=x>g<td>h</table>",
    );
    expect(places?.map(({ anchor, start, end }) => [anchor, text.slice(start, end)])).toEqual([
      ["top", "a"],
      ["fees", "Fees\n\nb"],
      ["late", "c d"],
      ["fees", "e"],
      ["old", "f"],
      ["t", "| g | h |"],
    ]);
  });
});

it("knows headings by their role, and takes the signs of links out of them", async () => {
  const { outline } = await load('<div role=heading aria-level=3>Fees<a class=anchor href="#f">¶</a></div><p>a</p><h2>Pay §</h2><p>b');
  expect(outline?.map(({ level, title }) => [level, title])).toEqual([
    [3, "Fees"],
    [2, "Pay §"],
  ]);
});

it("leaves out the footer of the page and what is hidden from its readers, and counts it", async () => {
  const document = await load(
    '<h1>A</h1><p hidden>old</p><p hidden="until-found">kept</p><article>text<footer>by Ann</footer></article><footer>Page foot</footer>',
  );
  expect(document.text).toContain("kept");
  expect(document.text).toContain("by Ann");
  expect(document.text).not.toMatch(/old|foot/);
  expect(document.metadata?.leftOutCharacters).toBe("oldPagefoot".length);
});

it("leaves out what a style or a role hides, and counts it, but no part of a page behind a window", async () => {
  const document = await load(
    '<p style="color:red; DISPLAY : none">one</p><p style="visibility:hidden">two</p><p>Up <i aria-hidden="true">^^</i>to 3</p>' +
      '<main aria-hidden=true><p>Main text.</p></main><p style="display:nonesuch-block">three</p><p aria-hidden=false>four',
  );
  expect(document.text).toBe("Up to 3\n\nMain text.\n\nfour");
  expect(document.metadata).toEqual({ leftOutCharacters: "onetwo^^three".length });
});

it("leaves out drawings and form fields, counts their words, and keeps what they part apart", async () => {
  const document = await load(
    'Press <button>Save</button>. a<button>b</button>c<input value="old"><input type=hidden value=no>d<select><option>e<option>f</select>g<textarea>hi</textarea>' +
      "j <svg><title>no</title><style>x{}</style><text>Axis</text></svg> k",
  );
  expect(document.text).toBe("Press Save. a b c d g j k");
  expect(document.metadata).toEqual({ leftOutCharacters: "oldefhiAxis".length });
});

it("leaves out what stands for something else, and counts its words", async () => {
  const document = await load(
    "<p>One.</p><noscript><p>Turn it <b>on</b></p></noscript><template><p>row <i>x</i></p><script>no()</script></template>" +
      "<iframe src=a>frame</iframe><video><track>film</video><canvas>chart</canvas><p>Two.</p><script>1</script>",
  );
  expect(document.text).toBe("One.\n\nTwo.");
  expect(document.metadata).toEqual({ leftOutCharacters: "Turnitonrowxframefilmchart".length });
});

it.each([
  ["<p>One.</p><!-- cut <p>two</p>\r\nthree", "<!--", "cut<p>two</p>three"],
  ["<p>One.</p><script>let x; <p>two</p>", "<script>", "letx;<p>two</p>"],
  ["<p>One.</p><textarea>two <p>three</p>", "<textarea>", "two<p>three</p>"],
  ["<p>One.</p><noscript><p>two", "<noscript>", "<p>two"],
  ["<p>One.</p><svg><text>two</text>", "<svg>", "two"],
  ["<p>One.</p><template><p>two</p>", "<template>", "two"],
  ["<p>One.</p>\n<nav><p>two</p></body></html>", "<nav>", "two"],
  ["<p>One.</p><div hidden>two <p>three</p>", "<div>", "twothree"],
  ['<p>One.</p><a href="x>two</a><p>three</p>', "<a", 'href="x>two</a><p>three</p>'],
])("says what is lost behind what a page never closes: %s", async (html, name, content) => {
  const document = await load(html);
  expect(document.text).toBe("One.");
  expect(document.notices).toEqual([{ code: "MARKUP_UNCLOSED", message: expect.stringContaining(` ${name} `), lost: content.length }]);
});

it.each([
  ["<html>\n<body>\n<!-- a <p>One.</p>", "nothing closes the <!-- of line 3, so the 12 characters"],
  ["<body>\r\n<p>\r\n<title>One.</p>", "nothing closes the <title> of line 3"],
  ["<html><body>\n\n<template>\n<p>One.</p>", "nothing closes the <template> of line 3, so the 4 characters"],
  ['<body>\n<a\n href="x>One.</a>', "nothing closes the <a of line 2"],
  ["<html>\n<body style='visibility: hidden'>\n<p>One.</p>", "the <body> of line 2, with 4 characters, is hidden"],
  ["<body>\n<nav>One.</nav>", "the <nav> of line 2, with 4 characters, is hidden, navigation"],
])("names what took all text of a page, and where: %j", async (html, reason) => {
  await expect(load(html)).rejects.toMatchObject({ code: "DOCUMENT_EMPTY", message: expect.stringContaining(`holds no text: ${reason}`) });
});

it.each(["<p>One.</p><p hidden>two", '<p>One.</p><img src="a', "<p>One.</p><a href=x", "<p>One.</p><script>'</b'</script>"])(
  "counts no loss where an end may be left out, or a tag is cut: %s",
  async (html) => expect((await load(html)).notices).toEqual([]),
);

it.each(["<p>One.</p><!-- x -->", "<p>One x<!--x--> x", "<p>One.</p><!x", "<script>1</script><p>One.", "<p>One.</p><script> "])(
  "says nothing of what is closed or holds nothing: %s",
  async (html) => expect((await load(html)).notices).toEqual([]),
);

it("writes the reading of a word in brackets", async () => {
  const html = "<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>、<ruby>新<rp>(</rp><rt>しん</rt><rp>)</rp></ruby>";
  expect(await textOf(html)).toBe("東(とう)京(きょう)、新(しん)");
});

it("gives ids of headings only where there are any", async () => {
  expect((await load("<h1>A</h1><p>b")).metadata).toEqual({ leftOutCharacters: 0 });
});

it("leaves out tables of contents and the page's footer, and counts them", async () => {
  const document = await load('<h1>A</h1><div class="toc"><a href="#b">B</a></div><p>text</p><div role=contentinfo>Made by X</div>');
  expect(document).toMatchObject({ text: "A\n\ntext", metadata: { leftOutCharacters: 8 } });
});

it("reads a text under a page's name as text, and says so", async () => {
  const text = "Sec. 1. Pay.\n\n  See <https://example.org> for a < b.\n";
  expect(await load(text)).toMatchObject({ text, mediaType: "text/plain", notices: [{ code: "MARKUP_MISSING", lost: 0 }] });
});
