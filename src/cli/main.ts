#!/usr/bin/env node
import { preferredCopy } from "./preferred-copy.ts";

// A project's own installed copy knows the project's plugins best: a global command steps aside for it.
const copy = preferredCopy(process.argv.slice(2), process.cwd());
if (copy !== undefined) await import(copy);
else {
  await (await import("./run.ts")).run(process.argv);
  // What a plugin left open (a timer, a connection) must not keep a command alive that is done. Output goes out first.
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((written) => stream.write("", () => written()));
  process.exit();
}
