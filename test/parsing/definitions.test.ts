import { expect, it } from "vitest";
import { definitions } from "../../src/parsing/definitions.ts";
import { exceptionsIn } from "../../src/parsing/exceptions-in.ts";
import { pageAt, pagesOf, placesOf } from "../../src/parsing/places.ts";

const defined = (text: string) =>
  definitions(text).map(({ term, at, span }) => {
    expect(text.slice(at.start, at.end).replace(/\s+/g, " ")).toBe(term);
    return [term, text.slice(span.start, span.end)];
  });

it("finds what a text defines, in several languages, each with its term and its sentence", () => {
  expect(defined('In this Act, "Fee" means the yearly fee. Pay it.')).toEqual([["Fee", '"Fee" means the yearly fee.']]);
  expect(defined("„Kunde“ ist, wer kauft. Er zahlt.")).toEqual([["Kunde", "„Kunde“ ist, wer kauft."]]);
  expect(defined("„Kunden“ sind alle Käufer. Sie zahlen.")).toEqual([["Kunden", "„Kunden“ sind alle Käufer."]]);
  expect(defined("« loyer » désigne la somme due.")).toEqual([["loyer", "« loyer » désigne la somme due."]]);
  expect(defined("“อากร” หมายความว่า อากรศุลกากร")).toEqual([["อากร", "“อากร” หมายความว่า อากรศุลกากร"]]);
  expect(defined("「労働者」とは、働く者をいう。次に。")).toEqual([["労働者", "「労働者」とは、働く者をいう。"]]);
  expect(defined("**Customer** means the buyer.")).toEqual([["Customer", "**Customer** means the buyer."]]);
});

it("gives each of a list its own part, and takes the items behind a colon along", () => {
  expect(defined("1. „Daten“ alle Angaben;\n2. „Stelle“ jede Behörde.")).toEqual([
    ["Daten", "„Daten“ alle Angaben;"],
    ["Stelle", "„Stelle“ jede Behörde."],
  ]);
  expect(defined("(1)‘provider’ means a person;(2)‘user’ means another.")).toEqual([
    ["provider", "‘provider’ means a person;"],
    ["user", "‘user’ means another."],
  ]);
  expect(defined('"Fee" means:\n(a) the yearly fee; and\n(b) the fine.\nPay it.')).toEqual([
    ["Fee", '"Fee" means:\n(a) the yearly fee; and\n(b) the fine.'],
  ]);
});

it("takes no quotation and no apostrophe for a definition", () => {
  expect(defined("He said “no” and left. It's what the buyer's note means. The *cost* is high.")).toEqual([]);
});

it("finds rules with their exceptions", () => {
  const text = "Dogs may enter. Except on Sundays.\n\nCats may not.\nException: kittens.\nUnless ill.\n\nAll pay.";
  expect(exceptionsIn(text).map(({ rule, exceptions }) => [rule, ...exceptions].map(({ start, end }) => text.slice(start, end)))).toEqual([
    ["Dogs may enter.", "Except on Sundays."],
    ["Cats may not.", "Exception: kittens.", "Unless ill."],
  ]);
});

it("tells the page and the place of a span", () => {
  const document = {
    pages: [
      { number: 1, start: 0, end: 10 },
      { number: 2, start: 12, end: 30 },
    ],
    places: [
      { start: 0, end: 5, anchor: "a" },
      { start: 5, end: 20, anchor: "b" },
    ],
  };
  expect([0, 9, 10, 12, 29, 30].map((offset) => pageAt(document, offset)?.number)).toEqual([1, 1, undefined, 2, 2, undefined]);
  expect(pagesOf(document, { start: 8, end: 13 }).map(({ number }) => number)).toEqual([1, 2]);
  expect(placesOf(document, { start: 4, end: 6 }).map(({ anchor }) => anchor)).toEqual(["a", "b"]);
  expect([pageAt({}, 3), pagesOf({}, { start: 0, end: 1 })]).toEqual([undefined, []]);
});
