import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document, Omission, ParsedUnit } from "../../src/model.ts";
import { type NumberedLevel, numberedOutline, numberedUnits } from "../../src/parsing/numbered-outline.ts";
import { textOutline } from "../../src/parsing/text-outline.ts";
import { underlinedOutline } from "../../src/parsing/underlined-outline.ts";
import { buildUnits, coverage } from "../../src/units.ts";

function titles(text: string, levels: readonly (string | NumberedLevel)[]): string[] {
  return numberedOutline(text, levels).headings.map(({ level, title }) => `${"  ".repeat(level - 1)}${title}`);
}

function document(text: string): Document {
  return { id: "act", source: "act.txt", mediaType: "text/plain", text };
}

describe("forms of headings", () => {
  it("reads a form as its own first heading, in the digits and numerals of any script", () => {
    expect(titles("Article 1\nScope\nArticle 2\nTerms", ["Article 1"])).toEqual(["Article 1 Scope", "Article 2 Terms"]);
    expect(titles("PART I\nGENERAL\nPART II\nDUTIES", ["Part I"])).toEqual(["PART I GENERAL", "PART II DUTIES"]);
    expect(titles("มาตรา ๑  ข้อความยาว.\n\nมาตรา ๒  ข้อความ.", ["มาตรา 1"])).toEqual(["มาตรา ๑", "มาตรา ๒"]);
    expect(titles("第一章　総則\n\n第一条　目的\n\n第二条の二　定義", ["第1章", "第1条"])).toEqual([
      "第一章 総則",
      "  第一条 目的",
      "  第二条の二 定義",
    ]);
    expect(titles("Erster Teil\nAllgemeines\n\n§ 1 Zweck\n\nText.\n\n§ 1a Begriffe\n\nText.", ["Erster Teil", "§ 1"])).toEqual([
      "Erster Teil Allgemeines",
      "  § 1 Zweck",
      "  § 1a Begriffe",
    ]);
    expect(titles("Hlava I\nÚvod\nustanovení 1\nPrvní věc.\nustanovení 2\nDruhá věc.", ["Hlava I", "ustanovení 1"])).toEqual([
      "Hlava I Úvod",
      "  ustanovení 1",
      "  ustanovení 2",
    ]);
  });

  it("gives each its number in ASCII digits and its citation as written, a part with what it stands under", () => {
    const { headings } = numberedOutline("มาตรา ๑๙๓/๑  ข้อความ.\n\nมาตรา ๑๙๓/๒ ทวิ  ข้อความ.", ["มาตรา 1"]);
    expect(headings.map(({ number, citation }) => [number, citation])).toEqual([
      ["193/1", "มาตรา ๑๙๓/๑"],
      ["193/2 ทวิ", "มาตรา ๑๙๓/๒ ทวิ"],
    ]);
    const text = "Section 2.1 Duty.\n(a) one:\n(i) two;\n(ii) three;\n(b) four.";
    expect(numberedOutline(text, ["Section 1.1", "(a)", "(i)"]).headings.map(({ citation }) => citation)).toEqual([
      "Section 2.1",
      "Section 2.1(a)",
      "Section 2.1(a)(i)",
      "Section 2.1(a)(ii)",
      "Section 2.1(b)",
    ]);
  });

  it("refuses a form without a number", () => {
    expect(() => numberedOutline("", ["Preamble"])).toThrow(/form is "Preamble"/);
  });

  it("takes the letter (i) after (h), and the numeral (i) before (ii)", () => {
    const letters = "abcdefghij".split("").map((letter) => `(${letter}) text;`);
    expect(titles(letters.join("\n"), ["(a)", "(i)"])).toEqual(letters.map((line) => line.slice(0, 3)));
    const nested = ["(a) x:", "(i) x;", "(ii) x;", "(b) x."].join("\n");
    expect(titles(nested, ["(a)", "(i)"])).toEqual(["(a)", "  (i)", "  (ii)", "(b)"]);
  });
});

describe("what is no heading", () => {
  it("U3: a reference that starts a line, when the heading of its number comes later", () => {
    const text = readFileSync(new URL("../fixtures/cases/U3-clauses/clauses.md", import.meta.url), "utf8");
    const { headings } = numberedOutline(text, ["1", "1.1", "(a)"]);
    expect(headings.map(({ citation }) => citation)).toEqual(["11", "11.1", "11.2", "11.3", "11.4", "11.4(a)", "11.4(b)", "12", "12.1"]);
    const units = buildUnits(document(text), numberedUnits(document(text), { headings, omissions: [] }) as ParsedUnit[], "test");
    const byCitation = (citation: string) => units.find(({ attributes }) => attributes?.citation === citation);
    expect(byCitation("11.2")?.fulltext).toContain("11.3 and 11.4 below apply");
    expect(byCitation("11.4(b)")?.path).toEqual(["11 Termination", "11.4", "(b)"]);
  });

  it("a reference in the words of several languages", () => {
    const levels = ["Section 1", "§ 1", "มาตรา 1", "第1条"];
    for (const line of [
      "Section 2 of the Act",
      "Section 2, the",
      "Section 2 applies",
      "Section 2(1) and",
      "§ 2 Absatz 1 gilt",
      "มาตรา ๒ วรรคสอง",
      "第二条の規定",
    ]) {
      expect(titles(`Section 1\nText.\n${line}\nmore.`, levels), line).toEqual(["Section 1"]);
    }
  });

  it("a line that goes on with a sentence about a section", () => {
    expect(titles("1. Pay as said in section\n2. of the Act.\n2. Leave.", ["1."])).toEqual(["1.", "2. Leave."]);
    expect(titles("Section 1. Duty\nPay under\nSection 2. The keeper\nmust.\nSection 2. Fine\nUp to 100.", ["Section 1."])).toEqual([
      "Section 1. Duty",
      "Section 2. Fine",
    ]);
  });

  it("a number that jumps ahead of one still to come, though numbers that never come may be missing", () => {
    expect(titles("1.1 pay.\n\n1.4 governs.\n\n1.2 ask.\n\n1.3 go.\n\n1.4 end.", ["1.1"])).toEqual(["1.1", "1.2", "1.3", "1.4"]);
    expect(titles("§ 1 Eins\n\nx.\n\n§ 5 Fünf\n\nx.\n\n§ 6 Sechs\n\nx.", ["§ 1"])).toEqual(["§ 1 Eins", "§ 5 Fünf", "§ 6 Sechs"]);
  });

  it("a list inside a clause that is counted like the clauses", () => {
    expect(titles("1. One.\n2. Two:\n1. a;\n2. b.\n3. Three.", ["1."])).toEqual(["1. One.", "2. Two:", "3. Three."]);
  });

  it("what is quoted by an amending act, and what stands in fenced code", () => {
    const text =
      "Section 1. Insert “\nSection 2. Fees\nA fee is due.\nSection 3. Costs\nNone.” there.\n\n```\nSection 2. code\n```\n\nSection 2. End\nDone.";
    expect(titles(text, ["Section 1."])).toEqual(["Section 1.", "Section 2. End"]);
  });
});

it("reads on behind a quotation mark that was never closed", () => {
  const text = "Article 1\nThe “body meets.\nArticle 2\nIt votes.\nArticle 3\nIt ends” here.\nArticle 4\nDone.";
  expect(titles(text, ["Article 1"])).toEqual(["Article 1", "Article 2", "Article 3", "Article 4"]);
});

describe("how numbers run", () => {
  it("on through chapters, or anew under each", () => {
    const text = "Chapter I\nArticle 1\nx.\nArticle 2\nx.\nChapter II\nArticle 3\n1. x.\n2. x.\nArticle 4\n1. x.";
    expect(titles(text, ["Chapter I", "Article 1", "1."])).toEqual([
      ...["Chapter I", "  Article 1", "  Article 2", "Chapter II", "  Article 3", "    1.", "    2.", "  Article 4", "    1."],
    ]);
  });

  it("anew where an amending act is appended", () => {
    const text = [1, 2, 3, 1, 2, 17].map((n) => `มาตรา ${n}  ข้อความของมาตรานี้ยาวพอสมควรจนไม่ใช่ชื่อเรื่องของมาตราใดๆเลยในกฎหมายนี้`).join("\n\n");
    expect(titles(text, ["มาตรา 1"])).toHaveLength(6);
  });

  it("beside a heading that is missing", () => {
    expect(titles("6. Price\n7. Warranty\n7.1 pay.\n8.1 ask.\n8.2 go.\n9. End\n9.1 stop.", ["1.", "1.1"])).toEqual([
      "6. Price",
      "7. Warranty",
      "  7.1",
      "8.1",
      "8.2",
      "9. End",
      "  9.1",
    ]);
  });

  it("behind wide gaps and in the midst of lines, where a level says so", () => {
    expect(titles("Terms     1.1. Duty. The buyer pays.     1.2. Time. At once.", ["1.1"])).toEqual(["1.1. Duty.", "1.2. Time."]);
    const act = "Article 1\n1. It lays down:(a)rules;(b)duties. 2. It applies under Article 3. 3. No more.";
    expect(titles(act, ["Article 1", { form: "1.", inline: true }, { form: "(a)", inline: true }])).toEqual([
      ...["Article 1", "  1.", "    (a)", "    (b)", "  2.", "  3."],
    ]);
  });
});

describe("titles", () => {
  it("are what reads like one: the rest of the line, a run-in, or the next line", () => {
    expect(
      titles("Section 1. Duty\nx.\n\nSection 2. Transfers of Property. The seller hands over.\n\nSection 3\n\nFines\n\nUp to 100.", [
        "Section 1",
      ]),
    ).toEqual([...["Section 1. Duty", "Section 2. Transfers of Property.", "Section 3 Fines"]]);
    expect(titles("1. The seller hands over the goods at once and\nbears the cost.\n2. The buyer pays.", ["1."])).toEqual(["1.", "2."]);
  });
});

const body = (n: number) => `${"The tenant keeps the house in good order and pays what is due. ".repeat(6)}(${n})`;
const lease = ["Rent", "Notice", "Repairs", "Costs"];

describe("a table of contents", () => {
  it("is an omission when it repeats the headings", () => {
    const entries = lease.map((name, i) => `${i + 1}. ${name} ${i + 3}`).join("\n");
    const text = `LEASE\n\nContents\n\n${entries}\n\nBetween A and B.\n\n${lease.map((name, i) => `${i + 1}. ${name}\n${body(i)}`).join("\n\n")}`;
    const { headings, omissions } = numberedOutline(text, ["1."]);
    expect(headings.map(({ title }) => title)).toEqual(["1. Rent", "2. Notice", "3. Repairs", "4. Costs"]);
    expect(omissions.map(({ omitted, reason }) => [text.slice(omitted.start, omitted.end), reason])).toEqual([
      [`Contents\n\n${entries}`, "table of contents"],
    ]);
    const parsed = numberedUnits(document(text), { headings, omissions });
    const preambles = parsed.flatMap((unit) => ("topic" in unit && unit.topic === "Preamble" ? [unit.fulltext] : []));
    expect(preambles).toEqual(["LEASE", "Between A and B."]);
  });

  it("is none where a text is there twice, or is short", () => {
    const twice = lease.map((name, i) => `${i + 1}. ${name}\nPay.`).join("\n");
    expect(numberedOutline(`${twice}\n\n${twice}`, ["1."]).omissions).toEqual([]);
  });
});

describe("a text of unknown kind", () => {
  it("has the outline of its underlined headings, or of its numbered ones, or none", () => {
    expect(underlinedOutline("Manual\n======\n\nScope\n-----\n\nAll.\n\nUse\n---\n").map(({ level, title }) => [level, title])).toEqual([
      [1, "Manual"],
      [2, "Scope"],
      [2, "Use"],
    ]);
    expect(underlinedOutline("Name   Value\n----   -----\na      1\n\nText.\n---\n\n***\n")).toEqual([
      { level: 1, title: "Text.", at: { start: 36, end: 45 } },
    ]);
    expect(textOutline("1. Rent\nPay.\n\n2. Notice\nIn writing.\n\n3. End\nNone.").headings).toHaveLength(3);
    expect(textOutline(`${body(1)}\n\nBuy:\n1. milk\n2. eggs\n3. tea\n`).headings).toEqual([]);
  });

  it("orders words by how often they come, and letters where they begin anew", () => {
    const text = "ARTICLE I. RENT\nSection 1.01 Sum\nTen.\nSection 1.02 Time\nNow.\nARTICLE II. END\nSection 2.01 Notice\nNone.\n";
    expect(textOutline(text).headings.map(({ level }) => level)).toEqual([1, 2, 2, 1, 2]);
    const agreement = "I. TERM\nA. One.\n1. x;\n2. y.\nB. Two.\nII. PURPOSE\nA. Three.\nB. Four.\n";
    expect(textOutline(agreement).headings.map(({ citation }) => citation)).toEqual([
      "I",
      "I.A",
      "I.A.1",
      "I.A.2",
      "I.B",
      "II",
      "II.A",
      "II.B",
    ]);
  });
});

describe("whatever stands in a text", () => {
  const pieces = [
    ...[
      "1. ",
      "1.1 ",
      "2. ",
      "(a) ",
      "(b)\n",
      "Section 1. ",
      "Section 2",
      "\n",
      "\r\n",
      "\n\n",
      "   ",
      "\t",
      "Duty",
      "of this Act",
      "pay.",
      "“",
      "”",
    ],
    ...["Contents", "```\n", "มาตรา ๑ ", "👩‍🔧", "e\u0301", "第二条", "§ 1a ", "I. ", "II. ", "A. ", "====\n", "## ", "**"],
  ];
  it("gives units that read back, nest and lose nothing", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 1500; round++) {
      const text = Array.from({ length: 4 + random(60) }, () => pieces[random(pieces.length)]).join("");
      if (text.trim() === "") continue;
      const outlines = [numberedOutline(text, ["Section 1.", { form: "1.", inline: round % 2 === 0 }, "1.1", "(a)"]), textOutline(text)];
      for (const outline of outlines) {
        const parsed = numberedUnits(document(text), outline);
        const omissions = parsed.filter((item): item is Omission => "omitted" in item);
        const units = buildUnits(
          document(text),
          parsed.filter((item): item is ParsedUnit => "topic" in item),
          "test",
        );
        expect(coverage(document(text), units, omissions).uncovered, JSON.stringify(text)).toBe(0);
      }
    }
  });
});
