import { expect, it } from "vitest";
import type { Document, ParsedChunk } from "../../src/model.ts";
import { markdownOutline } from "../../src/parsing/markdown-outline.ts";
import { unitsFromOutline } from "../../src/parsing/outline-units.ts";
import { type UnitChunksOptions, unitChunks } from "../../src/parsing/unit-chunks.ts";
import { buildChunks, buildUnits } from "../../src/units.ts";

function chunksOf(text: string, options: UnitChunksOptions, omissions: Document["omissions"] = []) {
  const document: Document = { id: "d", source: "d.md", mediaType: "text/markdown", text, omissions };
  const units = buildUnits(document, unitsFromOutline(document, markdownOutline(text)), "test");
  const chunks: ParsedChunk[] = [];
  const discarded: string[] = [];
  for (const unit of units) {
    const parent = units.find(({ id }) => id === unit.parentId);
    const children = units.filter(({ parentId }) => parentId === unit.id);
    const made = unitChunks(unit, { document, units, children, ...(parent === undefined ? {} : { parent }) }, options);
    // The laws on spans are held here.
    chunks.push(...buildChunks(document, unit, made.chunks, "test"));
    discarded.push(...made.discarded.map(({ start, end }) => text.slice(start, end)));
  }
  return { chunks, discarded };
}

it("says the topics above as context where it is told to, before a table's header", () => {
  const text = "# Fees\n\n## Yearly\n\n| part | cost |\n|---|---|\n| seal | 30 |\n| valve | 90 |\n";
  const { chunks } = chunksOf(text, { maxCharacters: 40, pathAsContext: true });
  expect(chunks.map(({ context }) => context)).toEqual(
    ["Fees › Yearly", "Fees › Yearly\n| part | cost |\n|---|---|"].slice(0, chunks.length),
  );
});

it("leaves out what is omitted", () => {
  const text = "# Rules\n\nPage 1\n\nPay.\n";
  const { chunks } = chunksOf(text, { maxCharacters: 40 }, [{ omitted: { start: 9, end: 15 }, reason: "page" }]);
  expect(chunks.map(({ fulltext }) => fulltext)).toEqual(["# Rules\n\nPage 1\n\nPay."]);
  const end = chunksOf("# Rules\n\nPay.\n\nPage 1\n", { maxCharacters: 40 }, [{ omitted: { start: 15, end: 21 }, reason: "page" }]);
  expect(end.chunks.map(({ fulltext }) => fulltext)).toEqual(["# Rules\n\nPay."]);
});

it("joins no child that has children, none across a large one, and nothing above the limit", () => {
  const long = "This section is long enough. ".repeat(3).trim();
  const text = `# All\n\n## A\n\nPay.\n\n## B\n\n### B1\n\n${long}\n\n## C\n\nAsk.\n\n## D\n\nGo.\n`;
  const { chunks } = chunksOf(text, { maxCharacters: 100, chunkSizeThreshold: 30 });
  expect(chunks.map(({ topic, fulltext }) => [topic, fulltext.split("\n")[0]])).toEqual([
    ["All", "# All"],
    ["All", "## C"],
    ["B1", "### B1"],
  ]);
});

const pieces = [
  ...[
    "# One\n\n",
    "## Two\n\n",
    "## Three\n\n",
    "### Four\n\n",
    "A short rule.",
    "Another rule that is a little longer than the first. ",
    "\n\n",
  ],
  ...[
    "Except on Sundays.\n\n",
    "Provided that a zoo need not.\n\n",
    "- an item;\n",
    "- another item, and more of it;\n",
    "1. Pay.\n",
    `${"word ".repeat(30)}end. `,
  ],
  ...[
    "\n\n| part | days |\n|---|---|\n| seal 2,519 | 30 |\n| valve | 90 |\n| pump, the large one | 120 |\n\n",
    "มาตรา ๑ ข้อความ ",
    "👩‍🔧",
    "\n```\ncode here\n```\n\n",
  ],
];

it("never cuts a word, a row or a rule from its exception, and loses nothing, whatever is joined", () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: 3 + random(25) }, () => pieces[random(pieces.length)]).join("");
    if (text.trim() === "") continue;
    const threshold = [0, 20, 60][random(3)] ?? 0;
    const { chunks } = chunksOf(text, { maxCharacters: 80 + random(200), chunkSizeThreshold: threshold });
    const spans = chunks.flatMap(({ source }) => source ?? []).sort((a, b) => a.start - b.start);
    for (const [i, { start, end }] of spans.entries()) {
      const what = JSON.stringify([text, text.slice(start, end)]);
      expect((spans[i - 1]?.end ?? 0) <= start, what).toBe(true);
      expect(/[a-z0-9,]$/.test(text.slice(0, start)) && /^[a-z0-9,]/.test(text.slice(start)), what).toBe(false);
      const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
      expect(line.includes("|"), what).toBe(false);
      // An exception begins a chunk only where no rule stands before it in its unit.
      const before = text.slice(0, start).trimEnd().split("\n").at(-1) ?? "";
      if (/^(?:Except|Provided)/.test(text.slice(start))) expect(before === "" || before.startsWith("#"), what).toBe(true);
    }
    let reached = 0;
    for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
      // Only headings above subsections are in no chunk.
      for (const lost of text.slice(reached, start).split("\n"))
        expect(lost.trim() === "" || lost.startsWith("#"), JSON.stringify([text, lost])).toBe(true);
      reached = end;
    }
  }
});
