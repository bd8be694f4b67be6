import type { Document, Omission, ParsedUnit } from "right-rag";
import { testUnitParser } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import PolicyParser from "./policies.ts";

function policy(text: string): Document {
  const metadata = { title: "Garden Policy", versions: { fpt: "*" } };
  return { id: "garden", source: "garden.md", mediaType: "text/markdown", title: "Garden Policy", text, metadata };
}

const garden = policy(`<!-- for translators -->

Effective date: March 1, 2025

Welcome to the garden.

## A. Definitions

1. A "Bed" is a plot with a border.
1. "Weeds" means plants that nobody planted.

## B. Use

**Short version:** _Be kind to plants._

### 1. Watering

Water in the morning.

However, seedlings may be watered at noon.

### 2. Tools

You must not bring:
* saws
* axes
  * of any size

**Borrowing.** Sign the list.

## How to complain

1. **Write to us.** By letter.
   > **Example:** Dear gardeners
1. **Wait.** An answer takes a week.

| Office | Days |
| --- | --- |
| North | Monday |
`);
const readme: Document = { ...policy("# A readme\n\nNo policy."), id: "readme", source: "README.md", metadata: { title: "A readme" } };
const page: Document = { ...garden, id: "page", source: "garden.html", mediaType: "text/html" };

testUnitParser({ create: () => new PolicyParser(), accepts: garden, rejects: [readme, page] });

/** One line for each unit: its depth, topic, role (or kind) and citation. */
function tree(units: readonly ParsedUnit[], depth = 0): string[] {
  return units.flatMap(({ topic, attributes, subunits }) => {
    const about = [attributes?.role ?? attributes?.unitType, attributes?.citation].filter((fact) => fact !== undefined).join(", ");
    return [`${"  ".repeat(depth)}${topic} (${about})`, ...tree(subunits ?? [], depth + 1)];
  });
}

const isOmission = (item: ParsedUnit | Omission): item is Omission => "omitted" in item;

function parse(document: Document): ParsedUnit[] {
  return [...new PolicyParser().parse(document)].filter((item): item is ParsedUnit => !isOmission(item));
}

function find(topic: string, units: readonly ParsedUnit[] = parse(garden)): ParsedUnit | undefined {
  for (const unit of units) {
    const found = unit.topic === topic ? unit : find(topic, unit.subunits ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe("a policy", () => {
  it("becomes sections, sub-sections and rules, cited as the policies cite themselves", () => {
    expect(tree(parse(garden))).toEqual([
      "Garden Policy (policy)",
      "  Preamble (policy section)",
      "    Paragraph 1 (rule)",
      "    Paragraph 2 (rule)",
      "  A. Definitions (policy section, A)",
      "    1. Bed (definition, A.1)",
      "    2. Weeds (definition, A.2)",
      "  B. Use (policy section, B)",
      "    Short version (summary, B)",
      "    1. Watering (rule, B.1)",
      "      Exception (exception, B.1)",
      "    2. Tools (policy section, B.2)",
      "      Paragraph 1 (rule, B.2)",
      "      Borrowing (rule, B.2)",
      "  How to complain (policy section)",
      "    1. Write to us (procedure)",
      "    2. Wait (procedure)",
      "    Table (table)",
    ]);
  });

  it("says since when it holds, and for which products", () => {
    expect(find("1. Bed")?.metadata).toEqual({ effectiveDate: "2025-03-01", versions: { fpt: "*" } });
    expect(parse(policy("No date."))[0]?.metadata).toEqual({ versions: { fpt: "*" } });
  });

  it("leaves out what editors wrote to one another, and says so", () => {
    expect([...new PolicyParser().parse(garden)].filter(isOmission)).toEqual([
      { omitted: { start: 0, end: 24 }, reason: "editor's comment" },
    ]);
  });
});

describe("a rule", () => {
  it("holds its exception, which is a unit below it as well", () => {
    const rule = find("1. Watering");
    expect(rule?.fulltext).toBe("### 1. Watering\n\nWater in the morning.\n\nHowever, seedlings may be watered at noon.");
    expect(rule?.subunits?.map(({ fulltext }) => fulltext)).toEqual(["However, seedlings may be watered at noon."]);
  });

  it("holds the list that it announces, to its last level", () => {
    expect(find("2. Tools")?.subunits?.[0]?.fulltext).toBe("You must not bring:\n* saws\n* axes\n  * of any size");
  });

  it("announces a list by breaking off, too, and is not parted from it by an editor's comment", () => {
    const text = "## O. Liability\n\nWe pay for no loss that results from\n\n<!-- linter off -->\n\n* rain;\n* hail.\n\nThat is all.";
    expect(parse(policy(text))[0]?.subunits?.map(({ fulltext }) => fulltext)).toEqual([
      "We pay for no loss that results from\n\n<!-- linter off -->\n\n* rain;\n* hail.",
      "That is all.",
    ]);
  });

  it("holds what is indented below its number", () => {
    expect(find("1. Write to us")?.fulltext).toContain("> **Example:** Dear gardeners");
  });

  it("is one of several in a list that nothing announces", () => {
    const text = "## Duties\n\nThere are some simple rules.\n* Be on time.\n* Lend a hand, or:\n* pay a fee.\n* Go home.";
    expect(parse(policy(text))[0]?.subunits?.map(({ fulltext }) => fulltext)).toEqual([
      "There are some simple rules.",
      "* Be on time.",
      "* Lend a hand, or:\n* pay a fee.",
      "* Go home.",
    ]);
  });
});

it("cites a section by the numbers above it, once, and what has none not at all", () => {
  const text = "## 3. Work\n\n### 3.1 Hours\n\nEight.\n\nOr less.\n\n### Breaks\n\n1. At noon.\n2. At four.\n";
  expect(tree(parse(policy(text)))).toEqual([
    "3. Work (policy section, 3)",
    "  3.1 Hours (policy section, 3.1)",
    "    Paragraph 1 (rule, 3.1)",
    "    Paragraph 2 (rule, 3.1)",
    "  Breaks (policy section)",
    "    1. Clause (rule)",
    "    2. Clause (rule)",
  ]);
});
