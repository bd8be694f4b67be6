import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { modelsFor } from "../../src/llm/models-for.ts";

const folder = fileURLToPath(new URL("../../src/llm", import.meta.url));

it("a project without a model loads neither the SDK nor the client", () => {
  const loaded = new Set<string>();
  const packages = new Set<string>();
  follow(join(folder, "models-for.ts"), loaded, packages);
  expect([...loaded].map((file) => relative(folder, file)).sort()).toEqual([
    "../errors.ts",
    "choose-model.ts",
    "model-errors.ts",
    "models-for.ts",
    "providers.ts",
    "settings.ts",
  ]);
  expect([...packages].sort()).toEqual(["node:path", "node:timers/promises"]);
});

it("only one file names the SDK, and loads it when the first question is asked", () => {
  const naming = readdirSync(folder).filter((name) =>
    /"openai"/.test(readFileSync(join(folder, name), "utf8").replace(/^import type .*$/gm, "")),
  );
  expect(naming.filter((name) => name !== "providers.ts")).toEqual(["connection.ts"]);
});

it("a project without a model has none, whatever the role", () => {
  const model = modelsFor(
    {},
    { env: {}, root: "/project", signal: new AbortController().signal, emit: () => undefined, log: () => undefined },
  );
  expect(model("answerer")).toBeUndefined();
});

/** Goes through the imports that run at once: no types, and none inside of functions. */
function follow(file: string, loaded: Set<string>, packages: Set<string>): void {
  if (loaded.has(file)) return;
  loaded.add(file);
  for (const [, clause = "", from = ""] of readFileSync(file, "utf8").matchAll(/^import ([^;]*?) from "([^"]+)";$/gms)) {
    if (clause.startsWith("type ")) continue;
    if (from.startsWith(".")) follow(resolve(dirname(file), from), loaded, packages);
    else packages.add(from);
  }
}
