import { testUnitParser } from "right-rag/testing";
import { expect, it } from "vitest";
import NumberedTextParser from "./numbered-text.ts";

const lease = {
  id: "lease",
  source: "lease.txt",
  mediaType: "text/plain",
  text: "LEASE\n\n1. Rent\n1.1 Rent is due monthly.\n1.2 The tests of\n2.1 and 2.2 below apply.\n\n2. Notice\n2.1 In writing.\n2.2 Free of charge.\n",
};
const letter = { id: "letter", source: "letter.txt", mediaType: "text/plain", text: "Dear all,\n\nLunch is at noon.\n" };

testUnitParser({ create: () => new NumberedTextParser(), accepts: lease, rejects: letter });

it("makes a section of each number, and none of a reference at the start of a line", () => {
  const units = new NumberedTextParser().parse(lease).flatMap((unit) => ("omitted" in unit ? [] : [unit]));
  expect(units.map(({ topic, subunits = [] }) => [topic, ...subunits.map((unit) => unit.topic)])).toEqual([
    ["Preamble"],
    ["1. Rent", "1.1", "1.2"],
    ["2. Notice", "2.1", "2.2"],
  ]);
});
