import type { XmlMapping } from "../../../text/xml/xml-mapping.ts";

/** Formex 4, in which the Publications Office of the European Union keeps the Official Journal and consolidated law. */
export const formex: XmlMapping = {
  name: "formex",
  roots: ["ACT", "CONS.ACT", "ANNEX", "CONS.ANNEX", "GENERAL", "DECISION", "AGR", "CJT", "CORR"],
  title: ["ACT/TITLE", "CONS.DOC/TITLE", "ANNEX/TITLE", "CONS.ANNEX/TITLE", "GENERAL/TITLE", "DECISION/TITLE", "AGR/TITLE", "CORR/TITLE"],
  language: ["BIB.INSTANCE/LG.DOC", "LG.DOC", "LG.OJ"],
  metadata: { celex: ["NO.CELEX", "INFO.CONSLEG/@CONSLEG.REF"], journal: ["BIB.INSTANCE/DOCUMENT.REF/@FILE"], signatories: ["SIGNATORY"] },
  facets: { work: ["BIB.DATA/NO.CELEX"], version: ["INFO.CONSLEG/@CONSLEG.DATE"], published: ["BIB.INSTANCE/DATE/@ISO"] },
  sections: ["PREAMBLE", "DIVISION", "ARTICLE", "CONSID", "GR.SEQ", "ANNEX", "CONS.ANNEX", "SUBDIV"],
  headings: ["TITLE", "STI.ART"],
  numbers: ["TI.ART", "NO.PARAG", "NO.P", "NO.SEQ", "NO.GR.SEQ"],
  names: {},
  paragraphs: [
    ...["P", "ALINEA", "PARAG", "TXT", "VISA", "PREAMBLE.INIT", "PREAMBLE.FINAL", "GR.CONSID.INIT", "ENACTING.TERMS.CJT"],
    ...["INTRO", "SUBTITLE", "INIT", "QUOT.S"],
  ],
  items: ["ITEM", "DLIST.ITEM"],
  terms: ["TERM"],
  definitions: ["DEFINITION"],
  tables: ["TBL"],
  rows: ["ROW"],
  cells: ["CELL"],
  headerCells: ["CELL[TYPE=HEADER]", "ROW[TYPE=HEADER]/CELL"],
  footnotes: ["NOTE"],
  inline: ["HT", "DATE", "REF.DOC.OJ", "REF.DOC", "FT", "IE"],
  characters: { "QUOT.START": "CODE", "QUOT.END": "CODE" },
  omitted: ["BIB.INSTANCE", "BIB.INSTANCE.CONS", "BIB.DATA", "FAM.COMP", "TOC"],
  ids: ["IDENTIFIER"],
};
