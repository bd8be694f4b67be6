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
    ["$1.2 trillion", "1,200 billion dollars"],
    ["$5B", "5 billion dollars"],
    ["10 lakh", "Rs 10,00,000"],
    ["Rs 2 crore", "2,00,00,000 rupees"],
    ["2,500", "two thousand five hundred"],
    ["1,200,000", "one million two hundred thousand"],
    ["31 Tage", "einunddreißig Tage"],
    ["12 eggs", "a dozen eggs"],
    ["50% of the fee", "half of the fee"],
    ["0.5 hours", "½ hour"],
    ["1.5 hours", "1½ hours"],
    ["1½ hours", "1.5 hours"],
    ["$.50", "0.50 dollars"],
    ["Article 14", "Article XIV"],
    ["30日", "三十日"],
    ["35000円", "三万五千円"],
    ["3万円", "30,000円"],
    ["in 2023", "in FY23"],
    ["2023/24", "2023-2024"],
    ["until 15:30", "until 3:30 pm"],
    ["until 3:30 pm", "until 15:30"],
    ["$394.3 billion", "(in millions) 394,328"],
    ["1.2 million", "1,234,567 people"],
    ["394,328 million", "US$ million 394,328"],
    ["a COVID19 test in Q3", "no number here"],
  ])("%j in %j", (statement, source) => expect(missingNumbers(statement, [source])).toEqual([]));

  it.each([
    ["The fee is 18.50.", "The fee is 18.05.", "18.50"],
    ["1.2 billion", "1.2 million", "1.2 billion"],
    ["30 days", "three days", "30"],
    ["12,000", "12.5", "12,000"],
    ["5%", "0.5%", "5"],
    ["in 2025", "in 2024", "2025"],
    ["2 million", "1,900,000 people", "2 million"],
    ["1.3 million", "1,234,567 people", "1.3 million"],
    ["$394.4 billion", "(in millions) 394,328", "394.4 billion"],
    ["12.5", "12.49", "12.5"],
    ["2,600", "two thousand five hundred", "2,600"],
    ["Article 15", "Article XIV", "15"],
    ["16:30", "3:30 pm", "16"],
  ])("but not %j in %j", (statement, source, missing) => expect(missingNumbers(statement, [source])).toEqual([missing]));
});

it("gives equal lists for texts with the same numbers", () => {
  expect(numbersOf("Pay 1,200 within 5 days.")).toEqual(numbersOf("Within 5 days, 1200 is due."));
  expect(numbersOf("Pay 1,200.")).not.toEqual(numbersOf("Pay 1,201."));
});
