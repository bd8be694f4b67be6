import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyTemplate, listTemplates, packageName } from "../src/scaffold.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scaffold-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a new project", () => {
  it("holds the template's files, those that npm would drop under their own names", async () => {
    const { files, target } = await copyTemplate({ template: "default", target: join(folder, "my-rag") });
    expect(target).toBe(join(folder, "my-rag"));
    const expected = [
      ".env.example",
      ".gitignore",
      "README.md",
      "biome.json",
      "eval/cases.example.json",
      "package.json",
      "right-rag.config.ts",
    ];
    expect(files).toEqual(expect.arrayContaining([...expected, "tsconfig.json", "spec/retrievers/keyword.ts"]));
    expect(files.filter((file) => /(^|\/)_(gitignore|biome)/.test(file))).toEqual([]);
    for (const file of files) expect((await lstat(join(target, file))).isFile()).toBe(true);
    expect(await readFile(join(target, ".gitignore"), "utf8")).toContain(".right-rag-state.json*");
  });

  it("has all nine folders of spec/", async () => {
    const { target } = await copyTemplate({ template: "default", target: join(folder, "my-rag") });
    expect((await readdir(join(target, "spec"))).sort()).toEqual([
      "answer_generators",
      "chunk_parsers",
      "chunk_savers",
      "document_loaders",
      "evaluators",
      "reporters",
      "retrievers",
      "unit_parsers",
      "unit_savers",
    ]);
  });

  it("depends on exactly the version that made it", async () => {
    const { version } = await json(join(root, "package.json"));
    const { target } = await copyTemplate({ template: "default", target: join(folder, "my-rag") });
    expect(await json(join(target, "package.json"))).toMatchObject({
      name: "my-rag",
      type: "module",
      dependencies: { "right-rag": version },
    });
  });

  it("depends on a tarball by its absolute path, or on whatever else is named", async () => {
    const tarball = join(folder, "a #b", "right-rag.tgz");
    await mkdir(join(folder, "a #b"));
    await writeFile(tarball, "");
    for (const [packageSpec, written] of [
      [tarball, `file:${tarball}`],
      [`file:${tarball}`, `file:${tarball}`],
      ["^0.1.0", "^0.1.0"],
      ["next", "next"],
      ["git+https://example.org/right-rag.git", "git+https://example.org/right-rag.git"],
    ] as const) {
      const { target } = await copyTemplate({ template: "default", target: await mkdtemp(join(folder, "p-")), packageSpec });
      expect((await json(join(target, "package.json"))).dependencies).toEqual({ "right-rag": written });
    }
  });

  it("is refused for a tarball that is not there", async () => {
    const target = join(folder, "my-rag");
    await expect(copyTemplate({ template: "default", target, packageSpec: "./nowhere.tgz" })).rejects.toMatchObject({
      code: "PATH_NOT_FOUND",
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it("can be made in folders with any name", async () => {
    for (const [name, packageName] of [
      ["my rag", "my-rag"],
      ["a#b", "a-b"],
      ["100%", "100"],
      ["é ü", "e-u"],
      ["c++ [1]", "c-1"],
      ["q?x", "q-x"],
      ["日本", "my-rag"],
    ] as const) {
      const { target } = await copyTemplate({ template: "default", target: join(folder, name) });
      expect(await readdir(target)).toContain("right-rag.config.ts");
      expect((await json(join(target, "package.json"))).name).toBe(packageName);
    }
  });

  it("can be made deep in folders that do not exist, and through a link to a folder", async () => {
    await copyTemplate({ template: "default", target: join(folder, "a", "b", "c") });
    expect(await readdir(join(folder, "a", "b", "c"))).toContain("package.json");
    await mkdir(join(folder, "real"));
    await symlink(join(folder, "real"), join(folder, "link"));
    await copyTemplate({ template: "default", target: join(folder, "link") });
    expect(await readdir(join(folder, "real"))).toContain("package.json");
  });

  it("can stand beside files that are not in its way", async () => {
    await mkdir(join(folder, ".git"));
    await mkdir(join(folder, "data", "documents"), { recursive: true });
    await writeFile(join(folder, "data", "documents", "mine.md"), "mine");
    await copyTemplate({ template: "default", target: folder });
    expect(await readFile(join(folder, "data", "documents", "mine.md"), "utf8")).toBe("mine");
    expect(await readdir(folder)).toContain("package.json");
  });

  it("takes further files", async () => {
    const { target, files } = await copyTemplate({ template: "default", target: join(folder, "x"), extraFiles: { "a/b.yaml": "c: 1\n" } });
    expect(files).toContain("a/b.yaml");
    expect(await readFile(join(target, "a/b.yaml"), "utf8")).toBe("c: 1\n");
  });
});

describe("a project is refused, and nothing is written,", () => {
  it("where files stand in its way: they are named", async () => {
    await writeFile(join(folder, "package.json"), "{}");
    await mkdir(join(folder, "eval"));
    await writeFile(join(folder, "eval", "cases.example.json"), "[]");
    const made = copyTemplate({ template: "default", target: folder });
    await expect(made).rejects.toMatchObject({
      code: "PATH_TAKEN",
      message: `"${folder}" already holds what the project would write: eval/cases.example.json, package.json. Nothing was written.`,
    });
    expect((await readdir(folder)).sort()).toEqual(["eval", "package.json"]);
    expect(await readFile(join(folder, "package.json"), "utf8")).toBe("{}");
  });

  it("where a file, or a link to somewhere else, stands in the place of a folder", async () => {
    await writeFile(join(folder, "spec"), "a file");
    await symlink(tmpdir(), join(folder, "data"));
    await expect(copyTemplate({ template: "default", target: folder })).rejects.toThrow("would write: data, spec.");
    expect((await readdir(folder)).sort()).toEqual(["data", "spec"]);
  });

  it("where the target or a folder above it is a file", async () => {
    await writeFile(join(folder, "notes"), "a file");
    for (const target of [join(folder, "notes"), join(folder, "notes", "my-rag")]) {
      await expect(copyTemplate({ template: "default", target })).rejects.toMatchObject({ code: "PATH_TAKEN" });
    }
    expect(await readFile(join(folder, "notes"), "utf8")).toBe("a file");
  });

  it("for a template that does not exist: those that do are named", async () => {
    for (const template of ["defualt", "../src", ""]) {
      const made = copyTemplate({ template, target: join(folder, "x") });
      await expect(made).rejects.toMatchObject({ code: "TEMPLATE_UNKNOWN", hint: expect.stringContaining("default") });
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

it("takes away what it wrote when a write fails, and leaves what was there", async () => {
  await mkdir(join(folder, "eval"));
  await writeFile(join(folder, "eval", "mine.json"), "[]");
  const extraFiles = { [`zz/${"n".repeat(300)}`]: "a name too long for any file system" };
  const made = copyTemplate({ template: "default", target: folder, extraFiles });
  await expect(made).rejects.toMatchObject({ code: "WRITE_FAILED" });
  expect(await readdir(folder)).toEqual(["eval"]);
  expect(await readdir(join(folder, "eval"))).toEqual(["mine.json"]);
});

it("lists the templates", async () => {
  expect(await listTemplates()).toContain("default");
});

it.each([
  ["My Project", "my-project"],
  ["..hidden", "hidden"],
  ["right-rag", "right-rag-project"],
  ["Vitest", "vitest-project"],
  ["---", "my-rag"],
  ["ﬁle", "file"],
])("makes %j into the package name %j", (given, expected) => {
  expect(packageName(given)).toBe(expected);
});

it("gives files the permissions of new files, whatever those of the package are", async () => {
  const stored = join(root, "templates", "default", "README.md");
  const { mode } = await lstat(stored);
  await chmod(stored, 0o444);
  try {
    const { target } = await copyTemplate({ template: "default", target: join(folder, "x") });
    expect((await lstat(join(target, "README.md"))).mode & 0o200).toBe(0o200);
  } finally {
    await chmod(stored, mode);
  }
});

async function json(path: string): Promise<{ name: string; version: string; dependencies: { [name: string]: string } }> {
  return JSON.parse(await readFile(path, "utf8"));
}
