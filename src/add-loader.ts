import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeFileAtomic } from "./atomic-file.ts";
import { type DocumentFormat, documentFormats, loaderFile } from "./document-formats.ts";
import { makeFolder } from "./make-folder.ts";
import { displayPath } from "./module-errors.ts";

export interface AddedLoader {
  readonly point: "document_loaders";
  readonly name: string;
  /** Its file, relative to the project, with `/`. */
  readonly plugin: string;
  /** False where the file was there before: it was left as it is. */
  readonly written: boolean;
  /** What became of the package that it needs: "added" to package.json, "there" already, or "unwritten" for want of a package.json. */
  readonly dependency?: { readonly name: string; readonly version: string; readonly state: DependencyState };
}

export type DependencyState = "added" | "there" | "unwritten";

/** The format whose loader has this name, as people write it: `pdf`, `.docx`, `Markdown`. */
export function formatNamed(name: string): DocumentFormat | undefined {
  const plain = name.toLowerCase().replace(/^\./, "");
  return documentFormats.find((format) => format.name === plain || format.extensions.includes(`.${plain}`));
}

/**
 * Switches on a loader that comes with right-rag: its one-line file, and in package.json the package that it needs. What is
 * there already stays as it is.
 *
 * @throws WRITE_FAILED
 */
export async function addLoader(format: DocumentFormat, project: { readonly root: string; readonly spec: string }): Promise<AddedLoader> {
  const folder = join(resolve(project.root, project.spec), "document_loaders");
  const file = join(folder, `${format.name}.ts`);
  const written = !existsSync(file);
  // The dependency first: a loader without its package would refuse every document of its kind.
  const { needs } = format;
  const dependency = needs === undefined ? undefined : { ...needs, state: await addDependency(project.root, needs) };
  if (written) {
    makeFolder(folder);
    await writeFileAtomic(file, loaderFile(format));
  }
  return {
    point: "document_loaders",
    name: format.name,
    plugin: displayPath(file, project.root),
    written,
    ...(dependency === undefined ? {} : { dependency }),
  };
}

interface Manifest {
  dependencies?: { [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
}

async function addDependency(root: string, needs: { readonly name: string; readonly version: string }): Promise<DependencyState> {
  const path = join(root, "package.json");
  let text: string;
  let manifest: Manifest;
  try {
    text = await readFile(path, "utf8");
    manifest = JSON.parse(text);
  } catch {
    return "unwritten";
  }
  if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest)) return "unwritten";
  if (manifest.dependencies?.[needs.name] !== undefined || manifest.devDependencies?.[needs.name] !== undefined) return "there";
  const all = Object.entries({ ...manifest.dependencies, [needs.name]: needs.version });
  manifest.dependencies = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFileAtomic(path, `${JSON.stringify(manifest, null, /^[ \t]+/m.exec(text)?.[0] ?? 2)}\n`);
  return "added";
}
