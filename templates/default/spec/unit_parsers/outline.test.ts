import { testUnitParser } from "right-rag/testing";
import { expect, it } from "vitest";
import OutlineParser from "./outline.ts";

const page = {
  id: "page",
  source: "page.html",
  mediaType: "text/html",
  text: "Leave\nTwenty days.\nSick leave\nA note is due.",
  outline: [
    { level: 1, title: "Leave", at: { start: 0, end: 5 } },
    { level: 2, title: "Sick leave", at: { start: 19, end: 29 } },
  ],
};
const memo = { id: "memo", source: "memo.txt", mediaType: "text/plain", text: "Lunch at noon." };

testUnitParser({ create: () => new OutlineParser(), accepts: page, rejects: memo });

it("makes a section of each heading that the loader saw", () => {
  const [leave] = new OutlineParser().parse(page);
  expect(leave?.source).toEqual({ start: 0, end: 44 });
  expect(leave?.subunits?.map((unit) => unit.fulltext)).toEqual(["Sick leave\nA note is due."]);
});
