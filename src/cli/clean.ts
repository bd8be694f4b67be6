import type { Command } from "commander";
import { printJson, printNote } from "./output.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

export function registerClean(program: Command): void {
  const command = program
    .command("clean")
    .description("remove what index made, and only that")
    .action(async (flags: ProjectOptions) => {
      const project = await openFor(flags);
      await project.clean();
      if (flags.json === true) printJson({ cleaned: true });
      else printNote("Removed the index; documents, reports and spec are untouched.");
    });
  withProjectOptions(command);
}
