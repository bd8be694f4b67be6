import { testRun } from "right-rag/testing";
import { expect, it } from "vitest";
import tool from "./example.ts";

const days = (from: string, to: string) => tool.run(tool.parameters.parse({ from, to }), testRun());

it("counts the days between two dates", () => {
  expect(days("2024-02-28", "2024-03-01")).toBe("From 2024-02-28 to 2024-03-01: 2 days.");
  expect(days("2024-03-01", "2024-02-29")).toBe("From 2024-03-01 to 2024-02-29: -1 day.");
});

it("takes dates and nothing else", () => {
  expect(() => tool.parameters.parse({ from: "tomorrow", to: "2024-03-01" })).toThrow();
});
