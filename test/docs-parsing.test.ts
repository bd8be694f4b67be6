import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import type { ChunkParser, UnitParser } from "../src/interfaces.ts";
import type { Document, Omission, ParsedUnit } from "../src/model.ts";
import { testChunkParser, testUnitParser } from "../src/testing/index.ts";
import { buildUnits } from "../src/units.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}test/.tmp/docs-parsing`;
const page = readFileSync(`${root}docs/parsing.md`, "utf8");
const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""], i) => {
  const name = /^\/\/ spec\/\w+\/([\w-]+)\.ts/.exec(code)?.[1];
  return { code, name, file: `${folder}/${name ?? `example-${i + 1}`}.ts` };
});
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { file, code } of examples) writeFileSync(file, code);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = async (file: string) => (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: new () => unknown };

async function parser<T>(name: string): Promise<T> {
  const found = examples.find((example) => example.name === name);
  const module = found === undefined ? undefined : await load(found.file);
  if (module?.default === undefined) throw new Error(`docs/parsing.md has no ${name}.ts`);
  return new module.default() as T;
}

function document(source: string, text: string, mediaType = "text/plain"): Document {
  return { id: source, source, text, mediaType };
}

it("has examples that compile", () => {
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: true,
      noUnusedLocals: false,
      rootDir: root,
      paths: { "right-rag": ["./src/index.ts"], "right-rag/parsing": ["./src/parsing/index.ts"] },
    },
    root,
  );
  const program = ts.createProgram(
    examples.map(({ file }) => file),
    options,
  );
  const faults = examples.flatMap(({ file }) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(faults.map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)).toEqual([]);
});

it("has examples that run", async () => {
  for (const { file } of examples) await load(file);
});

const act = document(
  "act.txt",
  'ZOO ACT\n\nPart I\nGeneral\n\nSection 1 Terms\n\nIn this Act:\n(a) "keeper" means a person who keeps animals;\n(b) "zoo" means a place.\n\nPart II\nDuties\n\nSection 2 Register\n\nUnder section\nSection 1 of this Act a keeper must register.\n\nSection 2a Fee\n\n(1) A fee is due.\n(2) None is due from a zoo.\n',
);
const thai = document(
  "act-th.txt",
  "พระราชบัญญัติ\n\nมาตรา ๑  ชื่อ\n\nมาตรา ๒  “อากร” หมายความว่า อากรศุลกากร\n\nมาตรา ๒/๑  ตามมาตรา ๕\n\nมาตรา ๒  ซ้ำ\n",
);
const contract = document(
  "contract.txt",
  "TABLE OF CONTENTS\r\n\r\nArticle I. DEFINITIONS 1\r\nSection 1.1 Terms 1\r\nSection 1.2 Rules 1\r\n\r\nRECITALS\r\n\r\nArticle I. DEFINITIONS\r\n\r\nSection 1.1 Terms. Words have their meaning.\r\n\r\n(a) Each word:\r\n\r\n(i) as written;\r\n\r\n(ii) as spoken; and\r\n\r\n(iii) as sung, under\r\nSection 1.2 of this Agreement.\r\n\r\nSection 1.2 Rules. There are none, and nobody may make any without the consent of all the parties, which shall be given in writing and kept with this Agreement for as long as it lasts and for ten years after that.\r\n",
);
const regulation = document(
  "regulation.txt",
  "[chapter] CHAPTER I [/chapter]\n[chapter_title] GENERAL [/chapter_title]\n[article] Article 1 [/article]\n[article_title] Subject [/article_title]\n[article_text] 1. It lays down rules. 2. It applies under Article 2. 3. It ends. [/article_text]\n[article]Article 2 [/article]\n[article_title] Scope [/article_title]\n[article_text] All. [/article_text]\n",
);
const german = document(
  "bgb.md",
  "# BGB\n\n## Buch 1\n\n### § 1 Beginn\n\nMit der Geburt.\n\n### § 2 (weggefallen)\n\n-\n\n### § 2a Eintritt\n\nMit 18.\n",
  "text/markdown",
);
const letter = document("letter.txt", "Lunch is at noon.");

describe("acts", async () => testUnitParser({ create: await always<UnitParser>("acts"), accepts: [act, thai], rejects: letter }));
describe("contracts", async () => testUnitParser({ create: await always<UnitParser>("contracts"), accepts: contract, rejects: letter }));
describe("regulation", async () =>
  testUnitParser({ create: await always<UnitParser>("regulation"), accepts: regulation, rejects: letter }));
describe("german-acts", async () => testUnitParser({ create: await always<UnitParser>("german-acts"), accepts: german, rejects: letter }));
describe("clauses", async () => testChunkParser({ create: await always<ChunkParser>("clauses") }));

async function always<T>(name: string): Promise<() => T> {
  const made = await parser<T>(name);
  return () => made;
}

async function units(name: string, of: Document) {
  const parsed = [...((await parser<UnitParser>(name)).parse(of, undefined as never) as Iterable<ParsedUnit | Omission>)];
  return buildUnits(
    of,
    parsed.filter((item): item is ParsedUnit => !("omitted" in item)),
    name,
  );
}

it("parses acts: parts, sections with letters, subsections, terms, and no reference", async () => {
  expect((await units("acts", act)).map(({ path, attributes }) => [path.slice(-1)[0], attributes?.citation])).toEqual([
    ["Preamble", undefined],
    ["Part I General", "Part I"],
    ["Section 1 Terms", "Section 1"],
    ["(a)", "Section 1(a)"],
    ["(b)", "Section 1(b)"],
    ["Part II Duties", "Part II"],
    ["Section 2 Register", "Section 2"],
    ["Section 2a Fee", "Section 2a"],
    ["(1)", "Section 2a(1)"],
    ["(2)", "Section 2a(2)"],
  ]);
  expect((await units("acts", act)).find(({ topic }) => topic === "Section 1 Terms")?.attributes?.defines).toEqual(["keeper", "zoo"]);
});

it("parses acts in Thai, a number that comes twice with two ids", async () => {
  const made = await units("acts", thai);
  expect(made.map(({ attributes }) => attributes?.number)).toEqual([undefined, "1", "2", "2/1", "2"]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
});

it("parses contracts: citations as lawyers write them, and no table of contents", async () => {
  expect((await units("contracts", contract)).map(({ attributes }) => attributes?.citation)).toEqual([
    ...[
      undefined,
      "Article I",
      "Section 1.1",
      "Section 1.1(a)",
      "Section 1.1(a)(i)",
      "Section 1.1(a)(ii)",
      "Section 1.1(a)(iii)",
      "Section 1.2",
    ],
  ]);
});

it("parses a flat text with marks, and paragraphs within a line", async () => {
  expect((await units("regulation", regulation)).map(({ topic, attributes }) => [topic, attributes?.citation])).toEqual([
    ["CHAPTER I GENERAL", "CHAPTER I"],
    ["Article 1 Subject", "Article 1"],
    ["Article 1(1)", "Article 1(1)"],
    ["Article 1(2)", "Article 1(2)"],
    ["Article 1(3)", "Article 1(3)"],
    ["Article 2 Scope", "Article 2"],
  ]);
});

it("parses German acts in Markdown, with what is repealed", async () => {
  const made = await units("german-acts", german);
  expect(made.map(({ attributes }) => [attributes?.citation, attributes?.repealed])).toEqual([
    [undefined, undefined],
    ["Buch 1", undefined],
    ["§ 1", undefined],
    ["§ 2", true],
    ["§ 2a", undefined],
  ]);
});
