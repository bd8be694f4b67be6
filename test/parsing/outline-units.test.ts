import { describe, expect, it } from "vitest";
import type { Document, ParsedUnit } from "../../src/model.ts";
import { headingCitation } from "../../src/parsing/heading-citation.ts";
import { markdownOutline } from "../../src/parsing/markdown-outline.ts";
import { documentTopic, unitsFromOutline } from "../../src/parsing/outline-units.ts";
import { buildUnits, coverage } from "../../src/units.ts";

function markdown(text: string, more: Partial<Document> = {}): Document {
  return { id: "d", source: "folder/leave.md", mediaType: "text/markdown", text, ...more };
}

function parse(document: Document): ParsedUnit[] {
  return unitsFromOutline(document, markdownOutline(document.text, document.omissions?.[0]?.omitted.end));
}

/** Paths of all units, with what each says. */
function paths(document: Document): string[] {
  return buildUnits(document, parse(document), "test").map((unit) => unit.path.join(" > "));
}

it("runs a section to the next heading of the same or a higher level", () => {
  const document = markdown("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n\n# E\n");
  expect(paths(document)).toEqual(["A", "A > B", "A > B > C", "A > D", "E"]);
  expect(parse(document)[0]?.subunits?.[0]?.fulltext).toBe("## B\n\nb\n\n### C\n\nc");
});

it("takes skipped levels and a first heading that is not the highest as they come", () => {
  expect(paths(markdown("### C\n\n# A\n\n### C\n\n## B\n\n###### F\n"))).toEqual(["C", "A", "A > C", "A > B", "A > B > F"]);
});

it("makes a preamble of what stands before the first heading, front matter left out", () => {
  const omissions = [{ omitted: { start: 0, end: 17 }, reason: "front matter" }];
  const [preamble] = parse(markdown("---\ntitle: x\n---\n\nFor all.\n\n# A\n", { omissions }));
  expect(preamble).toEqual({
    topic: "Preamble",
    fulltext: "For all.",
    source: { start: 18, end: 26 },
    attributes: { unitType: "preamble" },
  });
  expect(paths(markdown("---\ntitle: x\n---\n\n# A\n", { omissions }))).toEqual(["A"]);
});

describe("with a title", () => {
  it("puts sections under one root, unless one heading holds everything", () => {
    expect(paths(markdown("Hello.\n\n## A\n\n## B\n", { title: "Leave" }))).toEqual([
      ...["Leave", "Leave > Preamble", "Leave > A", "Leave > B"],
    ]);
    expect(paths(markdown("# All\n\n## A\n\n## B\n", { title: "Leave" }))).toEqual(["All", "All > A", "All > B"]);
  });

  it("says the title once when the only top heading says it too", () => {
    expect(paths(markdown("Hello.\n\n# Leave\n\n## A\n", { title: "Leave" }))).toEqual(["Preamble", "Leave", "Leave > A"]);
  });
});

it("makes one unit of a document without headings, named by its title or its file", () => {
  expect(paths(markdown("Just text.", { title: "Leave rules" }))).toEqual(["Leave rules"]);
  expect(parse(markdown("\nJust text.\n"))).toEqual([
    { topic: "leave", fulltext: "Just text.", source: { start: 1, end: 11 }, attributes: { unitType: "document" } },
  ]);
  expect(documentTopic({ source: "https://example.org/rules/v1.2.html?x=1" })).toBe("v1.2");
  expect(documentTopic({ source: "notes/.profile" })).toBe(".profile");
  expect(parse(markdown(" \n"))).toEqual([]);
});

it("U7: gives repeated sections and sentences their own rising places", () => {
  const day = (n: number) => `## Day ${n}\n\nAll systems normal.\n\nAll systems normal.\n\n`;
  const document = markdown(`# Log\n\n${[1, 2, 3, 4, 5, 6].map(day).join("")}`);
  const units = buildUnits(document, parse(document), "test");
  expect(units.map((unit) => unit.source?.start)).toEqual([0, 7, 59, 111, 163, 215, 267]);
  expect(new Set(units.map((unit) => unit.id)).size).toBe(7);
  expect(coverage(document, units, []).uncovered).toBe(0);
});

it("gives attributes: type, level, citation, and those of its caller", () => {
  const document = markdown("# § 12 Duties\n");
  const [unit] = unitsFromOutline(document, markdownOutline(document.text), {
    attributes: ({ title }) => ({ words: title.split(" ").length }),
  });
  expect(unit?.attributes).toEqual({ unitType: "section", level: 1, citation: "§ 12", words: 3 });
});

it.each([
  ["11.2 Notice", "11.2"],
  ["1. Definitions", "1"],
  ["11 Termination", "11"],
  ["2.3. Content", "2.3"],
  ["§ 312a Duties", "§ 312a"],
  ["§§ 3 bis 6 (weggefallen)", "§§ 3 bis 6"],
  ["A. Scope", "A"],
  ["A.1 Scope", "A.1"],
  ["IV. Fees", "IV"],
  ["(b) Fees", "(b)"],
  ["Article 6", "Article 6"],
  ["Section 4(2)(a): Duty", "Section 4(2)(a)"],
  ["Annex II – Forms", "Annex II"],
  ["Abschnitt 1 - Personen", "Abschnitt 1"],
  ["มาตรา ๑๒/๑ บทกำหนดโทษ", "มาตรา ๑๒/๑"],
  ["第十二条の二 罰則", "第十二条の二"],
  ["2024 report", undefined],
  ["24/7 support", undefined],
  ["A fair policy", undefined],
  ["3 ways to pay", undefined],
  ["Partial refunds", undefined],
  ["I agree", undefined],
])("reads the citation of a title: %s", (title, citation) => {
  expect(headingCitation(title)).toBe(citation);
});
