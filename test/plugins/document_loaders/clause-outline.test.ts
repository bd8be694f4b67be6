import { describe, expect, it } from "vitest";
import { clauseOutline } from "../../../src/plugins/document_loaders/clause-outline.ts";

const CONTRACT = `SUPPLY AGREEMENT

RECITALS

The parties wish to trade.

1. DEFINITIONS

1.1 “Goods” means the chairs of Exhibit A.
1.2 “Term” means the time of Section 2.1.

Note

1.3 “Week” means seven days.

2. TERM

2.1 Term. This Agreement runs for a year.
2.2 Renewal. It is renewed by a letter.
2.3 End. Either party may end it in writing.

3. PRICE

3.1 Price. A chair costs forty euros.
3.2 Taxes. Taxes are paid by the buyer.

EXHIBIT A

Chairs, forty.
`;

/** Lines that look like headings. */
const outlineOf = (text: string, ...titles: readonly string[]) =>
  titles.map((title) => {
    const start = text.indexOf(`${title}\n`);
    return { level: 1, title, at: { start, end: start + title.length } };
  });

const shown = (text: string, titles: readonly string[]) =>
  clauseOutline(text, outlineOf(text, ...titles)).map(({ level, title, at }) => {
    expect(text.slice(at.start, at.end).startsWith(title.slice(0, 3))).toBe(true);
    return `${level} ${title}`;
  });

describe("the outline of a text in numbered clauses", () => {
  it("is their numbers, with the headings that part them", () => {
    const titles = ["SUPPLY AGREEMENT", "RECITALS", "1. DEFINITIONS", "Note", "2. TERM", "3. PRICE", "EXHIBIT A"];
    expect(shown(CONTRACT, titles)).toMatchInlineSnapshot(`
      [
        "1 SUPPLY AGREEMENT",
        "1 RECITALS",
        "1 1. DEFINITIONS",
        "2 1.1",
        "2 1.2",
        "2 1.3",
        "1 2. TERM",
        "2 2.1 Term.",
        "2 2.2 Renewal.",
        "2 2.3 End.",
        "1 3. PRICE",
        "2 3.1 Price.",
        "2 3.2 Taxes.",
        "1 EXHIBIT A",
      ]
    `);
  });

  it("is its headings where only a list has numbers", () => {
    const prose = "Chairs are made of wood, of metal and of cloth, and each of them is looked at before it leaves.\n".repeat(80);
    const text = `Overview\n${prose}Steps\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `${i}. Take a chair.\n`).join("")}End\n${prose}`;
    expect(shown(text, ["Overview", "Steps", "End"])).toEqual(["1 Overview", "1 Steps", "1 End"]);
  });

  it("is its headings where there are few numbers", () => {
    const text = "Leave\n1. Twenty days.\n2. A note is due.\nPay\nMonthly.\n";
    expect(shown(text, ["Leave", "Pay"])).toEqual(["1 Leave", "1 Pay"]);
  });
});
