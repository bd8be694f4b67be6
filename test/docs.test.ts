import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as search from "right-rag/search";
import { expect, it, vi } from "vitest";
import { configJsonSchema } from "../src/config-schema.ts";
import { errorCodes, noticeCodes } from "../src/errors.ts";
import { findingCodes } from "../src/finding-codes.ts";
import { points } from "../src/plugin-shape.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Source files, as one text. */
function sources(folder: string): string {
  return readdirSync(new URL(`../${folder}`, import.meta.url), { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? sources(`${folder}/${entry.name}`) : read(`${folder}/${entry.name}`)))
    .join("\n");
}

it("has a section for every error code, and no other, in order", () => {
  const [errors = ""] = read("docs/errors.md").split("\n# Notices");
  const sections = [...errors.matchAll(/^## (\w+)$/gm)].map(([, code]) => code);
  expect(sections).toEqual([...errorCodes].sort());
});

it("has an example of the keyword index that does what it says", async () => {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(read("docs/search.md")) ?? [];
  const [, names = "", body = ""] = /^import \{(.*)\} from "right-rag\/search";\n([\s\S]*)$/.exec(code) ?? [];
  const dir = mkdtempSync(join(tmpdir(), "right-rag-docs-"));
  const shown: unknown[][] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...words) => shown.push(words));
  try {
    const example = body.replaceAll('"my-index"', JSON.stringify(join(dir, "my-index")));
    await new Function("search", `const {${names}} = search; return (async () => {${example}})();`)(search);
  } finally {
    log.mockRestore();
    rmSync(dir, { recursive: true, force: true });
  }
  expect(shown).toEqual([[["hotel", "cost"], "policy-1", "A hotel may cost 120 euros a night."]]);
});

it("has a section for every code of a notice", () => {
  const [, notices = ""] = read("docs/errors.md").split("\n# Notices");
  expect([...notices.matchAll(/^## (\w+)$/gm)].map(([, code]) => code)).toEqual([...noticeCodes]);
});

it("has a section for every finding of the proof, which says how it weighs", () => {
  const [, findings = ""] = read("docs/proof.md").split("\n# Findings");
  const sections = [...findings.matchAll(/^## (\w+)\n\n(Fault|Hint)\./gm)].map(([, code, weight]) => [code, weight?.toLowerCase()]);
  expect(sections).toEqual(Object.entries(findingCodes));
});

it("names every folder of spec/ and every key of the config in the README", () => {
  const readme = read("README.md");
  for (const point of points) expect(readme).toContain(`\`${point}/\``);
  const { properties } = configJsonSchema() as { properties: Record<string, unknown> };
  for (const key of Object.keys(properties).filter((key) => key !== "$schema")) expect(readme).toContain(`\`${key}\``);
});

it("uses every code that it lists", () => {
  const code = sources("src");
  const uses = (name: string) => code.split(`"${name}"`).length - 2; // one is the list itself
  expect([...errorCodes, ...noticeCodes].filter((name) => uses(name) < 1)).toEqual([]);
});
