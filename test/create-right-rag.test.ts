import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

it("depends on exactly the right-rag of its own version", async () => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  expect(JSON.parse(await readFile(join(root, "create-right-rag", "package.json"), "utf8"))).toMatchObject({
    version,
    dependencies: { "right-rag": version },
  });
});

it("runs init of the right-rag beside it, with the arguments it was given", async () => {
  const folder = await mkdtemp(join(tmpdir(), "create #é-"));
  try {
    const beside = join(folder, "node_modules", "right-rag");
    await cp(join(root, "create-right-rag"), join(folder, "create-right-rag"), { recursive: true });
    await mkdir(join(beside, "bin"), { recursive: true });
    const manifest = {
      name: "right-rag",
      type: "module",
      bin: { "right-rag": "bin/cli.js" },
      exports: { "./package.json": "./package.json" },
    };
    await writeFile(join(beside, "package.json"), JSON.stringify(manifest));
    await writeFile(join(beside, "bin", "cli.js"), "console.log(JSON.stringify(process.argv.slice(2)));\n");
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(folder, "create-right-rag", "index.js"),
      "my rag",
      "--no-install",
    ]);
    expect(JSON.parse(stdout)).toEqual(["init", "my rag", "--no-install"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
