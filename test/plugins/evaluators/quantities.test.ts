import { expect, it } from "vitest";
import { quantitiesIn, scaleAskedFor } from "../../../src/plugins/evaluators/quantities.ts";

const shown = (text: string) =>
  quantitiesIn(text).map(
    ({ written, value, unit }) => `${written} = ${value}${unit === undefined ? "" : ` ${unit.dimension}*${unit.factor}`}`,
  );

it.each([
  ["$1,577 million", ["$1,577 million = 1577000000 money:$*1"]],
  ["1.577 billion USD", ["1.577 billion USD = 1577000000 money:USD*1"]],
  ["US$ 5m and USD 5 bn", ["US$ 5m = 5000000 money:USD*1", "USD 5 bn = 5000000000 money:USD*1"]],
  ["1577 USD million", ["1577 USD million = 1577000000 money:USD*1"]],
  ["€100 million, 100,000,000 EUR", ["€100 million = 100000000 money:EUR*1", "100,000,000 EUR = 100000000 money:EUR*1"]],
  ["1.577.000,50 Euro", ["1.577.000,50 Euro = 1577000.5 money:EUR*1"]],
  ["1 577 and 1'577 and 1,23", ["1 577 = 1577", "1'577 = 1577", "1,23 = 1.23"]],
  ["(377) or -377 or −377 or ($1.2 billion)", ["(377) = -377", "-377 = -377", "−377 = -377", "($1.2 billion) = -1200000000 money:$*1"]],
  ["-$5 and $-5", ["-$5 = -5 money:$*1", "$-5 = -5 money:$*1"]],
  [
    "12.5%, 12.5 per cent, 40 basis points",
    ["12.5% = 12.5 ratio*0.01", "12.5 per cent = 12.5 ratio*0.01", "40 basis points = 40 ratio*0.0001"],
  ],
  ["in (2022), 2019–2022", ["(2022) = 2022", "2019 = 2019", "2022 = 2022"]],
  ["30 days, 2-hour, 5m, 5M", ["30 days = 30 time*86400", "2-hour = 2 time*3600", "5m = 5 length*1", "5M = 5000000"]],
  ["Q3, B2, v1.2.3, x-5", []],
  ["1e3 and 24.26x", ["1e3 = 1000", "24.26 = 24.26"]],
  [
    "$6,489 million / $267.5 million = 24.26",
    ["$6,489 million = 6489000000 money:$*1", "$267.5 million = 267500000 money:$*1", "24.26 = 24.26"],
  ],
])("the quantities of %j", (text, quantities) => {
  expect(shown(text)).toEqual(quantities);
});

it.each([
  ["What is revenue in USD millions?", 1e6],
  ["Revenue (in thousands)?", 1e3],
  ["Give it in $ billions.", 1e9],
  ["in millions of dollars", 1e6],
  ["How many millions did it lose?", undefined],
])("the scale that %j asks for", (question, scale) => {
  expect(scaleAskedFor(question)).toBe(scale);
});

it("reads a long text of digits in time", () => {
  expect(quantitiesIn("1,2 ".repeat(20_000))).toHaveLength(20_000);
  expect(quantitiesIn("1,".repeat(50_000)).length).toBeLessThan(2);
});
