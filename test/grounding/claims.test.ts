import { expect, it } from "vitest";
import { readDraft } from "../../src/grounding/claims.ts";

const read = (text: string, count = 3, most = 16) => readDraft(text, count, most).statements.map(({ words, sources }) => [words, sources]);

it("gives every sentence the marks that it ends with, before or behind the full stop", () => {
  expect(read("The fee is 5 [2]. Dogs are free. [1] Cats pay 2.[3]")).toEqual([
    ["The fee is 5.", [2]],
    ["Dogs are free.", [1]],
    ["Cats pay 2.", [3]],
  ]);
});

it("lets a sentence without a mark rest on the next in its paragraph, or else the one before", () => {
  expect(read("A fee is due. It is 5 [2]. It is not refunded.\n\nDogs are free.")).toEqual([
    ["A fee is due.", [2]],
    ["It is 5.", [2]],
    ["It is not refunded.", [2]],
    ["Dogs are free.", []],
  ]);
});

it("takes list items, table rows and a sentence that leads into them as statements", () => {
  expect(read("Parking is free:\n\n- on Sundays [1]\n- at night [2]\n\n| who | fee |\n| --- | --- |\n| dogs | 0 [3] |")).toEqual([
    ["Parking is free:", [1]],
    ["on Sundays", [1]],
    ["at night", [2]],
    ["| who | fee |", [3]],
    ["| dogs | 0 |", [3]],
  ]);
});

it("keeps a quotation of several sentences whole", () => {
  expect(read("It says: “The fee is 5. Dogs pay half.” [1] Cats pay 2 [2].")).toEqual([
    ["It says: “The fee is 5. Dogs pay half.”", [1]],
    ["Cats pay 2.", [2]],
  ]);
});

it("loses nothing of the text: gaps and statements make it up again", () => {
  const text = "# Fees\n\nThe fee is 5 [1]. [1]\n\n---\n1. Dogs: free [2]\n2. Cats.";
  const { statements } = readDraft(text, 3, 16);
  expect(statements.map(({ gap, text: own }) => gap + own).join("")).toBe(text);
});

it("counts what is over the limit as one statement with the last", () => {
  expect(read("One [1]. Two [2]. Three [3].", 3, 2)).toEqual([
    ["One.", [1]],
    ["Two. Three.", [2, 3]],
  ]);
});
