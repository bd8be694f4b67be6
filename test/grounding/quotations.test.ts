import { describe, expect, it } from "vitest";
import { placeQuotation, quotationsIn } from "../../src/grounding/quotations.ts";

const slices = (text: string) => quotationsIn(text).map(({ start, end }) => text.slice(start, end));
const placed = (quotation: string, source: string) => {
  const span = placeQuotation(quotation, source);
  return span === undefined ? undefined : source.slice(span.start, span.end);
};

it("finds what stands between quotation marks of many kinds", () => {
  expect(slices('He “may” and "shall" or „muss“, «peut», 「可」; 5" by 7" is none')).toEqual(["may", "shall", "muss", "peut", "可"]);
});

describe("a quotation is placed as the source has it", () => {
  it.each([
    ["Call before nine.", "X. Call before nine. Y.", "Call before nine."],
    ["Call before nine", "Call\n  before nine.", "Call\n  before nine"],
    ["the keeper's “duty”", 'the keeper’s "duty"', 'the keeper’s "duty"'],
    ["25 days of leave", "**25 days** of _leave_", "25 days** of _leave"],
    ["as shown before", "as shown [7] before", "as shown [7] before"],
    [
      "A keeper … a zoo need not.",
      "A keeper must register. Provided that a zoo need not.",
      "A keeper must register. Provided that a zoo need not.",
    ],
    ["call before nine,", "call before nine or write", "call before nine"],
  ])("%j", (quotation, source, slice) => expect(placed(quotation, source)).toBe(slice));

  it.each([
    ["Call before ten.", "Call before nine."],
    ["call before nine", "Call before nine"],
    ["a zoo … A keeper", "A keeper must. a zoo need not."],
    ["nine days", "ninedays"],
  ])("and %j is not placed in %j", (quotation, source) => expect(placed(quotation, source)).toBeUndefined());
});

it.each([
  ["[T]he fee is 5", "where the fee is 5 euros", "the fee is 5"],
  ["[t]he fee is 5", "The fee is 5 euros.", "The fee is 5"],
  ["information on fees", "infor\u00ad\nmation on fees", "infor\u00ad\nmation on fees"],
])("places %j in %j", (quotation, source, found) => {
  const place = placeQuotation(quotation, source);
  expect(source.slice(place?.start, place?.end)).toBe(found);
});
