import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { documentFormats } from "../../src/document-formats.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string;
    /** A folder with the package installed from the tarball, and with what its optional loaders need. */
    installed: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packs what was built, and installs it as a user would. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "right-rag-packed-"));
  npm(["pack", "--ignore-scripts", "--pack-destination", folder], root);
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack made no tarball");
  const tarball = join(folder, name);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // With the packages that loaders need, as projects have them that ask for those loaders.
  const needed = documentFormats.flatMap(({ needs }) => (needs === undefined ? [] : [`${needs.name}@${needs.version}`]));
  npm(["install", tarball, ...needed, "--prefer-offline", "--no-audit", "--no-fund"], folder);
  project.provide("tarball", tarball);
  project.provide("installed", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

function npm(args: readonly string[], cwd: string): void {
  execFileSync("npm", args, { cwd, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" });
}
