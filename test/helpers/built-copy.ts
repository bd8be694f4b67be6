import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

/**
 * vitest puts its own loader under every import, so what Node and tsx do with a user's files is tried in a process of its
 * own, on a copy of the package that is built as the published one is.
 */
export interface BuiltCopy {
  /**
   * Runs a script with `lib` in scope, which has the exports of `files`, and gives what it returns, as JSON.
   * A rejected call can be shown with `await failure(promise)`: `{ code, message, hint }`.
   */
  run(script: string, options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly nodeArgs?: string[] }): unknown;
  remove(): void;
}

export async function builtCopy(files: readonly string[]): Promise<BuiltCopy> {
  const repository = fileURLToPath(new URL("../..", import.meta.url));
  // Inside the repository, so that the dependencies are found, and named right-rag, so that it is found as the running copy.
  mkdirSync(join(repository, ".tmp"), { recursive: true });
  const folder = mkdtempSync(join(repository, ".tmp", "built-"));
  cpSync(join(repository, "package.json"), join(folder, "package.json"));
  await build({
    entryPoints: { index: join(repository, "src/index.ts"), lib: "lib" },
    plugins: [
      {
        name: "lib",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^lib$/ }, () => ({ path: "lib", namespace: "lib" }));
          onLoad({ filter: /.*/, namespace: "lib" }, () => ({
            contents: files.map((file) => `export * from ${JSON.stringify(join(repository, "src", file))};`).join("\n"),
            resolveDir: repository,
          }));
        },
      },
    ],
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const lib = pathToFileURL(join(folder, "dist/lib.js")).href;
  return {
    run(script, { cwd = tmpdir(), env = {}, nodeArgs = [] } = {}) {
      const source = `
        import * as lib from ${JSON.stringify(lib)};
        const failure = (promise) => promise.then(() => "no failure", ({ code, message, hint }) => ({ code, message, hint }));
        const result = await (async () => { ${script} })();
        process.stdout.write("\\nresult:" + JSON.stringify(result ?? null));`;
      const { stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, "--input-type=module", "--eval", source], {
        cwd,
        encoding: "utf8",
        env: { ...process.env, NODE_OPTIONS: "", ...env },
      });
      const [, result] = stdout.split("\nresult:");
      if (result === undefined) throw new Error(`The script gave no result:\n${stdout}${stderr}`);
      return JSON.parse(result);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Makes a folder with these files, until the test ends; `name` may be as hostile as a file system allows. */
export function projectFolder(files: { readonly [path: string]: string }, name = "project"): string {
  const parent = mkdtempSync(join(tmpdir(), "right-rag-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const root = join(parent, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(root, { recursive: true });
  return root;
}
