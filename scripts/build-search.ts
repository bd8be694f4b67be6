import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, type Metafile, type PluginBuild, transform } from "esbuild";
import { calledIn, inParentheses } from "./compile-ahead.ts";
import { kernelForEsbuild } from "./kernel.ts";

/** Longest line, about: of an error that nobody catches Node prints the whole line that threw it. */
const LINE = 200;
/** What writers of an index need beside `search.js`. */
const WRITING = "search-writing.js";

/**
 * Builds `right-rag/search`: `search.js`, one small file, since a new process that asks one question pays for every file and every line, and
 * `search-writing.js`, which that loads for who writes. The second takes what both have from the first, under names that begin with `_`, so that
 * a process has each function, and the kernel's memory, once.
 */
export async function buildSearch(outdir: string, target: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "right-rag-build-"));
  try {
    const options = { bundle: true, format: "esm", platform: "node", target } as const;
    const { metafile } = await build({
      ...options,
      outdir: dir,
      splitting: true,
      metafile: true,
      entryPoints: { search: "src/search/index.ts", [basename(WRITING, ".js")]: "src/search/write/writing.ts" },
      plugins: [kernelForEsbuild],
    });
    const { shared, names } = sharedChunk(metafile);
    const path = join(outdir, "search.js");
    await build({
      ...options,
      outfile: path,
      stdin: {
        contents: `export * from "./search.js"; export { ${names.map((name) => `${name} as _${name}`).join(", ")} } from "./${shared}";`,
        resolveDir: dir,
      },
      external: [`./${WRITING}`],
    });
    await build({
      ...options,
      outfile: join(outdir, WRITING),
      entryPoints: [join(dir, WRITING)],
      external: ["./search.js"],
      minify: true,
      lineLimit: LINE,
      plugins: [{ name: "shared", setup: (plugin) => takeFromSearch(plugin, shared, names) }],
    });
    await minifyForOneQuestion(path, join(dir, "index"), target);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The file with what both entries have, and the names it gives. */
function sharedChunk({ outputs }: Metafile): { readonly shared: string; readonly names: readonly string[] } {
  const [chunk, ...others] = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === undefined);
  if (chunk === undefined || others.length > 0) throw new Error("right-rag/search and its writers no longer have one chunk between them.");
  return { shared: basename(chunk[0]), names: chunk[1].exports };
}

function takeFromSearch({ onResolve, onLoad }: PluginBuild, shared: string, names: readonly string[]): void {
  onResolve({ filter: /.*/ }, ({ path }) => (path === `./${shared}` ? { path, namespace: "shared" } : undefined));
  onLoad({ filter: /.*/, namespace: "shared" }, () => ({
    contents: `export { ${names.map((name) => `_${name} as ${name}`).join(", ")} } from "./search.js";`,
  }));
}

/** Minifies the search module so that what one question runs is compiled as the module is loaded. @param dir - for an index to ask */
async function minifyForOneQuestion(path: string, dir: string, target: string): Promise<void> {
  const script = "scripts/first-question.mjs";
  execFileSync(process.execPath, [script, path, dir, "write"]);
  const code = inParentheses(readFileSync(path, "utf8"), calledIn(path, script, path, dir));
  writeFileSync(path, (await transform(code, { minify: true, lineLimit: LINE, format: "esm", target })).code);
}
