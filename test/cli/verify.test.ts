import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { run } from "../../src/cli/run.ts";
import { openProject } from "../../src/project/open-project.ts";
import type { Verification } from "../../src/verify-answer.ts";

const template = fileURLToPath(new URL("../../templates/default", import.meta.url));
const text = "# Fees\n\nThe fee for the ferry is 18 euros.\n\n# Hours\n\nThe office opens at nine.\n";
let root = "";

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "right-rag-verify-"));
  cpSync(join(template, "spec"), join(root, "spec"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module" }));
  mkdirSync(join(root, "data/documents"), { recursive: true });
  write("fees.md", text);
  const project = await openProject(root);
  await project.index();
  await project.close();
  const { output } = await command("query", "What is the fee for the ferry?", "--json");
  writeFileSync(join(root, "answer.json"), output);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

function write(name: string, content: string): void {
  writeFileSync(join(root, "data/documents", name), content);
}

/** Runs the command in this process. */
async function command(...args: readonly string[]): Promise<{ status: unknown; output: string; notes: string }> {
  let output = "";
  let notes = "";
  const before = process.exitCode;
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      output += String(chunk);
      return true;
    }),
    vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      notes += String(chunk);
      return true;
    }),
  ];
  process.exitCode = undefined;
  await run(["node", "right-rag", ...args, "--project", root]);
  const status = process.exitCode ?? 0;
  process.exitCode = before;
  for (const spy of spies) spy.mockRestore();
  return { status, output, notes };
}

const verify = (...args: readonly string[]) => command("verify", join(root, "answer.json"), ...args);

describe("right-rag verify", () => {
  it("exits 0 on an unchanged project", async () => {
    const { status, output, notes } = await verify();
    expect(output).toBe("good    [1] fees.md › Fees (characters 8–42): It stands.\n");
    expect(notes).toContain("1 citation: 1 good.");
    expect(status).toBe(0);
  });

  it("exits 1 and names the citation after one character of the clause was changed, with no new index", async () => {
    write("fees.md", text.replace("18", "19"));
    const { status, output } = await verify();
    expect(status).toBe(1);
    expect(output).toBe(
      'changed [1] fees.md › Fees (characters 8–42): The quotation is no longer in the document: it had "e for the ferry is 18 euros." ' +
        'where "e for the ferry is 19 euros." stands now.\n        "The fee for the ferry is 18 euros."\n',
    );
  });

  it("exits 0 where only another section changed, and says so", async () => {
    write("fees.md", text.replace("nine", "ten"));
    const { status, output } = await verify();
    expect(status).toBe(0);
    expect(output).toContain("other parts of the document have changed");
  });

  it("exits 2 where the clause stands elsewhere now", async () => {
    write("fees.md", `Preface.\n\n${text}`);
    const { status, output } = await verify();
    expect(status).toBe(2);
    expect(output).toContain("moved   [1]");
  });

  it("exits 1 where the document is gone, though the index still has it", async () => {
    rmSync(join(root, "data/documents/fees.md"));
    const { status, output } = await verify();
    expect(status).toBe(1);
    expect(output).toContain('gone    [1] fees.md › Fees (characters 8–42): "fees.md" is no longer there.');
  });

  it("prints the findings as JSON", async () => {
    write("fees.md", text.replace("18", "19"));
    const { status, output } = await verify("--json");
    const { good, findings }: Verification = JSON.parse(output);
    expect([status, good, findings.map((finding) => finding.status)]).toEqual([1, false, ["changed"]]);
  });

  it("refuses what is no answer, and says how to get one", async () => {
    writeFileSync(join(root, "answer.json"), "{}");
    const { status, notes } = await verify();
    expect(status).toBe(1);
    expect(notes).toContain("ANSWER_INVALID");
  });

  it.each(["", "{", "[]", '{"error":{"code":"X"}}', "\u0000\u0001\u0002"])("refuses %j without a stack", async (content) => {
    writeFileSync(join(root, "answer.json"), content);
    const { status, notes } = await verify();
    expect(status).toBe(1);
    expect(notes).toMatch(/^failed .*answer\.json" is no (?:JSON|answer)/);
    expect(notes.trim().split("\n")).toHaveLength(2);
  });

  it.each([
    ["UTF-8 with a byte order mark", (json: string) => Buffer.from(`\ufeff${json}`)],
    ["UTF-16, as PowerShell redirects", (json: string) => Buffer.from(`\ufeff${json}`, "utf16le")],
  ])("reads %s", async (_, encoded) => {
    writeFileSync(join(root, "answer.json"), encoded(readFileSync(join(root, "answer.json"), "utf8")));
    expect((await verify()).status).toBe(0);
  });

  it("needs no index: the documents are enough", async () => {
    const project = await openProject(root);
    await project.clean();
    await project.close();
    expect((await verify()).status).toBe(0);
  });

  it("compares what an API gave with its copy in the index", async () => {
    writeFileSync(
      join(root, "spec/document_loaders/api.ts"),
      `export default {
        name: "api",
        *discover() { yield { id: "https://example.org/rule", fingerprint: "1", bytes: async () => new Uint8Array() }; },
        canHandle: (source) => source.id.startsWith("https:"),
        *load(source) { yield { id: "rule", source: source.id, text: "A zeppelin must be moored.\\n", mediaType: "text/plain" }; },
      };`,
    );
    const project = await openProject(root);
    await project.index();
    const { answer } = await project.query("Must a zeppelin be moored?");
    expect(answer?.citations[0]).toMatchObject({ source: "https://example.org/rule" });
    if (answer === undefined) throw new Error("no answer");
    expect(await project.verify(answer)).toMatchObject({ good: true });
    await project.clean();
    expect((await project.verify(answer)).findings).toMatchObject([{ status: "gone" }]);
    await project.close();
  });
});

it("the answer is a certificate: hash, path, span and quotation of each citation", () => {
  const { citations } = JSON.parse(readFileSync(join(root, "answer.json"), "utf8"));
  expect(citations).toMatchObject([
    {
      path: ["Fees"],
      span: { start: 8, end: 42 },
      quote: "The fee for the ferry is 18 euros.",
      documentHash: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
});
