import { describe, expect, it } from "vitest";
import { missingNumbers, numbersOf } from "../../src/grounding/numbers.ts";

describe("a number stands in a source when it is the same number", () => {
  it.each([
    ["The fee is 18.50.", "| Ferry | 18,50 |"],
    ["1,200 employees", "1200 employees"],
    ["1.200 Mitarbeiter", "1 200 Mitarbeiter"],
    ["1,234.56 euros", "1.234,56 Euro"],
    ["12 months", "within twelve months"],
    ["after 120 days", "one hundred and twenty days"],
    ["21 days", "twenty-one days"],
    ["on day 4", "on the fourth day"],
    ["$1.2 million", "$1,200,000"],
    ["1,200,000", "1.2 Mio. Euro"],
    ["1.5 billion", "(in millions) 1,500"],
    ["1 May 2024", "2024-05-01"],
    ["2024-05-01", "1. Mai 2024"],
    ["12 300", "12\u00a0300"],
    ["१२ days", "12 days"],
    ["section 12.3.1", "12.3.1 Fees"],
    ["a COVID19 test in Q3", "no number here"],
  ])("%j in %j", (statement, source) => expect(missingNumbers(statement, [source])).toEqual([]));

  it.each([
    ["The fee is 18.50.", "The fee is 18.05.", "18.50"],
    ["1.2 billion", "1.2 million", "1.2 billion"],
    ["30 days", "three days", "30"],
    ["12,000", "12.5", "12,000"],
    ["5%", "0.5%", "5"],
    ["in 2025", "in 2024", "2025"],
  ])("but not %j in %j", (statement, source, missing) => expect(missingNumbers(statement, [source])).toEqual([missing]));
});

it("gives equal lists for texts with the same numbers", () => {
  expect(numbersOf("Pay 1,200 within 5 days.")).toEqual(numbersOf("Within 5 days, 1200 is due."));
  expect(numbersOf("Pay 1,200.")).not.toEqual(numbersOf("Pay 1,201."));
});
