// `npm run demo`: from a template to an evaluated, cited answer over real documents, in a temporary folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./ensure.mjs";

ensureInstalled();
ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), "right-rag-demo-"));
const project = join(folder, "my-rag");
const example = join(root, "examples", "policy-handbook");
// The project has no installed copy: the running one serves it, so the demo needs no network.
command("init", project, "--no-install");
for (const part of ["data", "spec", "eval"]) {
  // In place of the template's: its chunk parser would cut the units of the example's a second time.
  console.log(`\n$ rm -R my-rag/${part}`);
  rmSync(join(project, part), { recursive: true });
  console.log(`$ cp -R examples/policy-handbook/${part} my-rag/`);
  cpSync(join(example, part), join(project, part), { recursive: true });
}
command("index", "--project", project);
command("query", "How long does GitHub wait after a counter notice before it re-enables the content?", "--project", project);
command("evaluate", "--project", project);
console.log(`\nThe project is in ${project}. Look around, or remove it.`);

function command(...args) {
  const shown = args
    .map((arg) => (/[^\w./=-]/.test(arg) ? JSON.stringify(arg) : arg))
    .join(" ")
    .replaceAll(folder, "…");
  console.log(`\n$ right-rag ${shown}`);
  const result = spawnSync(process.execPath, [join(root, "dist", "cli.js"), ...args], { stdio: ["ignore", "inherit", "inherit"] });
  if (result.status === 0) return;
  console.error(`right-rag ${args[0]} ended with ${result.status ?? result.signal}.`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(result.status ?? 1);
}
