import { defineConfig } from "right-rag";

export default defineConfig({
  documents: "data/documents",
  cases: "eval/cases.example.json",
});
