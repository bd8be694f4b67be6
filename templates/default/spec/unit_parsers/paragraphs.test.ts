import { testUnitParser } from "right-rag/testing";
import { expect, it } from "vitest";
import ParagraphParser from "./paragraphs.ts";

const notice = {
  id: "notice",
  source: "notices/pool.txt",
  mediaType: "text/plain",
  text: "Opening hours\n\nThe pool opens at nine.\n\nExcept on Mondays.\n\nTowels are free.\n",
};

testUnitParser({ create: () => new ParagraphParser(), accepts: notice });

it("keeps a heading with its text and an exception with its rule", () => {
  const [document] = new ParagraphParser().parse(notice);
  expect(document?.topic).toBe("pool");
  expect(document?.subunits?.map((unit) => unit.fulltext)).toEqual([
    "Opening hours\n\nThe pool opens at nine.\n\nExcept on Mondays.",
    "Towels are free.",
  ]);
});

it("gives one unit where there is one paragraph", () => {
  const units = new ParagraphParser().parse({ ...notice, text: "Closed.\n" });
  expect(units).toMatchObject([{ topic: "pool", fulltext: "Closed." }]);
  expect(units[0]?.subunits).toBeUndefined();
});
