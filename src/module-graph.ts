import { readFile, realpath } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { resolve } from "node:path";
import type { BuildFailure, Message, Metafile } from "esbuild";

/** Something that keeps a file, or a file it imports, from being loaded. */
export interface ModuleProblem {
  /** Absolute. Absent when esbuild blames no file. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 code units. */
  readonly column?: number;
  readonly reason: string;
}

/** What some files rest on, as far as their imports say it. What they read from disk by themselves is not seen. */
export interface ModuleGraph {
  /** Absolute paths: the files themselves and all they import by relative path, JSON included. Sorted. */
  readonly files: readonly string[];
  /** Imports of packages, each with the file that imports it. */
  readonly packages: readonly { readonly specifier: string; readonly importer: string }[];
  /** Empty when all files can be read and parsed. */
  readonly problems: readonly ModuleProblem[];
}

/** Reads files and their relative imports in one pass of esbuild, without running any of them. */
export async function moduleGraph(entries: readonly string[], root: string): Promise<ModuleGraph> {
  if (entries.length === 0) return { files: [], packages: [], problems: [] };
  // esbuild resolves symlinks, and names what it read relative to its working folder.
  const absWorkingDir = await realpath(root);
  const { build } = await import("esbuild");
  try {
    const { metafile } = await build({
      entryPoints: await Promise.all(entries.map((path) => realpath(resolve(root, path)))),
      absWorkingDir,
      outdir: "never-written",
      bundle: true,
      write: false,
      metafile: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "esnext",
      logLevel: "silent",
      loader: { ".node": "empty", ".wasm": "empty", ".txt": "empty", ".md": "empty" },
    });
    return { ...readMetafile(metafile, absWorkingDir), problems: [] };
  } catch (thrown) {
    if (!isBuildFailure(thrown)) throw thrown;
    return { files: [], packages: [], problems: thrown.errors.map((message) => problemOf(message, absWorkingDir)) };
  }
}

function readMetafile({ inputs }: Metafile, folder: string): Pick<ModuleGraph, "files" | "packages"> {
  const files = Object.keys(inputs).map((path) => resolve(folder, path));
  const packages = Object.entries(inputs).flatMap(([path, { imports }]) =>
    imports
      .filter(({ external, path: specifier }) => external === true && !isBuiltin(specifier))
      .map(({ path: specifier }) => ({ specifier, importer: resolve(folder, path) })),
  );
  return { files: files.sort(), packages };
}

function problemOf({ text, location }: Message, folder: string): ModuleProblem {
  if (location === null) return { reason: text };
  // esbuild counts columns in bytes, from 0.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { file: resolve(folder, location.file), line: location.line, column: before.length + 1, reason: text };
}

function isBuildFailure(thrown: unknown): thrown is BuildFailure {
  return thrown instanceof Error && "errors" in thrown && Array.isArray(thrown.errors);
}

/** The 1-based line of the first match, or undefined when the file cannot be read or holds none. */
export async function lineOf(file: string, pattern: RegExp): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const at = text.search(pattern);
  return at === -1 ? undefined : text.slice(0, at).split("\n").length;
}
