import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Chunk, Document, Evidence, Unit } from "../../src/model.ts";
import { contents, hostileFolder, makeProject, rightRag } from "./command.ts";

/** Faults that users of other tools reported, each tried through the installed command. */
const files = (name: string) => fileURLToPath(new URL(`../fixtures/cases/${name}`, import.meta.url));

/** A project with the files of a case, indexed; the loaders that only some projects have are added where there are files for them. */
async function indexed(name: string): Promise<{ project: string; status: number | null; stderr: string }> {
  const project = await makeProject({});
  cpSync(files(name), join(project, "data/documents"), { recursive: true });
  for (const format of ["docx", "pdf"]) {
    if (!readdirSync(files(name)).some((file) => file.endsWith(`.${format}`))) continue;
    expect(await rightRag(["add", "document_loaders", format, "--project", project])).toMatchObject({ status: 0 });
  }
  const { status, stderr } = await rightRag(["index", "--project", project]);
  return { project, status, stderr };
}

async function indexedPdf(name: string): ReturnType<typeof indexed> {
  const project = await makeProject({});
  expect(await rightRag(["add", "document_loaders", "pdf", "--project", project])).toMatchObject({ status: 0 });
  cpSync(files(name), join(project, "data/documents"), { recursive: true });
  const { status, stderr } = await rightRag(["index", "--project", project]);
  return { project, status, stderr };
}

interface Saved {
  readonly document: Document;
  readonly units: readonly Unit[];
  readonly chunks: readonly Chunk[];
}

/** What was saved of each document, by source; spans are held to their law on the way. */
function saved(project: string): Map<string, Saved> {
  const read = <T>(kind: string) => [...contents(join(project, "output", kind)).values()].map((text) => JSON.parse(text) as T);
  const chunks = read<{ document: Document; chunks: Chunk[] }>("chunks");
  const all = new Map<string, Saved>();
  for (const { document, units } of read<{ document: Document; units: Unit[] }>("units")) {
    const own = chunks.find((file) => file.document.id === document.id)?.chunks ?? [];
    for (const { source, fulltext } of [...units, ...own]) if (source) expect(document.text.slice(source.start, source.end)).toBe(fulltext);
    all.set(document.source, { document, units, chunks: own });
  }
  return all;
}

async function found(project: string, question: string, ...args: string[]): Promise<readonly Evidence[]> {
  const { status, stdout, stderr } = await rightRag(["query", question, "--retrieve-only", "--json", ...args, "--project", project]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout).evidence;
}

it("L1: a byte order mark is no part of text, headings or front matter", async () => {
  const { project, status } = await indexed("L1-bom");
  expect(status).toBe(0);
  const all = saved(project);
  expect(all.get("handbook.md")?.units.map((unit) => unit.path)).toEqual([["Alpha"], ["Alpha", "Beta"]]);
  expect(all.get("frontmatter.md")?.units.map((unit) => unit.topic)).toContain("Gamma");
  for (const { document, units } of all.values())
    expect([document.text, ...units.map((unit) => unit.topic)].join("")).not.toContain("\uFEFF");
  expect((await found(project, "alpha desk"))[0]).toMatchObject({ source: "handbook.md", path: ["Alpha"] });
});

it("L3: encodings are read right, or told by name; nothing is dropped in silence", async () => {
  const { project, status, stderr } = await indexed("L3-encodings");
  expect(status).toBe(2); // the cut character is a loss
  const all = saved(project);
  for (const source of ["utf16le.md", "utf16be.txt", "cp1252.txt", "truncated-utf8.txt"]) {
    expect(all.get(source)?.document.text, source).toContain("The café fee is 12 € per visit.");
  }
  expect(stderr).toMatch(/cp1252\.txt.*windows-1252/);
  expect(stderr).toMatch(/lost 1 truncated-utf8\.txt/);
  expect(await found(project, "twelve")).toHaveLength(4);
});

it("L5: NUL and binary files are told by name, the same in every run, and cost no other file anything", async () => {
  const { project, status, stderr } = await indexed("L5-nul");
  expect(status).toBe(2);
  expect(stderr).toMatch(/lost 1 nul\.md/);
  expect(stderr).toContain("binary.txt");
  expect((await found(project, "filter nine"))[0]).toMatchObject({ source: "nul.md", path: ["Pumps", "Filters"] });
  expect((await found(project, "fan four"))[0]).toMatchObject({ source: "ok.md" });
  const again = await rightRag(["index", "--project", project]);
  expect(again.status).toBe(2);
  const told = (text: string) => text.split("\n").filter((line) => /lost|failed|DOCUMENT/.test(line));
  expect(told(again.stderr)).toEqual(told(stderr));
});

it("L7: every file has its own id, artifact and citation, whatever its name", async () => {
  const paths = [
    "report [2024].md",
    "notes {draft}.md",
    "q(1).md",
    "a b  c.md",
    "100% #1.md",
    "it's.md",
    "-dash.md",
    "star*name.md",
    "what?.md",
    "r\u00e9sum\u00e9.md",
    "re\u0301sume\u0301.md",
    "คู่มือ.md",
    "契約.md",
    "dir [x]/inner.md",
    "y2023/report.md",
    "y2024/report.md",
    "y2024/report.txt",
    "report.md",
    "back\\slash.md",
  ];
  const token = (i: number) => `nametoken${String(i).padStart(2, "0")}`;
  const documents = Object.fromEntries(paths.map((path, i) => [path, `# Note\n\nThe word is ${token(i)}.\n`]));
  const project = await makeProject(documents, hostileFolder("[x] {y} #1"));
  expect(await rightRag(["index", "--project", project])).toMatchObject({ status: 0 });
  const all = saved(project);
  expect([...all.keys()].sort()).toEqual([...paths].sort());
  expect(new Set([...all.values()].map(({ document }) => document.id)).size).toBe(paths.length);
  for (const kind of ["units", "chunks"]) expect(readdirSync(join(project, "output", kind))).toHaveLength(paths.length);
  for (const [i, path] of paths.entries()) expect((await found(project, token(i))).map((piece) => piece.source)).toEqual([path]);
});

describe("P7: a Word file", () => {
  it("is refused by name, with the loader to add, where the project has none; other files are indexed", async () => {
    const project = await makeProject({ "ok.md": "# Ok\n\nText.\n" });
    cpSync(files("P7-docx/terms.docx"), join(project, "data/documents/terms.docx"));
    const { status, stderr } = await rightRag(["index", "--project", project]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/"terms\.docx"/);
    expect(stderr).toContain("right-rag add document_loaders docx");
    expect([...saved(project).keys()]).toEqual(["ok.md"]);
  });

  it("keeps notes with sentences, rows in lines, breaks between lines, and the newer wording", async () => {
    const { project, status, stderr } = await indexed("P7-docx");
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("TRACKED_CHANGES_ACCEPTED");
    const { document, units } = saved(project).get("terms.docx") as Saved;
    expect(document.text).not.toContain("twelve");
    expect(document.text).toContain("Line one\nline two");
    expect(units.map((unit) => unit.topic)).toEqual(["Supply Terms", "1 Delivery", "2 Returns"]);
    expect((await found(project, "term months"))[0]?.text).toMatch(/twenty-four months\. \[Footnote 1: .*except for perishables\.\]/);
    expect((await found(project, "price grade B"))[0]?.text).toMatch(/^\| B \| 95 \| EUR \|$/m);
    expect((await found(project, "perishables"))[0]).toMatchObject({ path: ["Supply Terms", "1 Delivery"] });
  });
});

describe("PDF", () => {
  it("P1: columns are read one after the other, the title first", async () => {
    const { project, status } = await indexedPdf("P1-columns");
    expect(status).toBe(0);
    const text = saved(project).get("two-columns.pdf")?.document.text ?? "";
    expect(text).toMatch(/^Lease Summary\n/);
    expect(text).toContain("on the first working day of each month");
    expect((await found(project, "when is the rent paid"))[0]?.text).toContain("first working day of each month");
  });

  it("P3: pages without text are named, and cost the others nothing", async () => {
    const { project, status, stderr } = await indexedPdf("P3-scanned");
    expect(status).toBe(2);
    expect(stderr).toMatch(/scanned\.pdf.*no text on pages 1–2/);
    expect(stderr).toMatch(/mixed\.pdf.*no text on page 2/);
    expect(stderr).not.toMatch(/(?:lost|failed|warning).*plain\.pdf/);
    expect((await found(project, "harbour permit"))[0]).toMatchObject({ source: "mixed.pdf", page: 1 });
    expect((await found(project, "lighthouse"))[0]).toMatchObject({ source: "plain.pdf" });
  });

  it("P5: a sentence goes on over running headers, and citations have the right page and its lines", async () => {
    const { project, status } = await indexedPdf("P5-headers");
    expect(status).toBe(0);
    const { units = [], chunks = [] } = saved(project).get("headers.pdf") ?? {};
    expect(units.map((unit) => unit.topic).filter((topic) => /^\d/.test(topic))).toEqual(["1 Mooring", "2 Fuel", "3 Fees"]);
    expect(chunks.map((chunk) => chunk.fulltext).join("\n")).not.toMatch(/Operations Manual|Internal use/);
    const [ferries] = await found(project, "ferries standing permit eastern quay");
    expect(ferries?.text).toContain("must moor at the eastern quay, except ferries");
    const { stdout } = await rightRag(["query", "where is fuel sold", "--json", "--project", project]);
    const { citations } = JSON.parse(stdout) as { citations: { page?: number; places?: { page?: number; boxes?: number[][] }[] }[] };
    expect(citations[0]).toMatchObject({ page: 2, places: [{ page: 2 }] });
    expect(citations[0]?.places?.[0]?.boxes?.length).toBeGreaterThan(0);
    writeFileSync(join(project, "answer.json"), stdout);
    expect(await rightRag(["verify", join(project, "answer.json"), "--project", project])).toMatchObject({ status: 0 });
  });
});

it("U1: only headings are headings", async () => {
  const { project } = await indexed("U1-fences");
  const units = saved(project).get("fences.md")?.units ?? [];
  expect(units.map((unit) => unit.topic)).toEqual(["Install", "Real two", "Real three"]);
  for (const letter of ["A", "B", "C", "D", "E", "F"]) expect(units[0]?.fulltext).toContain(`# not a heading ${letter}`);
});

it("U3: a rule is found with its exception, and an item under its own clause", async () => {
  const { project } = await indexed("U3-clauses");
  const [first] = await found(project, "end the agreement first year");
  expect(first?.text).toContain("11.1 Either party");
  expect(first?.text).toContain("Exception: clause 11.1 does not apply");
  const [holiday] = await found(project, "regional holiday");
  expect(holiday).toMatchObject({ path: ["Agreement", "11 Termination"], text: expect.stringContaining("11.4") });
});

it("U5: rows are whole, each is there once, and its columns can be known", async () => {
  const { project } = await indexed("U5-tables");
  const chunks = saved(project).get("table.md")?.chunks ?? [];
  const rows = chunks.flatMap((chunk) => chunk.fulltext.split("\n").filter((line) => /^\| Station \d/.test(line)));
  expect(new Set(rows).size).toBe(300);
  expect(rows).toHaveLength(300);
  for (const row of rows) expect(row).toMatch(/^\| Station \d+ \| \d+,\d+ \| \d+\.\d\d \|$/);
  const headless = chunks.filter((chunk) => /^\| Station \d/m.test(chunk.fulltext) && !chunk.fulltext.includes("| Station | Flow m3 |"));
  for (const chunk of headless) expect(chunk.context).toContain("Flow m3");
  const text = chunks.map((chunk) => chunk.fulltext).join("\n");
  expect(text).toContain("Table 1: yearly flow.");
  expect(text).toContain("Note: Station 300 was rebuilt.");
  expect((await found(project, "Station 217 flow"))[0]?.text).toContain("| Station 217 |");
});

it("U7: repeated text keeps its own places", async () => {
  const { project } = await indexed("U7-repeats");
  const days = saved(project)
    .get("repeats.md")
    ?.units.filter((unit) => unit.topic.startsWith("Day"));
  const starts = days?.map((unit) => unit.source?.start ?? -1) ?? [];
  expect(starts).toHaveLength(6);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
});

describe("K1: questions that say nothing", () => {
  it("find nothing, or say that they are empty", async () => {
    const { project } = await indexed("K-corpus");
    for (const question of ["the", "is it of the", "???"]) {
      const evidence = await found(project, question);
      expect(evidence.length).toBeLessThan(5);
      for (const piece of evidence) expect(Number.isFinite(piece.score)).toBe(true);
    }
    for (const question of ["", "  "]) {
      expect(await rightRag(["query", question, "--project", project])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("QUERY_EMPTY"),
      });
    }
    const ferries = await found(project, "the ferry");
    expect(ferries.slice(0, 8).map((piece) => piece.source)).toEqual(Array(8).fill("same.md"));
  });
});

describe("D1: a plugin that cannot be loaded", () => {
  it.each([
    ["bad_parser.ts", "MODULE_SYNTAX", /bad_parser\.ts:\d+/],
    [
      "import_missing.ts",
      "MODULE_MISSING_PACKAGE",
      /package-that-does-not-exist-here.*import_missing\.ts|import_missing\.ts.*package-that-does-not-exist-here/,
    ],
  ])("%s stops the index run, naming file and reason; help and init still work", async (name, code, told) => {
    const project = await makeProject();
    cpSync(join(files("D1-syntax"), name), join(project, "spec/unit_parsers", name));
    const { status, stderr } = await rightRag(["index", "--project", project]);
    expect(status).toBe(1);
    expect(stderr).toContain(code);
    expect(stderr).toMatch(told);
    expect(existsSync(join(project, ".right-rag-state.json"))).toBe(false);
    expect(await rightRag(["--help"], { cwd: project })).toMatchObject({ status: 0 });
    expect(await rightRag(["init", "another", "--no-install"], { cwd: project })).toMatchObject({ status: 0 });
  });
});

describe("D3: what a file may export", () => {
  it("loads classes, instances and CommonJS, notes helpers, and runs neither tests nor types", async () => {
    const project = await makeProject();
    const folder = join(project, "spec/unit_parsers");
    for (const name of ["instance.ts", "named.ts", "old.cjs", "helper.ts", "types.d.ts", "parser.test.ts"]) {
      cpSync(join(files("D3-exports"), name), join(folder, name));
    }
    const nameless = await rightRag(["index", "--project", project]);
    // They say parserName, where plugins of ours have a name: each is told so, by file.
    expect(nameless).toMatchObject({ status: 1, stderr: expect.stringMatching(/instance\.ts.*name/) });
    for (const name of ["instance.ts", "named.ts", "old.cjs"]) rmSync(join(folder, name));
    const listed = await rightRag(["list", "--project", project]);
    expect(listed.status).toBe(0);
    expect(listed.stderr).toContain("helper.ts holds no plugin");
    expect(listed.stdout).not.toMatch(/types|parser\.test/);
  });

  it("says what a constructor is given, where a plugin expected something else", async () => {
    const project = await makeProject();
    cpSync(join(files("D3-exports"), "ctor_args.ts"), join(project, "spec/unit_parsers/ctor_args.ts"));
    const { status, stderr } = await rightRag(["index", "--project", project]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/ctor_args\.ts/);
    expect(stderr).toMatch(/constructor|name/);
    expect(stderr).not.toContain("Cannot read properties of undefined");
  });
});
