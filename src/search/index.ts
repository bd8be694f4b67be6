/** The keyword index, usable by itself as `right-rag/search`: it loads nothing else of the package. */

export { type AnalyzeOptions, analyze, type TermVisitor, type Token, visitTerms } from "./analysis/analyze.ts";
export { detectLanguage } from "./analysis/language.ts";
