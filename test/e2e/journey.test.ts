import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { hostileFolder, makeProject, rightRag } from "./command.ts";

const QUESTION = "How much may a hotel cost a night?";

describe("from an empty folder to an evaluated answer", () => {
  it("works in a folder whose path has spaces, #, % and é, with the package installed into the project", async () => {
    const folder = hostileFolder();
    const made = await rightRag(["init", "my rag", "--package", inject("tarball")], {
      cwd: folder,
      env: { npm_config_prefer_offline: "true" },
    });
    expect(made.stderr + made.stdout).toContain("right-rag index");
    expect(made.status).toBe(0);
    const project = join(folder, "my rag");
    for (const file of [".gitignore", ".env.example", "package.json", "node_modules/right-rag/package.json"]) {
      expect(existsSync(join(project, file)), file).toBe(true);
    }

    const indexed = await rightRag(["index"], { cwd: project });
    expect(indexed).toMatchObject({ status: 0, stdout: "" });
    const asked = await rightRag(["query", QUESTION], { cwd: project });
    expect(asked.status).toBe(0);
    expect(asked.stdout).toContain("140 euros");
    expect(asked.stdout).toContain("[1] travel-policy.md ›");
    const filtered = await rightRag(["query", QUESTION, "--filter", "source=travel-policy.md", "--filter", "path=Travel policy"], {
      cwd: project,
    });
    expect(filtered).toMatchObject({ status: 0, stdout: asked.stdout });
    expect((await rightRag(["query", QUESTION, "--filter", "source=other.md"], { cwd: project })).stdout).toContain("Searched for");
    const evaluated = await rightRag(["evaluate"], { cwd: project });
    expect(evaluated.status).toBe(0);
    expect(readFileSync(join(project, "output/evaluation/report.md"), "utf8")).toContain("expectedText");
  });

  it("makes a real project: its own types, lint and tests pass in it", async () => {
    // Vite, and so vitest, does not run in a folder with "#" in its path.
    const folder = hostileFolder("a b é");
    const init = ["init", "my rag", "--package", inject("tarball")];
    expect(await rightRag(init, { cwd: folder, env: { npm_config_prefer_offline: "true" } })).toMatchObject({ status: 0 });
    for (const script of ["types", "lint", "test"]) {
      execFileSync("npm", ["run", "--silent", script], { cwd: join(folder, "my rag"), stdio: ["ignore", "ignore", "inherit"] });
    }
  });

  it("gives data and nothing else on standard output with --json", async () => {
    const project = await makeProject();
    const indexed = await rightRag(["index", "--json", "--project", project]);
    expect(JSON.parse(indexed.stdout)).toMatchObject({ documents: { added: 2, changed: 0, removed: 0, unchanged: 0 }, failures: [] });
    const asked = await rightRag(["query", QUESTION, "--json", "--project", project]);
    const answer = JSON.parse(asked.stdout);
    expect(answer).toMatchObject({ question: QUESTION, abstained: false, grounded: true });
    const { text } = JSON.parse(readFileSync(unitsFile(project, "travel-policy.md"), "utf8")).document;
    for (const { quote, span } of answer.citations) expect(text.slice(span.start, span.end)).toBe(quote);
    const page = join(project, "page.html");
    const inspected = await rightRag(["inspect", "travel-policy.md", "--html", page, "--json", "--project", project]);
    expect(JSON.parse(inspected.stdout)).toMatchObject([{ source: "travel-policy.md" }]);
    expect(readFileSync(page, "utf8")).toContain("travel-policy.md");
    const evaluated = await rightRag(["evaluate", "--json", "--project", project]);
    expect(JSON.parse(evaluated.stdout).summary.expectedText).toEqual({ mean: 1, cases: 5 });
  });

  it("ends when it is done, though a plugin left something open", async () => {
    const project = await makeProject();
    writeFileSync(
      join(project, "spec/retrievers/keyword.ts"),
      'export { KeywordRetriever as default } from "right-rag/plugins";\nsetInterval(() => {}, 1000);\n',
    );
    for (const args of [["index"], ["query", QUESTION, "--json"]]) {
      const { status, stdout } = await rightRag([...args, "--project", project]);
      expect(status).toBe(0);
      if (args.includes("--json")) expect(JSON.parse(stdout)).toMatchObject({ question: QUESTION });
    }
  });

  it("abstains where the documents say nothing, and says what was searched", async () => {
    const project = await makeProject();
    await rightRag(["index", "--project", project]);
    const { status, stdout } = await rightRag(["query", "Who won the chess tournament?", "--project", project]);
    expect(status).toBe(0);
    expect(stdout).toContain("chess");
    expect(stdout).not.toContain("[1]");
  });

  it("says that a question is needed where there is no terminal to ask at", async () => {
    const project = await makeProject();
    await rightRag(["index", "--project", project]);
    expect(await rightRag(["query", "--project", project])).toMatchObject({ status: 1, stderr: expect.stringContaining("INPUT_REQUIRED") });
    expect(await rightRag(["query", " ", "--project", project])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("QUERY_EMPTY"),
    });
  });

  it("says what to do in a folder that is no project, and before the first index", async () => {
    const folder = hostileFolder();
    expect(await rightRag(["index"], { cwd: folder })).toMatchObject({ status: 1, stderr: expect.stringContaining("PROJECT_NOT_FOUND") });
    const project = await makeProject();
    expect(await rightRag(["query", QUESTION, "--project", project])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("INDEX_MISSING"),
    });
  });
});

describe("D5: a project's folder may have any name", () => {
  it.each(["my rag", "a#b", "100%", "é ü", "c++ [1]", "q?x", "$(x) 'y' {z}"])("%s", async (name) => {
    const folder = hostileFolder("D5");
    expect(await rightRag(["init", name, "--no-install"], { cwd: folder })).toMatchObject({ status: 0 });
    const elsewhere = hostileFolder();
    const project = ["--project", join(folder, name)];
    expect(await rightRag(["index", ...project], { cwd: elsewhere })).toMatchObject({ status: 0 });
    expect((await rightRag(["query", QUESTION, ...project], { cwd: elsewhere })).stdout).toContain("140 euros");
    expect(await rightRag(["evaluate", ...project], { cwd: elsewhere })).toMatchObject({ status: 0 });
  });

  it("and may be reached by a link", async () => {
    const project = await makeProject();
    const link = join(hostileFolder(), "link");
    symlinkSync(project, link);
    expect(await rightRag(["index"], { cwd: link })).toMatchObject({ status: 0 });
    expect((await rightRag(["query", QUESTION], { cwd: link })).stdout).toContain("140 euros");
  });
});

describe("D7: without a network and a home", () => {
  it("makes, indexes and asks; an install that fails is said, and the project is usable", async () => {
    const folder = hostileFolder();
    const home = join(folder, "home");
    mkdirSync(home);
    const env = {
      HOME: home,
      npm_config_registry: "http://127.0.0.1:9",
      npm_config_cache: join(home, "cache"),
      npm_config_fetch_retries: "0",
    };
    const made = await rightRag(["init", "x"], { cwd: folder, env, shell: 'umask 077; exec "$@"' });
    expect(made.status).toBe(2);
    expect(made.stdout).toContain("npm install");
    const project = join(folder, "x");
    expect(await rightRag(["index"], { cwd: project, env })).toMatchObject({ status: 0 });
    expect((await rightRag(["query", QUESTION], { cwd: project, env })).stdout).toContain("140 euros");
  });
});

function unitsFile(project: string, source: string): string {
  const name = [...execFileSync("ls", [join(project, "output/units")], { encoding: "utf8" }).split("\n")].find((file) =>
    file.startsWith(source),
  );
  return join(project, "output/units", name ?? "");
}
