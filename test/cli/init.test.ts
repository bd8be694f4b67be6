import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextCommands, registerInit } from "../../src/cli/init.ts";
import { detectPackageManager } from "../../src/cli/package-manager.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "init-"));
  vi.stubEnv("npm_config_user_agent", "npm/11.0.0 node/v22.0.0 linux x64");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(folder, { recursive: true, force: true });
});

describe("init", () => {
  it("makes a project and ends with the next commands, the first of which installs what was not", async () => {
    const target = join(folder, "my rag");
    const { out } = await init(target, "--no-install");
    expect(await readdir(target)).toEqual(expect.arrayContaining(["package.json", "spec", "right-rag.config.ts"]));
    const lines = out.trimEnd().split("\n");
    expect(lines.slice(-4)).toEqual([
      expect.stringMatching(/^ {2}cd ".*my rag"$/),
      "  npm install",
      "  npx right-rag index",
      '  npx right-rag query "How much may a hotel cost a night?"',
    ]);
  });

  it("prints what it made as JSON, and nothing else on standard output", async () => {
    const target = join(folder, "my-rag");
    const { out } = await init(target, "--no-install", "--json");
    expect(JSON.parse(out)).toMatchObject({
      directory: target,
      name: "my-rag",
      template: "default",
      packageManager: "npm",
      installed: false,
      gitRepository: true,
    });
  });

  it.each(["my rag", "a#b", "100%", "é ü", "c++ [1]", "q?x"])("works in a folder called %j", async (name) => {
    const calls = await fakeCommand("npm", '[ "$1" = ping ] && exit; pwd >> "$CALLS"; mkdir node_modules');
    await init(join(folder, name));
    expect((await readFile(calls, "utf8")).trim()).toBe(join(folder, name));
    expect(await readdir(join(folder, name))).toEqual(expect.arrayContaining(["node_modules", "package.json", ".git", ".gitignore"]));
    expect(process.exitCode).toBe(0);
  });

  it("reads PDF and Word files where they are asked for, by a one-line file and a dependency each", async () => {
    const target = join(folder, "my-rag");
    await init(target, "--no-install", "--docx");
    expect(await readFile(join(target, "spec/document_loaders/docx.ts"), "utf8")).toContain("DocxLoader");
    const { dependencies } = JSON.parse(await readFile(join(target, "package.json"), "utf8"));
    expect(dependencies).toMatchObject({ fflate: "0.8.3", "right-rag": expect.any(String) });
    expect(dependencies).not.toHaveProperty("unpdf");
    await init(join(folder, "both"), "--no-install", "--pdf", "--docx");
    expect(await readdir(join(folder, "both/spec/document_loaders"))).toEqual(expect.arrayContaining(["docx.ts", "pdf.ts"]));
    const plain = join(folder, "plain");
    await init(plain, "--no-install");
    expect(JSON.parse(await readFile(join(plain, "package.json"), "utf8")).dependencies).not.toHaveProperty("fflate");
    expect(await readdir(join(plain, "spec/document_loaders"))).not.toContain("docx.ts");
  });

  it("asks for nothing where there is no terminal: a missing folder is an error that names the argument", async () => {
    for (const args of [[], [""]]) {
      await expect(init(...args)).rejects.toMatchObject({ code: "INPUT_REQUIRED", hint: expect.stringContaining("right-rag init my-rag") });
    }
  });

  it("refuses a folder that holds what it would write", async () => {
    await writeFile(join(folder, "package.json"), "{}");
    await expect(init(folder)).rejects.toMatchObject({ code: "PATH_TAKEN" });
    expect(await readdir(folder)).toEqual(["package.json"]);
  });

  it("names the templates there are when it does not know one", async () => {
    await expect(init(join(folder, "x"), "--template", "novel")).rejects.toMatchObject({ code: "TEMPLATE_UNKNOWN" });
  });

  it("starts a git repository, but not inside another", async () => {
    await mkdir(join(folder, ".git"));
    await init(join(folder, "inner"), "--no-install");
    expect(await readdir(join(folder, "inner"))).not.toContain(".git");
  });

  it("does without git where it is not installed", async () => {
    vi.stubEnv("PATH", folder);
    const { out } = await init(join(folder, "x"), "--no-install", "--json");
    expect(JSON.parse(out)).toMatchObject({ gitRepository: false });
  });

  it("depends on the package that is named", async () => {
    await writeFile(join(folder, "right-rag.tgz"), "");
    await init(join(folder, "x"), "--no-install", "--package", join(folder, "right-rag.tgz"));
    expect(JSON.parse(await readFile(join(folder, "x", "package.json"), "utf8")).dependencies).toEqual({
      "right-rag": `file:${join(folder, "right-rag.tgz")}`,
    });
  });
});

describe("an installation that fails", () => {
  it("is said with what to do later, leaves the project whole, and is exit status 2", async () => {
    await fakeCommand("npm", '[ "$1" = ping ] && exit; echo "npm error code ETARGET" >&2; exit 1');
    const target = join(folder, "my-rag");
    const { out } = await init(target);
    expect(process.exitCode).toBe(2);
    expect(out).toContain(
      "Its packages could not be installed: npm install --no-audit --no-fund ended with status 1:\n    npm error code ETARGET\n",
    );
    expect(out).toContain("The project works without them");
    expect(out).toContain("npm install in it later");
    expect(out.trimEnd().split("\n").at(-2)).toMatch(/^ {2}node .*dist\/cli\.js"? index$/);
    expect(await readdir(target)).toEqual(expect.arrayContaining(["package.json", "spec"]));
  });

  it("does not wait for a registry that cannot be reached, and tries the cache", async () => {
    const calls = await fakeCommand("npm", 'echo "$@" >> "$CALLS"; echo "npm error code ECONNREFUSED" >&2; exit 1');
    const { out } = await init(join(folder, "my-rag"));
    expect(await readFile(calls, "utf8")).toBe("ping --fetch-retries=0\ninstall --no-audit --no-fund --offline\n");
    expect(out).toContain("the package registry cannot be reached, and npm install --no-audit --no-fund --offline ended with status 1");
    expect(process.exitCode).toBe(2);
  });

  it("takes a registry that answers with an error for one that is there", async () => {
    const calls = await fakeCommand("npm", 'echo "$@" >> "$CALLS"; [ "$1" = ping ] && echo "npm error code E404" >&2 && exit 1; exit 0');
    await init(join(folder, "my-rag"));
    expect(await readFile(calls, "utf8")).toContain("install --no-audit --no-fund\n");
    expect(process.exitCode).toBe(0);
  });

  it("is in the JSON", async () => {
    await fakeCommand("npm", '[ "$1" = ping ] && exit; exit 7');
    const { out } = await init(join(folder, "my-rag"), "--json");
    expect(JSON.parse(out)).toMatchObject({ installed: false, installFailure: expect.stringContaining("ended with status 7") });
    expect(process.exitCode).toBe(2);
  });

  it("names a package manager that is not there", async () => {
    vi.stubEnv("npm_config_user_agent", "bun/1.2.0");
    vi.stubEnv("PATH", folder);
    const { out } = await init(join(folder, "my-rag"));
    expect(out).toContain("bun is not installed");
    expect(process.exitCode).toBe(2);
  });
});

describe("the package manager", () => {
  it.each([
    ["npm/11.4.0 node/v22.0.0 linux x64 workspaces/false", "npm"],
    ["pnpm/12.0.0 npm/? node/v22.0.0 linux x64", "pnpm"],
    ["yarn/1.22.22 npm/? node/v22.0.0 linux x64", "yarn"],
    ["bun/1.2.0 npm/? node/v22.0.0 linux x64", "bun"],
    ["deno/2.0.0", "npm"],
  ])("of the user agent %j is %s", async (agent, expected) => {
    vi.stubEnv("npm_config_user_agent", agent);
    expect(await detectPackageManager(folder)).toBe(expected);
  });

  it.each([
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["bun.lock", "bun"],
    ["package-lock.json", "npm"],
  ])("is that of %s above, where no package manager runs the command", async (lockfile, expected) => {
    vi.stubEnv("npm_config_user_agent", undefined);
    await writeFile(join(folder, lockfile), "");
    expect(await detectPackageManager(join(folder, "not", "there", "yet"))).toBe(expected);
  });

  it("installs with what was detected", async () => {
    vi.stubEnv("npm_config_user_agent", "yarn/1.22.22");
    await fakeCommand("npm", "exit 0");
    const calls = await fakeCommand("yarn", 'echo "$@" >> "$CALLS"');
    const { out } = await init(join(folder, "x"));
    expect(await readFile(calls, "utf8")).toBe("install\n");
    expect(out).toContain("  yarn right-rag index");
  });

  it("gets a workspace file that keeps pnpm from stopping at esbuild, when it is pnpm", async () => {
    vi.stubEnv("npm_config_user_agent", "pnpm/12.0.0");
    const { out } = await init(join(folder, "x"), "--no-install");
    expect(await readFile(join(folder, "x", "pnpm-workspace.yaml"), "utf8")).toBe("allowBuilds:\n  esbuild: false\n");
    expect(out).toContain("  pnpm install\n  pnpm exec right-rag index");
  });

  it("names the copy that is running where no package manager runs it and nothing is installed", async () => {
    vi.stubEnv("npm_config_user_agent", undefined);
    const { out } = await init(join(folder, "x"), "--no-install");
    expect(out).toMatch(/ {2}node \S*cli\S* index\n/);
    expect(out).not.toContain("npx");
  });
});

describe("the next commands", () => {
  it("need no cd in the project's own folder", () => {
    expect(nextCommands("/work", "npx right-rag", "Who?", "/work")).toEqual([
      "npx right-rag index",
      'npx right-rag query "Who?"',
      "npx right-rag evaluate",
    ]);
  });

  it.each([
    ["my-rag", "cd my-rag"],
    ["my rag", 'cd "my rag"'],
    ["a#b", 'cd "a#b"'],
    ["cost $5", "cd 'cost $5'"],
    ["it's $5", "cd 'it'\\''s $5'"],
    ["../other", "cd ../other"],
  ])("quote the folder %j as %s", (name, expected) => {
    expect(nextCommands(join("/home/here", name), "npx right-rag", "Who?", "/home/here")[0]).toBe(expected);
  });
});

async function init(...args: string[]): Promise<{ out: string }> {
  const out: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  const program = new Command();
  registerInit(program);
  await program.parseAsync(["init", ...args], { from: "user" });
  vi.restoreAllMocks();
  return { out: out.join("") };
}

/** Puts a shell script in front of the real command; `$CALLS` is a file whose path is returned. */
async function fakeCommand(name: string, script: string): Promise<string> {
  const bin = join(folder, "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, name), 0o755);
  vi.stubEnv("PATH", `${bin}${delimiter}${process.env.PATH ?? ""}`);
  const calls = join(folder, "calls");
  vi.stubEnv("CALLS", calls);
  return calls;
}
