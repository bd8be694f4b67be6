import { describe, expect, it } from "vitest";
import { markdownOutline, unitsFromOutline } from "../../../src/parsing/index.ts";
import { MarkdownLoader } from "../../../src/plugins/document_loaders/markdown.ts";
import { testDocumentLoader, testSource } from "../../../src/testing/index.ts";

const load = async (text: string) => {
  const [document] = await new MarkdownLoader().load(testSource("guide.md", text));
  if (document === undefined) throw new Error("no document");
  return document;
};
/** The text that is left when the omissions are taken out. */
const body = async (text: string) => {
  const { text: all, omissions } = await load(text);
  return all.slice(omissions?.[0]?.omitted.end ?? 0);
};

testDocumentLoader({
  create: () => new MarkdownLoader(),
  accepts: [testSource("guide.md", "---\ntitle: Guide\n---\n# One\n"), testSource("A.MARKDOWN", "x"), testSource("b.mdown", "x")],
  rejects: [testSource("guide.txt", "x"), testSource("guide.md.bak", "x")],
});

describe("front matter", () => {
  it("becomes metadata, title and language, and is an omission of its exact span", async () => {
    const document = await load("---\ntitle: Leave guide\nlang: pt_br\nstatus: final\n---\n# Leave\n");
    expect(document).toMatchObject({
      mediaType: "text/markdown",
      title: "Leave guide",
      language: "pt-BR",
      metadata: { title: "Leave guide", lang: "pt_br", status: "final" },
      omissions: [{ omitted: { start: 0, end: 53 }, reason: "front matter" }],
    });
    expect(document.text.slice(53)).toBe("# Leave\n");
  });

  it("is found behind a byte order mark (L1)", async () => {
    const document = await load("\uFEFF---\ntitle: Gamma guide\nstatus: final\n---\n\n# Gamma\n");
    expect(document.title).toBe("Gamma guide");
    expect(document.text).not.toContain("\uFEFF");
    expect(document.text.slice(document.omissions?.[0]?.omitted.end)).toBe("\n# Gamma\n");
  });

  it("may have CRLF or CR line ends, end with ..., or be empty", async () => {
    expect(await body("---\r\ntitle: A\r\n---\r\n# H")).toBe("# H");
    expect(await body("---\rtitle: A\r---\r# H")).toBe("# H");
    expect(await body("---\ntitle: A\n...\n# H")).toBe("# H");
    expect(await body("---\n---\n# H")).toBe("# H");
  });

  it("gives dates as ISO strings, long numbers as their digits, and nothing that JSON does not have", async () => {
    const { metadata } = await load(
      "---\nday: 2024-1-5\nat: 2024-01-05 10:30:00\ncase: 12345678901234567890\nn: .nan\ntags: [a, 2]\n---\nx",
    );
    expect(metadata).toEqual({
      day: "2024-01-05",
      at: "2024-01-05T10:30:00.000Z",
      case: "12345678901234567890",
      n: null,
      tags: ["a", 2],
    });
  });

  it("takes a title that is no string, and a language that is none, as metadata only", async () => {
    const document = await load("---\ntitle: 12\nlanguage: every language\n---\nx");
    expect(document.metadata).toEqual({ title: 12, language: "every language" });
    expect(document).not.toHaveProperty("title");
    expect(document).not.toHaveProperty("language");
  });

  it("may be TOML between +++ lines, whose comments are no headings", async () => {
    const document = await load('+++\ntitle = "Gamma"\n# weight = 1\nday = 2024-01-05\n[params]\ndraft = true\n+++\n# H\n');
    expect(document).toMatchObject({ title: "Gamma", metadata: { day: "2024-01-05", params: { draft: true } } });
    expect(document.text.slice(document.omissions?.[0]?.omitted.end)).toBe("# H\n");
  });

  it("with a mistake in it is read by its plain lines, is no part of the text, and is told of", async () => {
    const document = await load("---\ntitle: Leave: a guide\nlang: de\ntags:\n  - a: b: c\n# note\nstatus: 'final'\nempty:\n---\n# H\n");
    expect(document).toMatchObject({ title: "Leave: a guide", language: "de", notices: [{ code: "FRONT_MATTER_UNREAD", lost: 0 }] });
    expect(document.metadata).toEqual({ title: "Leave: a guide", lang: "de", status: "final" });
    expect(document.text.slice(document.omissions?.[0]?.omitted.end)).toBe("# H\n");
    expect((await load("---\na: &a [*a]\n---\nMore.\n")).metadata).toEqual({ a: "&a [*a]" }); // YAML runs in a circle here
    expect(await body("+++\ntitle = Leave\n+++\n# H\n")).toBe("# H\n");
  });

  it.each([
    ["prose between two rules", "---\nJust a note.\n---\nMore.\n"],
    ["a list", "---\n- a\n---\nMore.\n"],
    ["YAML with a mistake, and prose in it", "---\ntitle: a: b\nJust a note.\n---\nMore.\n"],
    ["TOML without a value", "+++\nJust a note.\n+++\nMore.\n"],
  ])("%s is ordinary text, with a warning", async (_, text) => {
    const document = await load(text);
    expect(document).not.toHaveProperty("omissions");
    expect(document).not.toHaveProperty("metadata");
    expect(document.text).toBe(text);
    expect(document.notices).toMatchObject([{ code: "FRONT_MATTER_UNREAD", lost: 0 }]);
  });

  it.each(["---\ntitle: never closed\n", "\n---\ntitle: not at the start\n---\n", "----\ntitle: four\n----\n", "# A\n"])(
    "is not seen in %j",
    async (text) => {
      const document = await load(text);
      expect(document).not.toHaveProperty("omissions");
      expect(document.notices).toEqual([]);
    },
  );
});

describe("headings of pages", () => {
  const paged =
    "---\ntitle: Report\n---\n# Report\n\n## Page 1\n\n## Sales\n\nUp.\n\n## Page 2\n\nAnd up.\n\n```\n## Page 3\n```\n\n## Costs\n\nDown.\n";

  it("become pages and omissions, and no topics: a section runs over them", async () => {
    const document = await load(paged);
    const [one, two] = [paged.indexOf("## Page 1"), paged.indexOf("## Page 2")];
    expect(document.pages).toEqual([
      { number: 1, start: one, end: two },
      { number: 2, start: two, end: paged.length },
    ]);
    expect(document.omissions?.map(({ omitted, reason }) => [paged.slice(omitted.start, omitted.end), reason]).slice(1)).toEqual([
      ["## Page 1", "page heading"],
      ["## Page 2", "page heading"],
    ]);
    const [report] = unitsFromOutline(document, markdownOutline(paged, document.omissions?.[0]?.omitted.end));
    expect(report?.subunits?.map(({ topic }) => topic)).toEqual(["Sales", "Costs"]);
    expect(report?.subunits?.[0]?.fulltext).toContain("And up.");
  });

  it("are known by rising at one level, with or without a title before the first", async () => {
    expect((await load("## Page 7\r\n\r\nText.\r\n")).pages).toEqual([{ number: 7, start: 0, end: 20 }]);
    expect((await load("a\n\n### page 1\n\nb\n\n### page 3\n\nc\n")).pages).toMatchObject([{ number: 1 }, { number: 3 }]);
  });

  it.each([
    ["a lone one among others", "# Guide\n\nText.\n\n## Page 3\n\nOn page 3.\n"],
    ["falling", "## Page 2\n\na\n\n## Page 1\n\nb\n"],
    ["of different levels", "# Page 1\n\na\n\n## Page 2\n\nb\n"],
    ["with more words", "## Page 1 of 2\n\na\n\n## Page 2 of 2\n\nb\n"],
    ["in a fence", "```\n## Page 1\n## Page 2\n```\n"],
  ])("are headings like others when they are %s", async (_, text) => {
    const document = await load(text);
    expect([document.pages, document.omissions]).toEqual([undefined, undefined]);
  });
});
