// A project of the default template over a folder of documents, made and indexed by the built command, in a temporary folder.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Loaders that a new project has only when their packages are installed. */
const OPTIONAL = { docx: "DocxLoader", pdf: "PdfLoader" };

/**
 * `failed` is what the index run said, when it could not use every file.
 *
 * @param loaders - names of optional loaders to switch on, where this build has them
 */
export function makeProject(documents, { loaders = [] } = {}) {
  const parent = mkdtempSync(join(tmpdir(), "right-rag-corpus-"));
  const root = join(parent, "project");
  const remove = () => rmSync(parent, { recursive: true, force: true });
  try {
    const made = command("init", root, "--no-install");
    if (made.status !== 0) throw new Error(`right-rag init ended with ${made.status}:\n${made.stderr}`);
    rmSync(join(root, "data", "documents"), { recursive: true });
    cpSync(documents, join(root, "data", "documents"), { recursive: true });
    for (const name of loaders) switchOn(root, name);
    const indexed = command("index", "--project", root, "--json", "--log-level", "warn");
    const failed = indexed.status === 0 ? undefined : indexed.stderr.trim();
    return { root, failed, report: reportOf(indexed), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function command(...args) {
  return spawnSync(process.execPath, [join(dist, "cli.js"), ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The run's own account of it, as the command prints it; undefined when nothing was indexed. */
function reportOf({ stdout }) {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

function switchOn(root, name) {
  const file = join(root, "spec", "document_loaders", `${name}.ts`);
  if (!existsSync(file) && available.has(OPTIONAL[name]))
    writeFileSync(file, `export { ${OPTIONAL[name]} as default } from "right-rag/plugins";\n`);
}

const available = new Set(
  existsSync(join(dist, "plugins.js")) ? Object.keys(await import(pathToFileURL(join(dist, "plugins.js")).href)) : [],
);
