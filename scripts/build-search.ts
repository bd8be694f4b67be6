import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, type Metafile, type PluginBuild, transform } from "esbuild";
import { calledIn, inParentheses } from "./compile-ahead.ts";
import { kernelForEsbuild } from "./kernel.ts";

/** Longest line, about: of an error that nobody catches Node prints the whole line that threw it. */
const LINE = 200;
/** What few processes need beside `search.js`. */
const ON_DEMAND = "search-on-demand.js";
/** Name of what gives these what they have in common. */
const SHARED = "_shared";

/**
 * Builds `right-rag/search`: `search.js`, one small file, since a new process that asks one question pays for every file and every line, and
 * `search-on-demand.js`, which that loads when it is needed. The second takes what both have from the first, which has one function to give it, so
 * that a process has each function, and the kernel's memory, once. (As exports of their own they would cost every process a microsecond each or so.)
 */
export async function buildSearch(outdir: string, target: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "right-rag-build-"));
  try {
    const options = {
      bundle: true,
      format: "esm",
      platform: "node",
      target,
      tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    } as const;
    const { metafile } = await build({
      ...options,
      outdir: dir,
      splitting: true,
      metafile: true,
      entryPoints: { search: "src/search/index.ts", [basename(ON_DEMAND, ".js")]: "src/search/on-demand.ts" },
      plugins: [kernelForEsbuild],
    });
    const { shared, names } = sharedChunk(metafile);
    const path = join(outdir, "search.js");
    await build({
      ...options,
      outfile: path,
      stdin: {
        contents: `export * from "./search.js"; import { ${names.join(", ")} } from "./${shared}";
          export function ${SHARED}() { return { ${names.join(", ")} }; }`,
        resolveDir: dir,
      },
      external: [`./${ON_DEMAND}`],
    });
    await build({
      ...options,
      outfile: join(outdir, ON_DEMAND),
      entryPoints: [join(dir, ON_DEMAND)],
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
  if (chunk === undefined || others.length > 0)
    throw new Error("right-rag/search and what it loads on demand no longer have one chunk between them.");
  return { shared: basename(chunk[0]), names: chunk[1].exports };
}

function takeFromSearch({ onResolve, onLoad }: PluginBuild, shared: string, names: readonly string[]): void {
  onResolve({ filter: /.*/ }, ({ path }) => (path === `./${shared}` ? { path, namespace: "shared" } : undefined));
  onLoad({ filter: /.*/, namespace: "shared" }, () => ({
    contents: `import { ${SHARED} } from "./search.js"; export const { ${names.join(", ")} } = ${SHARED}();`,
  }));
}

/** Minifies the search module so that what one question runs is compiled as the module is loaded. @param dir - for an index to ask */
async function minifyForOneQuestion(path: string, dir: string, target: string): Promise<void> {
  const script = "scripts/first-question.mjs";
  execFileSync(process.execPath, [script, path, dir, "write"]);
  const code = inParentheses(readFileSync(path, "utf8"), calledIn(path, script, path, dir));
  writeFileSync(path, (await transform(code, { minify: true, lineLimit: LINE, format: "esm", target })).code);
}
