import { describe, expect, it } from "vitest";
import { contentHash } from "../src/hash.ts";
import type { Citation, Evidence } from "../src/model.ts";
import { parseAnswer, verifyAnswer } from "../src/verify-answer.ts";

const text = "# Fees\nThe fee is 5. Dogs pay half.\n# Hours\nWe open at nine.\n";
const passage = "The fee is 5. Dogs pay half.";

const citation: Citation = {
  number: 1,
  source: "fees.md",
  documentId: "d",
  unitId: "u",
  path: ["Fees"],
  label: "fees.md › Fees",
  quote: "The fee is 5.",
  span: { start: 7, end: 20 },
  documentHash: contentHash(text),
};
const evidence: Evidence = {
  text: passage,
  score: 1,
  documentId: "d",
  source: "fees.md",
  unitId: "u",
  path: ["Fees"],
  citation: "fees.md › Fees",
  span: { start: 7, end: 35 },
  attributes: {},
};

const verified = (now: string, facts: Partial<Citation> = {}) =>
  verifyAnswer({ citations: [{ ...citation, ...facts }], evidence: [evidence] }, () => ({ text: now })).findings[0];

describe("a citation is", () => {
  it("good on the same document", () => {
    expect(verified(text)).toEqual({
      number: 1,
      label: "fees.md › Fees",
      source: "fees.md",
      quote: "The fee is 5.",
      status: "good",
      message: "It stands.",
      span: { start: 7, end: 20 },
      documentChanged: false,
    });
  });

  it("good where only the rest of the document changed, which is said", () => {
    expect(verified(text.replace("nine", "ten"))).toMatchObject({
      status: "good",
      documentChanged: true,
      message: expect.stringContaining("other parts"),
    });
  });

  it("moved where its page or its lines are others than it says", () => {
    const places = [{ page: 2, boxes: [[72, 90, 300, 102] as const] }];
    const told = (now: { page: number; places: typeof places }) =>
      verifyAnswer({ citations: [{ ...citation, page: 2, places }], evidence: [evidence] }, () => ({ text, placeOf: () => now }))
        .findings[0];
    expect(told({ page: 2, places })).toMatchObject({ status: "good" });
    expect(told({ page: 3, places })).toMatchObject({ status: "moved", message: "It now stands on page 3." });
    const lower = [{ page: 2, boxes: [[72, 120, 300, 132] as const] }] as unknown as typeof places;
    expect(told({ page: 2, places: lower })).toMatchObject({ status: "moved", message: expect.stringContaining("other lines") });
  });

  it("moved where the passage stands elsewhere", () => {
    expect(verified(`Preface.\n${text}`)).toMatchObject({
      status: "moved",
      span: { start: 16, end: 29 },
      message: "It now stands at characters 16–29.",
    });
  });

  it("changed where one character of it is another, and the place is shown", () => {
    const finding = verified(text.replace("fee is 5", "fee is 6"));
    expect(finding).toMatchObject({ status: "changed", documentChanged: true });
    expect(finding?.message).toBe('The quotation is no longer in the document: it had "The fee is 5." where "The fee is 6." stands now.');
    expect(finding).not.toHaveProperty("span");
  });

  it("changed where the passage around it did: an exception counts as much as the rule", () => {
    expect(verified(text.replace("half", "all"))).toMatchObject({
      status: "changed",
      span: { start: 7, end: 20 },
      message: expect.stringContaining("still stands"),
    });
  });

  it("changed where the quoted one of two equal sentences was", () => {
    const twice = `${text}The fee is 5.`;
    expect(verified(twice.replace("The fee is 5.", "The fee is 7."), { documentHash: contentHash(twice) })).toMatchObject({
      status: "changed",
    });
  });

  it("gone where the document is, with the reason", () => {
    const { good, findings } = verifyAnswer({ citations: [citation] }, () => ({ missing: '"fees.md" is no longer there.' }));
    expect(good).toBe(false);
    expect(findings[0]).toMatchObject({ status: "gone", message: '"fees.md" is no longer there.' });
  });

  it("changed where the document is as it was, and the answer was tampered with", () => {
    expect(verified(text, { quote: "The fee is 9." })).toMatchObject({ status: "changed", documentChanged: false });
  });

  it("held to its words alone where it has neither span nor hash", () => {
    const { span: _, documentHash: __, ...bare } = citation;
    const { findings } = verifyAnswer({ citations: [bare] }, () => ({ text }));
    expect(findings[0]).toMatchObject({ status: "good", span: { start: 7, end: 20 } });
    expect(findings[0]).not.toHaveProperty("documentChanged");
  });
});

describe("an answer that cannot be verified is refused:", () => {
  it.each([
    ["nothing of JSON", '"a.json" is no JSON'],
    ["[]", '"a.json" is no answer'],
    ['{"error": {"code": "INDEX_MISSING"}}', '"a.json" is no answer: citations'],
    ['{"text": "No.", "citations": []}', "cites nothing"],
    ['{"citations": [{"number": 1}]}', '"a.json" is no answer: citations.0.source'],
  ])("%j", (content, message) => {
    expect(() => parseAnswer(content, "a.json")).toThrowError(
      expect.objectContaining({ code: "ANSWER_INVALID", message: expect.stringContaining(message) }),
    );
  });
});
