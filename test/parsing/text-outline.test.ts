import { describe, expect, it } from "vitest";
import { detectLevels, textOutline } from "../../src/parsing/index.ts";

const prose = (words: string) => `${words} and so it shall be held by all. `.repeat(60).trim();
const titles = (text: string) => textOutline(text).headings.map(({ level, title }) => `${level} ${title}`);

describe("a text whose pages were made lines, many clauses in one", () => {
  const clause = (number: number, name: string) =>
    `${number}. ${name} ${number}.1 ${prose(`The ${name.toLowerCase()} begins`)} ${number}.2 ${prose("It ends")}`;
  const names = ["SCOPE", "TERM", "PLACE OF WORK", "FEES", "LEAVE", "SECRECY", "NOTICES", "GENERAL"];
  const pages = [0, 3, 6].map((first) =>
    names
      .slice(first, first + 3)
      .map((name, i) => clause(first + i + 1, name))
      .join(" "),
  );
  const flowed = `THE DEED\n\nIT IS AGREED as follows: ${pages.join("\n\n")}\n\n1.1 and 2.2 below apply.\n`;

  it("has its clauses where sentences end, if that divides what is else a giant one", () => {
    const found = titles(flowed);
    expect(flowed.length).toBeGreaterThan(10_000);
    expect(found.filter((title) => /^1 /.test(title))).toEqual(names.map((name, i) => `1 ${i + 1}. ${name}`));
    expect(found.filter((title) => /^2 /.test(title))).toHaveLength(names.length * 2);
  });

  it("is not looked at so where lines say it well enough", () => {
    const lines = names.map((name, i) => `${i + 1}. ${name}\nThe parties met. 2. They left. 3. They came.\n`).join("\n");
    expect(titles(lines)).toEqual(names.map((name, i) => `1 ${i + 1}. ${name}`));
  });

  it("may have its table of contents in one line, which is left out with what goes on with it", () => {
    const contents = `CONTENTS Clause Page\n\n${names.map((name, i) => `${i + 1}. ${name.toLowerCase()} ${i + 3}`).join(" ")}\n\nSignatories 12\n\nSchedule\n\n1. Power 13 2. Plans 14\n\n`;
    const text = `${contents}Made in 2019\n\n${flowed}`;
    const { headings, omissions } = textOutline(text);
    expect(omissions).toEqual([{ omitted: { start: 0, end: contents.trimEnd().length }, reason: "table of contents" }]);
    expect(headings[0]?.title).toBe("1. SCOPE");
    expect(headings[0]?.at.start).toBeGreaterThan(contents.length);
  });
});

it("gives a schedule the numbers of its own, though it misses the heading that one of them names", () => {
  const text =
    "1. Pay\nAll.\n2. Leave\nSome.\n3. End\nMay.\n\nSchedule 1\n\n1.1 Shares\nTen.\n\nSchedule 2\n\n2.1 Awards\nTwo.\n\n4.5 Vesting\nLate.\n\n4.6 Lapse\nNever.\n";
  expect(titles(text).slice(3)).toEqual(["1 Schedule 1", "3 1.1 Shares", "1 Schedule 2", "3 2.1 Awards", "3 4.5 Vesting", "3 4.6 Lapse"]);
});

describe("levels", () => {
  it("are numbers without a mark too where those below them have theirs, and no page's numbers", () => {
    const text = "1 Scope\n\n1.1 Staff\nAll.\n\n1\n\n1.2 Guests\nNone.\n\n2 Term\n\n2.1 Start\nMay.\n\n2\n\n2.2 End\nJune.\n";
    expect(titles(text)).toEqual(["1 1 Scope", "2 1.1 Staff", "2 1.2 Guests", "1 2 Term", "2 2.1 Start", "2 2.2 End"]);
    expect(detectLevels("12 Main Street\n\n3 men came.\n")).toEqual([]);
  });

  it("have Roman numerals below numbers that began before them and run on once", () => {
    const text =
      "1. Scope\nAll.\n2. Secrecy\nNone tells.\n3. General\nI. This is whole.\nII. The law is that of May.\nIII. Heirs are bound.\n";
    expect(titles(text)).toEqual(["1 1. Scope", "1 2. Secrecy", "1 3. General", "2 I.", "2 II.", "2 III."]);
    const roman = "I. Scope\n1. All staff.\n2. Guests.\nII. Term\n1. May begins it.\n2. June ends it.\n";
    expect(titles(roman).map((title) => title.slice(0, 5).trim())).toEqual(
      ["1 I. S", "2 1.", "2 2.", "1 II.", "2 1.", "2 2."].map((title) => title.slice(0, 5).trim()),
    );
  });
});

describe("two headings", () => {
  const body = `\n\n${prose("All members meet")}\n\n`;

  it.each([
    ["§ 1 Loans", "§ 2 Exceptions"],
    ["Article 4 Loans", "Article 5 Exceptions"],
  ])("make an outline where “§” or a word says what they number: %s", (first, second) => {
    expect(titles(`The rules\n\n${first}${body}${second}${body}`)).toEqual([`1 ${first}`, `1 ${second}`]);
  });

  it.each([
    ["1. Loans", "2. Exceptions"],
    ["A. Loans", "B. Exceptions"],
    ["§ 433 of the code says that the buyer pays.", "§ 434 of the code says what a defect is."],
  ])("make none where they may be a list, or begin a sentence: %s", (first, second) => {
    expect(titles(`Dear all,\n\n${first}${body}${second}${body}`)).toEqual([]);
  });
});
