import type { Evidence } from "right-rag";
import { testAnswerGenerator } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleAnswerGenerator from "./example.ts";

testAnswerGenerator({ create: () => new ExampleAnswerGenerator() });

const piece = (topic: string, text: string): Evidence => ({
  text,
  score: 1,
  documentId: "handbook",
  source: "handbook.md",
  unitId: topic,
  path: ["Leave", topic],
  citation: `handbook.md › Leave › ${topic}`,
  attributes: {},
});

const generator = new ExampleAnswerGenerator();
const answer = (...evidence: Evidence[]) => generator.answer({ text: "Days?" }, { evidence, searched: ["days"] });

it("lists the best passages, each with its citation", () => {
  const draft = answer(piece("Days", "You have 25 days.\n"), piece("Sick leave", "Bring a note."));
  expect(draft.text).toBe("Leave › Days [1]\n“You have 25 days.”\n\nLeave › Sick leave [2]\n“Bring a note.”");
  expect(draft.cites).toEqual([
    { evidence: 1, quote: "You have 25 days." },
    { evidence: 2, quote: "Bring a note." },
  ]);
});

it("quotes of a long passage what ends with a sentence", () => {
  const { cites } = answer(piece("Days", `You have 25 days. ${"And so on, ".repeat(50)}`));
  expect(cites[0]?.quote).toBe("You have 25 days.");
});

it("says what was searched when there is nothing", () => {
  expect(answer().text).toBe("Nothing was found for “Days?”. Searched for: days.");
});
