// A project of the default template over a folder of documents, made and indexed by the built command, in a temporary folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** `failed` is what the index run said, when it could not use every file. */
export function makeProject(documents) {
  const parent = mkdtempSync(join(tmpdir(), "right-rag-corpus-"));
  const root = join(parent, "project");
  const remove = () => rmSync(parent, { recursive: true, force: true });
  try {
    const made = command("init", root, "--no-install");
    if (made.status !== 0) throw new Error(`right-rag init ended with ${made.status}:\n${made.stderr}`);
    rmSync(join(root, "data", "documents"), { recursive: true });
    cpSync(documents, join(root, "data", "documents"), { recursive: true });
    const indexed = command("index", "--project", root, "--log-level", "warn");
    return { root, failed: indexed.status === 0 ? undefined : `${indexed.stdout}${indexed.stderr}`.trim(), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function command(...args) {
  return spawnSync(process.execPath, [join(dist, "cli.js"), ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
