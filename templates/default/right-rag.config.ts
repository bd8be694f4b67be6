import { defineConfig } from "right-rag";

// Every key may be left out; what stands here are the defaults.
export default defineConfig({
  // Where the sources are. Paths are relative to this file.
  documents: "data/documents",
  // Files to leave out, as in a .gitignore: ["drafts/", "*.bak"].
  ignore: [],
  // Pieces of evidence for a question.
  topK: 10,
  // The questions of `right-rag evaluate`.
  cases: "eval/cases.example.json",
});
