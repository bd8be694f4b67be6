import { type BuildOptions, build, type PluginBuild } from "esbuild";
import { defineConfig } from "tsup";
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
  onSuccess: buildSearch,
});

/**
 * `right-rag/search` is one small file, since a new process that asks one question pays for every file and every line; what only writers
 * of an index need are files of their own.
 */
async function buildSearch(): Promise<void> {
  const options: BuildOptions = {
    outdir: "dist",
    bundle: true,
    format: "esm",
    platform: "node",
    target,
    minify: true,
    plugins: [kernelForEsbuild, { name: "writers-apart", setup: keepWritersApart }],
  };
  await build({ ...options, entryPoints: { search: "src/search/index.ts" } });
  const writers = {
    "search-create-writer": "src/search/write/create-writer.ts",
    "search-discard-files": "src/search/write/discard-files.ts",
  };
  await build({ ...options, entryPoints: writers });
}

function keepWritersApart({ onResolve }: PluginBuild): void {
  onResolve({ filter: /^\.\/write\/[a-z-]+\.ts$/ }, ({ path, kind }) =>
    kind === "dynamic-import" ? { path: `./search-${path.slice("./write/".length, -3)}.js`, external: true } : undefined,
  );
}
