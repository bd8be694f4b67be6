import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build, type PluginBuild, transform } from "esbuild";
import { defineConfig } from "tsup";
import { calledIn, inParentheses } from "./scripts/compile-ahead.ts";
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
    plugins: [kernelForEsbuild, { name: "writers-apart", setup: keepWritersApart }],
  };
  await build({ ...options, entryPoints: { search: "src/search/index.ts" } });
  const writers = {
    "search-create-writer": "src/search/write/create-writer.ts",
    "search-discard-files": "src/search/write/discard-files.ts",
  };
  await build({ ...options, minify: true, entryPoints: writers });
  await minifyForOneQuestion("dist/search.js");
}

/** Minifies the search module so that what one question runs is compiled as the module is loaded. */
async function minifyForOneQuestion(path: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "right-rag-build-"));
  try {
    const script = "scripts/first-question.mjs";
    execFileSync(process.execPath, [script, path, dir, "write"]);
    const code = inParentheses(readFileSync(path, "utf8"), calledIn(path, script, path, dir));
    writeFileSync(path, (await transform(code, { minify: true, format: "esm", target })).code);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function keepWritersApart({ onResolve }: PluginBuild): void {
  onResolve({ filter: /^\.\/write\/[a-z-]+\.ts$/ }, ({ path, kind }) =>
    kind === "dynamic-import" ? { path: `./search-${path.slice("./write/".length, -3)}.js`, external: true } : undefined,
  );
}
