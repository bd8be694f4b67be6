import type { Command } from "commander";
import type { CheckItem } from "../project/check-project.ts";
import { interruptSignal } from "./interrupt.ts";
import { EXIT, oneLine, printData, printJson } from "./output.ts";
import { printProof } from "./print-proof.ts";
import { showProgress } from "./progress.ts";
import { isQuiet, openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

interface CheckFlags extends ProjectOptions {
  readonly proof: boolean;
  readonly all?: boolean;
}

export function registerCheck(program: Command): void {
  const command = program
    .command("check")
    .description("try config, plugins, state and documents, prove what the parsers make of the documents, and say what is wrong")
    .argument("[paths...]", "prove only these documents or folders")
    .option("--no-proof", "do not parse the documents")
    .option("--all", "print every finding, and not the first few of each kind")
    .action(async (paths: string[], flags: CheckFlags) => {
      const project = await openFor(flags);
      const call = project.check({ paths, proof: flags.proof, signal: interruptSignal() });
      if (!isQuiet(flags, project)) {
        await showProgress(call, (event) => (event.type === "proof:document" ? `proved ${oneLine(String(event.source))}` : undefined));
      }
      const check = await call;
      if (flags.json === true) printJson({ coverage: check.coverage, documents: check.documents, ...check });
      else {
        for (const item of check.items) printData(lineOf(item));
        printProof(check, flags.all === true);
      }
      process.exitCode = check.good ? EXIT.good : EXIT.failed;
    });
  withProjectOptions(command);
}

function lineOf({ subject, status, message, hint, code }: CheckItem): string {
  const mark = { good: "good   ", warning: "warning", failed: "failed " }[status];
  const more = hint === undefined ? "" : `\n        ${oneLine(hint)}${code === undefined ? "" : ` (${code})`}`;
  return `${mark} ${oneLine(subject)}: ${oneLine(message)}${more}`;
}
