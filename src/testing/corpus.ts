import type { Attributes, Chunk, Document, ParsedUnit, Unit } from "../model.ts";
import { buildChunks, buildUnits, documentId } from "../units.ts";

/** A document with what parsers would make of it. */
export interface Indexed {
  readonly document: Document;
  readonly units: readonly Unit[];
  readonly chunks: readonly Chunk[];
}

interface Part {
  readonly topic: string;
  readonly text: string;
  readonly attributes?: Attributes;
}

/**
 * Three small documents, with units and chunks: paths with spaces and signs, CRLF, characters outside the basic plane, two
 * sections of one name, a table. The last is for "staff" alone. Each holds one word that is in no other: "sabbatical", "impeller", "quarantine".
 */
export function testCorpus(): readonly Indexed[] {
  return [leave, pump, notice];
}

/** "leave rules.md" of `testCorpus()` after an edit: one section changed, one gone, one new. */
export function testEdit(): Indexed {
  return leaveEdited;
}

const entitlement = { topic: "Entitlement", text: "## Entitlement\n\nEvery employee has 25 days of paid leave in a year.\n\n" };

const leave = indexed(
  "handbook/leave rules.md",
  { mediaType: "text/markdown", title: "Leave", work: "handbook" },
  "# Leave\n\nThese rules bind all employees.\n\n",
  [
    { ...entitlement, attributes: { role: "rule", year: 2023 } },
    {
      topic: "Sick leave",
      text: "## Sick leave\n\nA doctor's note is due on the fourth day, unless the manager waives it.\n\n",
      attributes: { role: "rule", year: 2024, tags: ["health"] },
    },
    { topic: "Long leave", text: "## Long leave\n\nA sabbatical is granted after seven years.\n", attributes: { role: "exception" } },
  ],
);

const leaveEdited = indexed(
  "handbook/leave rules.md",
  { mediaType: "text/markdown", title: "Leave", work: "handbook" },
  "# Leave\n\nThese rules bind all employees.\n\n",
  [
    { ...entitlement, attributes: { role: "rule", year: 2023 } },
    {
      topic: "Sick leave",
      text: "## Sick leave\n\nA doctor's note is due on the second day.\n\n",
      attributes: { role: "rule", year: 2025 },
    },
    { topic: "Parental leave", text: "## Parental leave\n\nParents share 300 days of paid leave, midwives' visits included.\n" },
  ],
);

const pump = indexed("manuals/pump #2 (50%) é.txt", { mediaType: "text/plain", title: "Pump", language: "en" }, "Pump 👩‍🔧 𝒜2\r\n", [
  { topic: "Care", text: "Care\r\nRinse the impeller each week. Paid staff only.\r\n", attributes: { role: "step" } },
  { topic: "Care", text: "Care\r\nIn winter, drain the cafe\u0301 line first 🧊.\r\n", attributes: { role: "step", year: 2024 } },
  {
    topic: "Parts",
    text: "Parts\r\n| part | days until due |\r\n| seal | 30 |\r\n| valve | 90 |\r\n",
    attributes: { role: "table", year: 2022 },
  },
]);

const notice = indexed("notices/visitors.txt", { mediaType: "text/plain", access: ["staff"] }, "Visitors\n", [
  { topic: "Visitors", text: "Dogs stay in quarantine for ten days.\n", attributes: { role: "rule", year: 2024 } },
]);

/** A heading and parts one after the other: one unit that holds them all, and a chunk for the heading and for each part. */
function indexed(
  source: string,
  facets: Pick<Document, "mediaType" | "title" | "work" | "language" | "access">,
  heading: string,
  parts: readonly Part[],
): Indexed {
  const text = heading + parts.map((part) => part.text).join("");
  const document: Document = { id: documentId(source), source, text, metadata: { pieces: parts.length }, ...facets };
  let end = heading.length;
  const subunits = parts.map(({ text: fulltext, ...part }): ParsedUnit => {
    const start = end;
    end += fulltext.length;
    return { ...part, fulltext, source: { start, end } };
  });
  const whole = {
    topic: heading.replace(/^#\s/, "").split(/\r?\n/, 1).join(""),
    fulltext: text,
    source: { start: 0, end: text.length },
    subunits,
  };
  const units = buildUnits(document, [whole], "test");
  const chunks = units.flatMap((unit) => {
    const span = unit.parentId === undefined ? { start: 0, end: heading.length } : unit.source;
    const { topic, attributes } = unit;
    if (span === undefined) return [];
    const cut = { topic, fulltext: text.slice(span.start, span.end), source: span, ...(attributes === undefined ? {} : { attributes }) };
    return buildChunks(document, unit, [cut], "test");
  });
  return { document, units, chunks };
}
