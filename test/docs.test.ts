import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configJsonSchema } from "../src/config-schema.ts";
import { errorCodes } from "../src/errors.ts";
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

it("has a section for every code of a notice", () => {
  const [, notices = ""] = read("docs/errors.md").split("\n# Notices");
  const made = [...sources("src").matchAll(/code: "([A-Z_]+)",?\s+message/g)].map(([, code = ""]) => code);
  const wanted = [...new Set(made)].filter((code) => !(errorCodes as readonly string[]).includes(code)).sort();
  expect([...notices.matchAll(/^## (\w+)$/gm)].map(([, code]) => code)).toEqual(wanted);
});

it("names every folder of spec/ and every key of the config in the README", () => {
  const readme = read("README.md");
  for (const point of points) expect(readme).toContain(`\`${point}/\``);
  const { properties } = configJsonSchema() as { properties: Record<string, unknown> };
  for (const key of Object.keys(properties).filter((key) => key !== "$schema")) expect(readme).toContain(`\`${key}\``);
});

it("uses every error code that it lists", () => {
  const code = sources("src");
  const [listed = "", ...rest] = code.split("] as const;\n\nexport type ErrorCode");
  const used = listed.slice(0, listed.indexOf("errorCodes = [")) + rest.join("");
  for (const name of errorCodes) expect(used).toContain(`"${name}"`);
});
