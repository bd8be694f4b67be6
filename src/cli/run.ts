import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { registerAdd } from "./add.ts";
import { registerCheck } from "./check.ts";
import { registerClean } from "./clean.ts";
import { registerEvaluate } from "./evaluate.ts";
import { registerIndex } from "./index-command.ts";
import { registerInit } from "./init.ts";
import { registerInspect } from "./inspect.ts";
import { registerList } from "./list.ts";
import { EXIT, printError, printJson, printNote } from "./output.ts";
import { registerQuery } from "./query.ts";
import { guarded } from "./terminal-text.ts";
import { registerVerify } from "./verify.ts";

/** Runs the command line. The only place that turns an error into text and an exit status. */
export async function run(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure; one that cannot take any more is.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") printNote(`Cannot write to standard output: ${error.message}`);
    process.exit(error.code === "EPIPE" ? (process.exitCode ?? EXIT.good) : EXIT.failed);
  });
  // Standard output is for data: what a plugin says with console.log goes where notes go.
  globalThis.console = new Console(process.stderr, process.stderr);
  let ended = false;
  process.on("exit", () => {
    if (ended) return;
    // A plugin that ended the process, or that waits for something that never comes, must not look like success.
    printNote("failed The command did not come to its end: a plugin ended the process, or waits for what never comes.");
    process.exitCode = EXIT.failed;
  });
  try {
    await program(argv.includes("--json")).parseAsync(versionFirst(argv));
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? usageError(error, argv) : printError(error, argv);
  }
  ended = true;
}

/** `--json --version` asks for the version as well, though without a command `--json` is no option. */
function versionFirst(argv: readonly string[]): readonly string[] {
  const asked = argv.slice(2);
  const isVersion = asked.length === 2 && asked.includes("--json") && asked.some((word) => word === "--version" || word === "-V");
  return isVersion ? [...argv.slice(0, 2), "--version"] : argv;
}

/** commander has printed it; a program that reads JSON is told as well. */
function usageError(error: CommanderError, argv: readonly string[]): number {
  if (error.exitCode === 0) return EXIT.good;
  if (argv.includes("--json"))
    printJson({ error: { code: "USAGE", message: error.message.replace(/^error: /, ""), hint: "Add --help for the options." } });
  return EXIT.failed;
}

/** The whole command, for its help as well. */
export function program(json = false): Command {
  const command = new Command("right-rag")
    .description("Question answering over documents with structure. Works without a key and without a network.")
    .version(json ? JSON.stringify({ version: version() }, null, 2) : version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .showHelpAfterError("(add --help for the options)")
    .configureOutput({ writeErr: (text) => process.stderr.write(guarded(text)) })
    .exitOverride();
  registerInit(command);
  registerIndex(command);
  registerQuery(command);
  registerEvaluate(command);
  registerList(command);
  registerAdd(command);
  registerCheck(command);
  registerInspect(command);
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
