import type { Document } from "right-rag";
import { testUnitParser } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleUnitParser from "./example.ts";

const act: Document = {
  id: "act",
  source: "act.txt",
  mediaType: "text/plain",
  text: "Zoo Act\n\nSection 1. Duty\nA keeper must register.\nProvided that a zoo need not.\n\nSection 2A. Fine\nUp to 100.\n",
};
const memo: Document = { id: "memo", source: "memo.txt", mediaType: "text/plain", text: "Section 1. Lunch\nIs at noon.\n" };
const page: Document = { ...act, id: "page", source: "act.html", mediaType: "text/html" };

testUnitParser({ create: () => new ExampleUnitParser(), accepts: act, rejects: [memo, page] });

const units = [...new ExampleUnitParser().parse(act)];

it("makes a unit of the preamble and of each section", () => {
  expect(units.map(({ topic, attributes }) => [topic, attributes?.citation])).toEqual([
    ["Preamble", undefined],
    ["Duty", "s. 1"],
    ["Fine", "s. 2A"],
  ]);
});

it("keeps a proviso in the section it limits", () => {
  expect(units[1]?.fulltext).toContain("Provided that a zoo need not.");
});
