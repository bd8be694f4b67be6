// The least that an index run over unchanged documents must do: load the plugins, and read every byte.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openProject } from "../../dist/index.js";

const project = await openProject(process.argv[2]);
await project.list();
for (const entry of readdirSync(project.config.documents, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
}
