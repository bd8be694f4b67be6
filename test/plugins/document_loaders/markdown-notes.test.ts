import { describe, expect, it } from "vitest";
import { blocks, cutSpan, sentences } from "../../../src/parsing/index.ts";
import { MarkdownLoader } from "../../../src/plugins/document_loaders/markdown.ts";
import { testSource } from "../../../src/testing/index.ts";

const textOf = async (text: string) => (await new MarkdownLoader().load(testSource("guide.md", text)))[0]?.text;

describe("footnotes of Markdown", () => {
  it("stand behind the sentence of their mark, as those of a Word file do", async () => {
    expect(
      await textOf(
        "Pay in May.[^1] Or in June[^fee], at\nthe latest. Go.\n\n[^1]: Not on Sundays.\n[^Fee]: With a fee\nof 5 euro.\n\nEnd.\n",
      ),
    ).toBe("Pay in May. [Footnote 1: Not on Sundays.] Or in June, at\nthe latest. [Footnote Fee: With a fee of 5 euro.] Go.\n\n\nEnd.\n");
    expect(await textOf("- Pay [^1]\n- Go. [^2] Now.\n\n[^1]: a\n\n    b\n\nc\n\n[^2]: d")).toBe(
      "- Pay [Footnote 1: a b]\n- Go. [Footnote 2: d] Now.\n\nc\n\n",
    );
    expect(await textOf("[^1]: a\n\nPay\r\nnow.[^1]\r\n")).toBe("Pay\r\nnow. [Footnote 1: a]\r\n");
  });

  it("stand in the cell of a table, and behind a heading", async () => {
    expect(await textOf("| a[^1] | b |\n|---|---|\n| 1 [^1] | 2 |\n\n[^1]: x|y\n")).toBe(
      "| a [Footnote 1: x\\|y] | b |\n|---|---|\n| 1 [Footnote 1: x\\|y] | 2 |\n\n",
    );
    expect(await textOf("# Fees[^1]\n\nText.\n\n[^1]: As of May.\n")).toBe("# Fees\n\n[Footnote 1: As of May.]\n\n\nText.\n\n");
  });

  it("are kept with their sentence when it is cut", async () => {
    const filler = "The clerk reads each of the forms that are handed in at the counter. ".repeat(10);
    const text = (await textOf(`${filler}The fee is 5 euro.[^1] ${filler}\n\n[^1]: Except on Sundays. Then it is 9.\n`)) ?? "";
    const pieces = cutSpan(text, { start: 0, end: text.length }, { maxCharacters: 400 }).map(({ span }) =>
      text.slice(span.start, span.end),
    );
    expect(pieces.find((piece) => piece.includes("The fee is"))).toContain("[Footnote 1: Except on Sundays. Then it is 9.]");
    expect(sentences(text).length).toBeGreaterThan(20);
    expect(blocks(text)).toHaveLength(1);
  });

  it.each([
    ["in code", "See `a[^1]` and\n\n```\nb[^1]\n```\n\n[^1]: note\n"],
    ["in a fence", "See.[^1]\n\n```\n[^1]: note\n```\n"],
    ["in a comment", "See.[^1]\n\n<!--\n[^1]: note\n-->\n"],
    ["without a note", "See.[^2]\n"],
    ["without a mark", "See.\n\n[^1]: note\n"],
    ["marked with a backslash", "See.\\[^1]\n\n[^1]: note\n"],
    ["with code in them", "See.[^1]\n\n[^1]: note\n\n    ```\n    code\n    ```\n"],
    ["marked only by themselves", "[^1]: see [^1]\n"],
    ["in front matter", "---\na: |\n  [^1]: x\n---\nSee.[^1]\n"],
  ])("stay as they are %s", async (_, text) => {
    expect(await textOf(text)).toBe(text);
  });

  it("lose no word, and are repeated no more than some times", async () => {
    const words = async (text: string) => ((await textOf(text)) ?? "").match(/\w+/g)?.sort();
    const long = `${"word ".repeat(60)}end`;
    const many = await textOf(`${"Pay.[^a] ".repeat(50)}\n\n[^a]: short\n`);
    expect(many?.match(/Footnote a: short/g)).toHaveLength(10);
    expect(many?.match(/\[\^a\]/g)).toHaveLength(40);
    expect((await textOf(`Pay.[^a] Go.[^a]\n\n[^a]: ${long}\n`))?.match(/Footnote a/g)).toHaveLength(1);
    expect(await words("One.[^1] [^1]: two\n[^1]: three\n> four\n[^2]: five\n\n  six\n")).toEqual(
      ["One", "Footnote", "1", "three", "Footnote", "1", "three", "two", "four", "2", "five", "six"].sort(),
    );
  });

  it("take a time that follows the length of the text", async () => {
    const [marks, notes] = [`${"a[^1] `".repeat(50_000)}`, "[^1]: b\n".repeat(50_000)];
    expect((await textOf(`${marks}\n\n${notes}`))?.length).toBeGreaterThan(300_000);
    expect(await textOf(`${"[^".repeat(100_000)}\n[^1]: `)).toHaveLength(200_006 + 1);
  });
});
