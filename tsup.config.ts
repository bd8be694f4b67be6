import { defineConfig } from "tsup";
import { buildSearch } from "./scripts/build-search.ts";
import { kernelForEsbuild } from "./scripts/kernel.ts";
import { rawTextForEsbuild } from "./scripts/raw-text.ts";

const target = "node20.19";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    plugins: "src/plugins/index.ts",
    parsing: "src/parsing/index.ts",
    testing: "src/testing/index.ts",
    cli: "src/cli/main.ts",
    // A thread's file: the PDF loader starts it, and nobody imports it.
    "pdf-worker": "src/text/pdf/worker.ts",
  },
  format: "esm",
  target,
  platform: "node",
  splitting: true,
  clean: true,
  esbuildPlugins: [kernelForEsbuild, rawTextForEsbuild],
  dts: {
    entry: {
      index: "src/index.ts",
      plugins: "src/plugins/index.ts",
      parsing: "src/parsing/index.ts",
      search: "src/search/index.ts",
      testing: "src/testing/index.ts",
    },
  },
  onSuccess: () => buildSearch("dist", target),
});
