import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeProject, output, rightRag, start, writeDocument } from "./command.ts";

const DOCUMENTS = 300;
const MOMENTS = 50;
const page = (i: number, version: string) =>
  `# Rule ${i}\n\nThe desk of version${version} opens at ${i}.\n\n## Exception\n\nNot on day ${i % 31}.\n`;

it("S5: killed at 50 spread moments, a query answers from a complete index, and the next run ends like a clean one", async () => {
  const documents = (version: string) =>
    Object.fromEntries(Array.from({ length: DOCUMENTS }, (_, i) => [`${i % 10}/${i}.md`, page(i, version)]));
  const project = await makeProject(documents("old"));
  const clean = await makeProject(documents("new"));
  const index = (at: string) => rightRag(["index", "--log-level", "error", "--project", at]);
  await index(project);
  const old = output(project);
  const began = performance.now();
  await index(clean);
  const duration = performance.now() - began;
  const fresh = output(clean);

  for (let moment = 0; moment < MOMENTS; moment++) {
    const version = moment % 2 === 0 ? "new" : "old";
    for (const [path, text] of Object.entries(documents(version))) writeDocument(project, path, text);
    const run = start(["index", "--log-level", "error", "--project", project]);
    const ended = new Promise((resolve) => run.on("close", resolve));
    await new Promise((resolve) => setTimeout(resolve, (duration * (moment + 1)) / MOMENTS));
    run.kill("SIGKILL");
    await ended;
    const asked = await rightRag([
      "query",
      "desk of versionold versionnew",
      "--retrieve-only",
      "--top-k",
      "300",
      "--json",
      "--project",
      project,
    ]);
    expect(asked.status, asked.stderr).toBe(0);
    const { evidence } = JSON.parse(asked.stdout) as { evidence: { text: string }[] };
    const versions = new Set(evidence.flatMap((piece) => piece.text.match(/version(old|new)/g) ?? []));
    expect(versions.size, `moment ${moment}`).toBe(1);
    if (moment % 10 === 9) {
      expect(await index(project)).toMatchObject({ status: 0 });
      expect(output(project)).toEqual(version === "new" ? fresh : old);
      expect(readdirSync(project).filter((name) => name.includes("rrtmp") || name.includes("broken"))).toEqual([]);
    }
  }
  await index(project);
  expect(readdirSync(join(project, "output/index")).filter((name) => name.includes("rrtmp"))).toEqual([]);
});
