import { expect, it } from "vitest";
import { parseFilter } from "../../src/cli/filter-option.ts";

it.each([
  ["citation=§ 12", { attribute: "citation", op: "oneOf", value: ["§ 12"] }],
  ["year=2024", { attribute: "year", op: "oneOf", value: [2024, "2024"] }],
  ["draft=true", { attribute: "draft", op: "oneOf", value: [true, "true"] }],
  ["year=2020..2024", { attribute: "year", op: "range", value: [2020, 2024] }],
  ["date=2024-01-01..", { attribute: "date", op: "range", value: ["2024-01-01", null] }],
  ["path=Leave > Sick leave", { attribute: "path", op: "pathPrefix", value: ["Leave", "Sick leave"] }],
  ["a=b=c", { attribute: "a", op: "oneOf", value: ["b=c"] }],
])("%s", (text, filter) => {
  expect(parseFilter(text)).toEqual(filter);
});

it.each(["year", "=2024", "year="])("refuses %s", (text) => {
  expect(() => parseFilter(text)).toThrowError(expect.objectContaining({ code: "OPTION_INVALID" }));
});
