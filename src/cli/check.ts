import type { Command } from "commander";
import type { CheckItem } from "../project/check-project.ts";
import { EXIT, plain, printData, printJson } from "./output.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

export function registerCheck(program: Command): void {
  const command = program
    .command("check")
    .description("try config, plugins, state and documents, and say what is wrong")
    .action(async (flags: ProjectOptions) => {
      const project = await openFor(flags);
      const check = await project.check();
      if (flags.json === true) printJson(check);
      else for (const item of check.items) printData(lineOf(item));
      process.exitCode = check.good ? EXIT.good : EXIT.failed;
    });
  withProjectOptions(command);
}

function lineOf({ subject, status, message, hint, code }: CheckItem): string {
  const mark = { good: "good   ", warning: "warning", failed: "failed " }[status];
  const more = hint === undefined ? "" : `\n        ${hint}${code === undefined ? "" : ` (${code})`}`;
  return `${mark} ${subject}: ${plain(message)}${more}`;
}
