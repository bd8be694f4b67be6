import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { registerAdd } from "./add.ts";
import { registerCheck } from "./check.ts";
import { registerClean } from "./clean.ts";
import { registerEvaluate } from "./evaluate.ts";
import { registerIndex } from "./index-command.ts";
import { registerInit } from "./init.ts";
import { registerList } from "./list.ts";
import { EXIT, printError } from "./output.ts";
import { registerQuery } from "./query.ts";
import { registerVerify } from "./verify.ts";

/** Runs the command line. The only place that turns an error into text and an exit status. */
export async function run(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.good);
    throw error;
  });
  try {
    await program().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.good : EXIT.failed;
    else process.exitCode = printError(error, argv);
  }
}

/** The whole command, for its help as well. */
export function program(): Command {
  const command = new Command("right-rag")
    .description("Question answering over documents with structure. Works without a key and without a network.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .showHelpAfterError("(add --help for the options)")
    .exitOverride();
  registerInit(command);
  registerIndex(command);
  registerQuery(command);
  registerEvaluate(command);
  registerList(command);
  registerAdd(command);
  registerCheck(command);
  registerVerify(command);
  registerClean(command);
  for (const sub of command.commands) sub.exitOverride().showHelpAfterError("(add --help for the options)");
  return command;
}

function version(): string {
  // From src/cli/ and from dist/ alike, the manifest is the first one above.
  for (const up of ["../package.json", "../../package.json"]) {
    try {
      return (JSON.parse(readFileSync(new URL(up, import.meta.url), "utf8")) as { version: string }).version;
    } catch {
      // not here
    }
  }
  return "unknown";
}
