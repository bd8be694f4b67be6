import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { RightRagError, whyUnreadable } from "../errors.ts";
import type { CitationFinding, Verification } from "../verify-answer.ts";
import { count, EXIT, excerpt, oneLine, paint, printData, printJson, printNote } from "./output.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

export function registerVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("recheck an answer's citations against the documents as they are now, offline")
    .argument("<answer>", "a file that right-rag query --json made; - for standard input")
    .action(async (path: string, flags: ProjectOptions) => {
      process.exitCode = await verify(path, flags);
    });
  withProjectOptions(command);
}

/** @returns the exit status: 0 all stand, 2 all stand but some elsewhere, 1 some stand no longer */
async function verify(path: string, flags: ProjectOptions): Promise<number> {
  const { parseAnswer } = await import("../verify-answer.ts");
  const answer = parseAnswer(await read(path), path);
  const project = await openFor(flags);
  try {
    const verification = await project.verify(answer);
    if (flags.json === true) printJson(verification);
    else print(verification);
    const broken = verification.findings.some(({ status }) => status === "changed" || status === "gone");
    return broken ? EXIT.failed : verification.good ? EXIT.good : EXIT.losses;
  } finally {
    await project.close();
  }
}

/** In whatever encoding a shell redirected it: PowerShell writes UTF-16 and byte order marks. */
async function read(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path === "-" ? process.stdin.fd : path);
  } catch (cause) {
    throw new RightRagError(
      "PATH_NOT_FOUND",
      `Cannot read the answer "${path}": ${whyUnreadable(cause)}.`,
      'Give the path of an answer; right-rag query "…" --json > answer.json makes one.',
      { cause },
    );
  }
  const { decode } = await import("../text/decode.ts");
  try {
    return (await decode(bytes, path)).text;
  } catch {
    return ""; // nothing in it, or no text: no answer either way
  }
}

function print({ findings }: Verification): void {
  for (const finding of findings) printData(lineOf(finding));
  const counts = (["good", "moved", "changed", "gone"] as const).flatMap((status) => {
    const found = findings.filter((finding) => finding.status === status).length;
    return found > 0 ? [`${found} ${status}`] : [];
  });
  printNote(paint.dim(`${count(findings.length, "citation")}: ${counts.join(", ")}.`));
}

function lineOf({ number, label, status, message, quote }: CitationFinding): string {
  const words = status === "good" ? "" : `\n        "${excerpt(quote, 200)}"`;
  return `${status.padEnd(7)} [${number}] ${oneLine(label)}: ${oneLine(message)}${words}`;
}
