import { describe, expect, it } from "vitest";
import { isResult, soundCalculations } from "../../src/grounding/calculations.ts";

const TEXTS = ["Revenue was 1,577 million in 2022 and 1,410 million in 2021.", "A day costs 18.50 euros, a discount is 12 %."];
const sound = (...pairs: readonly (readonly [string, string])[]) =>
  soundCalculations(
    pairs.map(([expression, value]) => ({ expression, value })),
    TEXTS,
  ).map(({ value }) => value);

describe("a calculation counts", () => {
  it.each([
    "1577 - 1410",
    "(1,577 - 1,410) / 1,410 * 100",
    "growth(1410, 1577)",
    "1577000000-1410000000",
    "18.50*7",
    "18.50 × 0.12",
    "18.50 * 12%",
    "18.5/365",
    "2022-2021",
  ])("where its numbers stand in the texts, or are plain: %s", (expression) => {
    expect(sound([expression, "1"])).toEqual(["1"]);
  });

  it.each(["99 * 1", "1577 - 1411", "18.51*7", "1999 + 18.50", "sum(18.50, 77)"])("not where one is invented: %s", (expression) => {
    expect(sound([expression, "1"])).toEqual([]);
  });

  it("where it goes on from a result that counts, and not from one that does not", () => {
    expect(sound(["1577 - 1410", "167"], ["167 / 1410", "0.1184397"])).toEqual(["167", "0.1184397"]);
    expect(sound(["555 * 1", "555"], ["555 / 1410", "0.39"])).toEqual([]);
  });
});

it.each([
  ["17.7", "0.176856912", true],
  ["17,7", "17.6856912", true],
  ["1,234.5", "1234.5", true],
  ["1.234,5", "1234.5", true],
  ["1.2", "1234500000", true],
  ["17.8", "17.6856912", false],
  ["18", "17.4", false],
])("%s is the result %s: %s", (written, value, is) => {
  expect(isResult(written, [{ expression: "", value }])).toBe(is);
});
