/**
 * What a proof may find, each a permanent word with a section in docs/proof.md. A fault breaks a law of units and chunks and is
 * certain; a hint is a sign of a mistake, in a parser or in the document itself, that a person should look at.
 */
export const findingCodes = {
  CHUNK_GAP: "fault",
  CHUNK_GIANT: "hint",
  CHUNK_TEXT_CHANGED: "hint",
  CHUNK_TINY: "hint",
  CHUNKS_CUT_TWICE: "hint",
  CHUNKS_OVERLAP: "hint",
  EXCEPTION_APART: "hint",
  NUMBER_BACKWARDS: "hint",
  NUMBER_MISSING: "hint",
  NUMBER_TWICE: "hint",
  REFERENCE_UNRESOLVED: "hint",
  UNIT_EMPTY: "hint",
  UNIT_GAP: "fault",
  UNIT_GIANT: "hint",
  UNIT_TEXT_CHANGED: "fault",
  UNIT_WITHOUT_SPAN: "hint",
  UNITS_OUT_OF_ORDER: "fault",
  UNITS_OVERLAP: "fault",
} as const satisfies { readonly [code: string]: "fault" | "hint" };

export type FindingCode = keyof typeof findingCodes;
