import { testUnitParser } from "right-rag/testing";
import { expect, it } from "vitest";
import MarkdownHeadingParser from "./markdown-headings.ts";

const policy = {
  id: "policy",
  source: "policy.md",
  mediaType: "text/markdown",
  text: "For all staff.\n\n# Leave\n\n## 1. Entitlement\n\nTwenty days.\n\n```\n# no heading\n```\n\n## 2. Sick leave\n\nA note is due.\n",
};
const memo = { id: "memo", source: "memo.txt", mediaType: "text/plain", text: "Lunch at noon." };

testUnitParser({ create: () => new MarkdownHeadingParser(), accepts: policy, rejects: memo });

it("makes a section of each heading, and a preamble of what stands before the first", () => {
  const [preamble, leave] = new MarkdownHeadingParser().parse(policy);
  expect(preamble).toMatchObject({ topic: "Preamble", fulltext: "For all staff." });
  expect(leave?.topic).toBe("Leave");
  expect(leave?.subunits?.map((unit) => [unit.topic, unit.attributes?.citation])).toEqual([
    ["1. Entitlement", "1"],
    ["2. Sick leave", "2"],
  ]);
});

it("reads no heading in front matter", () => {
  const text = "---\n# a comment\ntitle: Leave\n---\n\n# Leave\n\nTwenty days.\n";
  const omissions = [{ omitted: { start: 0, end: 34 }, reason: "front matter" }];
  const units = new MarkdownHeadingParser().parse({ ...policy, text, omissions });
  expect(units.map((unit) => [unit.topic, unit.fulltext])).toEqual([["Leave", "# Leave\n\nTwenty days."]]);
});
