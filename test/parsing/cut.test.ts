import { describe, expect, it } from "vitest";
import { cutSpan, ownSpans } from "../../src/parsing/cut.ts";

function cut(text: string, maxCharacters: number): string[] {
  return cutSpan(text, { start: 0, end: text.length }, { maxCharacters }).map(({ span }) => text.slice(span.start, span.end));
}

const inked = (text: string) => text.replace(/\s/g, "");

describe("where it cuts", () => {
  it("leaves a text that fits whole", () => {
    expect(cut("\n# A\n\nb\n\nc\n", 20)).toEqual(["# A\n\nb\n\nc"]);
  });

  it("prefers paragraphs, then list items, then sentences, then words", () => {
    expect(cut("One two three.\n\nFour five six.\n\nSeven.", 32)).toEqual(["One two three.\n\nFour five six.", "Seven."]);
    expect(cut("- one two. Three\n- four\n- five six seven", 25)).toEqual(["- one two. Three\n- four", "- five six seven"]);
    expect(cut("One two three four. Five six.", 25)).toEqual(["One two three four.", "Five six."]);
    expect(cut("one two three four five", 10)).toEqual(["one two", "three four", "five"]);
  });

  it("keeps a loose list item with the paragraphs indented below it", () => {
    expect(cut("1. First item.\n\n   More of it.\n\n2. Second item.", 40)).toEqual(["1. First item.\n\n   More of it.", "2. Second item."]);
  });

  it("never leaves a heading alone at the end, of any kind", () => {
    expect(cut("Some text here.\n\n## Head\n\nBody text here.", 30)).toEqual(["Some text here.", "## Head\n\nBody text here."]);
    expect(cut("Some text here.\n\nHead\n----\n\nBody text.", 30)).toEqual(["Some text here.", "Head\n----\n\nBody text."]);
  });

  it("keeps an item that only names what is nested in it with the first of that", () => {
    expect(cut("1. Some text here.\n2. Restrictions\n    1. Nobody may enter.\n    2. Nobody may leave.", 45)).toEqual([
      "1. Some text here.",
      "2. Restrictions\n    1. Nobody may enter.",
      "2. Nobody may leave.",
    ]);
  });

  it("keeps an introduction with the first item where both fit", () => {
    expect(cut("Text of some length.\n\nPay by:\n\n- bank transfer\n- card", 32)).toEqual([
      "Text of some length.",
      "Pay by:\n\n- bank transfer\n- card",
    ]);
  });
});

describe("what it never cuts", () => {
  it("a word, a number, a citation from its number, a label from its text", () => {
    expect(cut("unbreakable word", 3)).toEqual(["unbreakable", "word"]);
    expect(cut("pay 2,519 or 1 000 000 now", 6)).toEqual(["pay", "2,519", "or", "1 000 000", "now"]);
    expect(cut("under § 12 or Art. 6 here", 8)).toEqual(["under", "§ 12 or", "Art. 6", "here"]);
    expect(cut("11.1 Either party may leave", 9)).toEqual(["11.1 Either", "party may", "leave"]);
    expect(cut("11.1\n\nEither party may leave.\n\n(b)\n\nBoth may.", 30)).toEqual(["11.1\n\nEither party may leave.", "(b)\n\nBoth may."]);
  });

  it("a surrogate pair, an emoji or a combining sequence", () => {
    expect(cut("👩‍🔧👩‍🔧 e\u0301te\u0301 𝒜𝒜", 2)).toEqual(["👩‍🔧👩‍🔧", "e\u0301te\u0301", "𝒜𝒜"]);
  });

  it("fenced code that fits; longer code only between lines", () => {
    expect(cut("Some text here.\n\n```\n# a\n\nb\n```\n\nEnd.", 24)).toEqual(["Some text here.", "```\n# a\n\nb\n```\n\nEnd."]);
    expect(cut("```js\nfirst line;\nsecond line;\n\nthird line;\n```", 32)).toEqual([
      "```js\nfirst line;\nsecond line;",
      "third line;\n```",
    ]);
  });

  it("words of Chinese, Japanese and Thai, nor a mark from what it closes", () => {
    expect(cut("机构应当保存记录", 4)).toEqual(["机构应当", "保存记录"]);
    expect(cut("東京都（日本）です。", 5)).toEqual(["東京都", "（日本）", "です。"]);
    for (const piece of cut("ผู้ใดกระทำความผิดต้องระวางโทษจำคุก", 12)) expect(piece).not.toMatch(/^[\p{M}ๆ]/u);
  });
});

describe("U3: a rule and its exceptions", () => {
  it("stay together, above the limit if need be", () => {
    const text = [
      ...[
        "11.1 Either party may end the agreement with sixty days of notice.",
        "Exception: clause 11.1 does not apply during the first year.",
      ],
      ...["", "11.2 Notice is given in writing. The tests of", "11.3 and 11.4 below apply to the notice."],
      ...["", "11.4 A notice sent on a holiday counts from the next working day."],
      ...[
        "    (a) Holidays are those of the seat of the supplier;",
        "    (b) provided that a regional holiday of the customer also counts.",
      ],
    ].join("\n");
    expect(cut(text, 120)).toEqual([
      "11.1 Either party may end the agreement with sixty days of notice.\nException: clause 11.1 does not apply during the first year.",
      "11.2 Notice is given in writing. The tests of\n11.3 and 11.4 below apply to the notice.",
      "11.4 A notice sent on a holiday counts from the next working day.",
      "(a) Holidays are those of the seat of the supplier;\n    (b) provided that a regional holiday of the customer also counts.",
    ]);
  });

  it.each([
    ["Staff may park here.", "**Except** on Mondays."],
    ["Staff may park here.", "- However, not at night."],
    ["Staff may park here.", "Unless the gate is shut, entry is free."],
    ["Staff may park here.", "Provided that they pay."],
    ["Staff may park here.", "> Notwithstanding rule 3, it is free."],
    ["Staff may park here.", "(2) Paragraph 1 does not apply to guests."],
    ["Der Vertrag endet bald.", "Dies gilt nicht für Beamte."],
    ["Der Vertrag endet bald.", "Ausgenommen sind Beamte."],
    ["Le contrat prend fin.", "Sauf accord contraire, il est nul."],
    ["ผู้ใดกระทำความผิดต้องรับโทษ", "เว้นแต่ได้รับอนุญาต"],
    ["事業者は届け出る。", "ただし、軽微なものを除く。"],
    ["机构应当保存记录。", "但经批准的除外。"],
  ])("%s | %s", (rule, exception) => {
    expect(cut(`First.\n\n${rule}\n\n${exception}\n\nLast.`, 25)).toContain(`${rule}\n\n${exception}`);
  });

  it("move together where the rule alone would have fitted before", () => {
    expect(cut("Some other rule is here.\n\nPay on time.\n\nExcept guests.", 40)).toEqual([
      "Some other rule is here.",
      "Pay on time.\n\nExcept guests.",
    ]);
  });

  it("are not seen in words that only look alike, or in a heading", () => {
    expect(cut("Pay on time always.\n\nExceptional work is paid.\n\n## Exceptions\n\nNone are known.", 32)).toEqual([
      ...["Pay on time always.", "Exceptional work is paid.", "## Exceptions\n\nNone are known."],
    ]);
  });
});

describe("U5: a table", () => {
  const rows = Array.from({ length: 300 }, (_, i) => `| Station ${String(i + 1).padStart(3, "0")} | ${1000 + 7 * i},519 | a\\|b |`);
  const text = `# Register\n\nTable 1: yearly flow.\n\n| Station | Flow m3 | Note |\n|---|---:|---:|\n${rows.join("\n")}\n\nNote: 300 was rebuilt.\n`;

  it.each([1200, 200, 10])("is cut between rows, each in one piece, at %i characters", (maxCharacters) => {
    for (const source of [text, text.replaceAll("\n", "\r\n")]) {
      const pieces = cut(source, maxCharacters);
      expect(pieces.flatMap((piece) => piece.match(/^\| Station \d+ \|.*\|$/gm) ?? []).map((row) => row.trim())).toEqual(rows);
      expect(inked(pieces.join(""))).toBe(inked(source));
    }
  });

  it("gives caption and header as context to the pieces that start inside it", () => {
    const pieces = cutSpan(text, { start: 0, end: text.length }, { maxCharacters: 1200 });
    const context = "Table 1: yearly flow.\n| Station | Flow m3 | Note |\n|---|---:|---:|";
    expect(pieces.map((piece) => piece.context)).toEqual([undefined, ...Array(pieces.length - 1).fill(context)]);
    expect(text.slice(0, pieces[0]?.span.end)).toContain("# Register\n\nTable 1: yearly flow.\n\n| Station | Flow");
  });

  it("without pipes, set in columns, is cut between lines", () => {
    expect(cut("North Bay\t2,519\t7. Foo\nSouth Bay\t1,000\t8. Bar\nEast Bay\t900\t9. Baz", 50)).toEqual([
      "North Bay\t2,519\t7. Foo\nSouth Bay\t1,000\t8. Bar",
      "East Bay\t900\t9. Baz",
    ]);
  });
});

it("refuses a limit that is no whole number of 1 or more", () => {
  for (const maxCharacters of [0, -1, 1.5, Number.NaN]) expect(() => cut("x", maxCharacters)).toThrow(/maxCharacters is/);
});

it("takes time in proportion to the text", () => {
  const started = performance.now();
  for (const text of [
    "word 2,519 Foo ".repeat(50_000),
    "One. Two.\n\n".repeat(50_000),
    "However, x.\n".repeat(50_000),
    "機構保存記録".repeat(20_000),
  ]) {
    expect(inked(cut(text, 1200).join(""))).toBe(inked(text));
  }
  expect(performance.now() - started).toBeLessThan(30_000);
});

it("gives a parent's own text: what stands in none of its children", () => {
  const fulltext = "# A\n\nown\n\n## B\n\nb\n\n(note)\n\n## C\n\nc";
  const at = (words: string) => ({ source: { start: 100 + fulltext.indexOf(words), end: 100 + fulltext.indexOf(words) + words.length } });
  const unit = { fulltext, source: { start: 100, end: 100 + fulltext.length } };
  expect(ownSpans(unit, [at("## C\n\nc"), at("## B\n\nb")])).toEqual([at("# A\n\nown").source, at("(note)").source]);
  expect(ownSpans(unit, [])).toEqual([unit.source]);
  expect(ownSpans(unit, [unit])).toEqual([]);
  expect(ownSpans({ fulltext }, [])).toEqual([]);
});

it("limits pieces by tokens where it is given a way to count them", () => {
  const text = "One two three. Four five six. Seven eight.";
  const countTokens = (part: string) => part.trim().split(/\s+/).length;
  const pieces = cutSpan(text, { start: 0, end: text.length }, { maxTokens: 4, countTokens });
  expect(pieces.map(({ span }) => text.slice(span.start, span.end))).toEqual(["One two three.", "Four five six.", "Seven eight."]);
  expect(() => cutSpan(text, { start: 0, end: 3 }, { maxTokens: 0, countTokens })).toThrow(/maxTokens is 0/);
});

it("cuts HTML tables and columns between rows, and gives the row that names the columns as context", () => {
  const html = `<table>\n<tr><th>Station</th><th>Flow</th></tr>\n${[1, 2, 3].map((i) => `<tr>\n<td>S ${i}</td>\n<td>${i},519</td>\n</tr>`).join("\n")}\n</table>`;
  const tabs = "Station\tFlow\nS 1\t1,519\nS 2\t2,519\nS 3\t3,519";
  const cut = (text: string, maxCharacters: number) =>
    cutSpan(text, { start: 0, end: text.length }, { maxCharacters }).map(({ span, context }) => [
      text.slice(span.start, span.end),
      context,
    ]);
  const head = "<table>\n<tr><th>Station</th><th>Flow</th></tr>";
  expect(cut(html, 60)).toEqual([
    [`${head}\n<tr>\n<td>S 1</td>\n<td>1,519</td>\n</tr>`, undefined],
    ["<tr>\n<td>S 2</td>\n<td>2,519</td>\n</tr>", head],
    ["<tr>\n<td>S 3</td>\n<td>3,519</td>\n</tr>\n</table>", head],
  ]);
  expect(cut(tabs, 25)).toEqual([
    ["Station\tFlow\nS 1\t1,519", undefined],
    ["S 2\t2,519\nS 3\t3,519", "Station\tFlow"],
  ]);
});

it("keeps a note of several sentences whole, and with the sentence before it", () => {
  const text = "Here it begins. The term is two years. [Footnote 1: From the signing. Not for Ada. Nor for Bo.] Then a third follows.";
  const cut = cutSpan(text, { start: 0, end: text.length }, { maxCharacters: 40 });
  expect(cut.map(({ span }) => text.slice(span.start, span.end))).toEqual([
    "Here it begins.",
    "The term is two years. [Footnote 1: From the signing. Not for Ada. Nor for Bo.]",
    "Then a third follows.",
  ]);
});
