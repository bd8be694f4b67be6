import type { Command } from "commander";
import type { Cleaned } from "../project/clean-project.ts";
import { count, printJson, printNote } from "./output.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

export function registerClean(program: Command): void {
  const command = program
    .command("clean")
    .description("remove what index made, and only that")
    .action(async (flags: ProjectOptions) => {
      const project = await openFor(flags);
      const cleaned = await project.clean();
      if (flags.json === true) printJson(cleaned);
      else printNote(sentence(cleaned));
    });
  withProjectOptions(command);
}

function sentence({ index, setAside }: Cleaned): string {
  const damaged = count(setAside.length, "damaged state that was set aside", "damaged states that were set aside");
  const removed = [...(index ? ["the index"] : []), ...(setAside.length > 0 ? [damaged] : [])];
  return removed.length === 0
    ? "There was no index, so nothing was removed."
    : `Removed ${removed.join(" and ")}. Documents, reports and spec are untouched.`;
}
