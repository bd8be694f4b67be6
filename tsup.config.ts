import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    plugins: "src/plugins/index.ts",
    parsing: "src/parsing/index.ts",
    search: "src/search/index.ts",
    testing: "src/testing/index.ts",
    cli: "src/cli/main.ts",
  },
  format: "esm",
  target: "node20.19",
  platform: "node",
  splitting: true,
  clean: true,
  dts: {
    entry: {
      index: "src/index.ts",
      plugins: "src/plugins/index.ts",
      parsing: "src/parsing/index.ts",
      search: "src/search/index.ts",
      testing: "src/testing/index.ts",
    },
  },
});
