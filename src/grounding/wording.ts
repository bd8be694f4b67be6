/** What this package says itself, in an answer or in place of one. `{names}` are filled in. */
export interface GroundingWording {
  /** Behind a statement that no source carries, where `unsupported` is "mark". */
  readonly rejectedMark: string;
  /** Behind a statement on which no verdict could be had. */
  readonly unverifiedMark: string;
  /** Behind a statement that is supported and names no source. */
  readonly uncitedMark: string;
  readonly abstained: string;
  /** `{words}`: what was searched for. */
  readonly searched: string;
  readonly searchedNothing: string;
  /** `{questions}`: the question in other words. */
  readonly rewritten: string;
  /** `{sections}`, `{documents}`: counts; `{nearest}`: the best piece's citation. */
  readonly read: string;
  readonly readNothing: string;
  readonly noneRelevant: string;
  readonly noneSupported: string;
}

export const defaultWording: GroundingWording = {
  rejectedMark: "(not in the sources)",
  unverifiedMark: "(not verified)",
  uncitedMark: "(no source named)",
  abstained: "The documents give no answer that could be confirmed.",
  searched: "Searched for: {words}.",
  searchedNothing: "The question has no word to search for.",
  rewritten: "Also asked as: {questions}.",
  read: "Sections read: {sections}, in documents: {documents}; nearest {nearest}.",
  readNothing: "No section has any of these words.",
  noneRelevant: "None of them bears on the question.",
  noneSupported: "What was written from them could not be found in them.",
};
