import type { Command } from "commander";
import { oneLine, printData, printJson } from "./output.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

export function registerList(program: Command): void {
  const command = program
    .command("list")
    .description("show the plugins that were found, from which file, in which order")
    .action(async (flags: ProjectOptions) => {
      const project = await openFor(flags);
      const found = await project.list();
      if (flags.json === true) {
        printJson(found.map(({ point, name, order, file }) => ({ point, name, order, file })));
        return;
      }
      const width = Math.max(0, ...found.map((plugin) => plugin.name.length));
      let folder = "";
      for (const { point, name, order, file } of found) {
        if (point !== folder) printData(point);
        folder = point;
        printData(`  ${oneLine(name).padEnd(width)}  ${oneLine(file)}${order === 0 ? "" : ` (order ${order})`}`);
      }
      if (found.length === 0) printData("No plugins were found.");
    });
  withProjectOptions(command);
}
