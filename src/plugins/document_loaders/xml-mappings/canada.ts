import type { XmlMapping } from "../../../text/xml/xml-mapping.ts";

/** Acts and regulations of Canada as Justice Laws gives them. The marginal note is a section's heading, its label the number. */
export const canada: XmlMapping = {
  name: "canada",
  roots: ["Statute", "Regulation"],
  title: ["Identification/ShortTitle", "Identification/LongTitle"],
  metadata: {
    chapter: ["ConsolidatedNumber"],
    longTitle: ["Identification/LongTitle"],
    instrument: ["InstrumentNumber"],
    enabling: ["EnablingAuthority"],
  },
  facets: {
    work: ["ConsolidatedNumber", "InstrumentNumber"],
    version: ["Statute/@lims:pit-date", "Regulation/@lims:pit-date"],
    inForceFrom: ["Statute/@lims:inforce-start-date", "Regulation/@lims:inforce-start-date"],
  },
  sections: ["Section", "Schedule", "RecentAmendments"],
  headings: ["ShortTitle", "Heading", "ScheduleFormHeading", "GroupHeading", "Section/MarginalNote"],
  headingLevel: "level",
  numbers: ["Label"],
  names: { RecentAmendments: "Recent amendments" },
  paragraphs: [
    ...["LongTitle", "Text", "Subsection", "Definition", "Provision", "MarginalNote", "HistoricalNote", "ContinuedSectionSubsection"],
    ...["ContinuedParagraph", "ContinuedSubparagraph", "ContinuedDefinition", "Amendment", "Oath", "Repealed", "OriginatingRef", "title"],
  ],
  items: ["Paragraph", "Subparagraph", "Clause", "Subclause", "Subsubclause", "FormulaDefinition"],
  tables: ["table"],
  rows: ["row"],
  cells: ["entry"],
  headerCells: ["thead/row/entry"],
  footnotes: ["Footnote"],
  footnoteMarks: { FootnoteRef: "idref" },
  raised: ["Sup"],
  inline: [
    ...[
      "XRefExternal",
      "XRefInternal",
      "DefinedTermEn",
      "DefinedTermFr",
      "DefinitionRef",
      "Emphasis",
      "Language",
      "Repealed",
      "Sup",
      "Sub",
    ],
    ...["FootnoteRef", "Text/Repealed"],
  ],
  omitted: ["RunningHead", "BillHistory", "Chapter"],
  ids: ["lims:id"],
};
