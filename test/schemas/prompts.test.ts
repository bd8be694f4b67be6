import { expect, it } from "vitest";
import { answerPrompt } from "../../src/schemas/answer-prompt.ts";
import { fillTemplate } from "../../src/schemas/template.ts";

it("a template's known names are filled in, once; all else stays as it is", () => {
  const values = { question: "$& {expected} {question}", expected: "$1", pct: 2 };
  expect(fillTemplate('{question}|{expected}|{pct}|{other}|{"a": {}}|{toString}', values)).toBe(
    '$& {expected} {question}|$1|2|{other}|{"a": {}}|{toString}',
  );
});

it("an answer's prompt has the hints for what the question brings", () => {
  const schema = { system_prompt: "Be brief.\n", per_context_hints: { type: { sum: "Add up.", "1": "One." }, lang: { de: "Deutsch." } } };
  expect(answerPrompt(schema)).toBe("Be brief.");
  expect(answerPrompt(schema, { type: "sum", lang: "fr" })).toBe("Be brief.\n\nAdd up.");
  expect(answerPrompt(schema, { type: ["sum", 1], lang: "de" })).toBe("Be brief.\n\nAdd up.\n\nOne.\n\nDeutsch.");
  expect(answerPrompt(schema, { type: "constructor", lang: null })).toBe("Be brief.");
});
