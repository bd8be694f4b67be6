import { describe, expect, it } from "vitest";
import { program } from "../../src/cli/run.ts";

/** Help as it is printed, so that a change of it is seen, and README's table can be held to it. */
const help = (name?: string) => {
  const command = program();
  const shown = name === undefined ? command : command.commands.find((sub) => sub.name() === name);
  return shown?.configureHelp({ helpWidth: 100 }).helpInformation() ?? "";
};

describe("help", () => {
  it("lists every command", () => {
    expect(help()).toMatchInlineSnapshot(`
      "Usage: right-rag [options] [command]

      Question answering over documents with structure. Works without a key and without a network.

      Options:
        -V, --version                 print the version
        -h, --help                    print this help

      Commands:
        init [options] [dir]          make a new project from a template
        index [options] [paths...]    bring the index up to date with the documents
        query [options] [question]    answer a question from the index, with citations
        evaluate [options] [cases]    run evaluation cases and write reports
        list [options]                show the plugins that were found, from which file, in which order
        add [options] <point> <name>  make a new plugin and its test, both working; or switch on a loader
                                      that comes along
        check [options] [paths...]    try config, plugins, state and documents, prove what the parsers
                                      make of the documents, and say what is wrong
        inspect [options] [document]  show a document with its units, chunks and findings, in the terminal
                                      or as one HTML page
        verify [options] <answer>     recheck an answer's citations against the documents as they are now,
                                      offline
        clean [options]               remove what index made, and only that
      "
    `);
  });

  it.each(program().commands.map((command) => command.name()))("of %s names the options that every command on a project has", (name) => {
    const text = help(name);
    if (name === "init") return expect(text).toContain("--no-install");
    for (const option of ["--project <dir>", "--json", "--env-file <file>", "--log-level <level>"]) expect(text).toContain(option);
  });

  it("of index", () => {
    expect(help("index")).toMatchInlineSnapshot(`
      "Usage: right-rag index [options] [paths...]

      bring the index up to date with the documents

      Arguments:
        paths                     only these files or folders

      Options:
        --force                   make everything anew
        --dry-run                 say what would be done, and do nothing
        --wait <seconds>          wait this long for another index run to end
        --pipeline-schema <file>  a file that names the five schemas
        --index-schema <file>     this index schema, and not the project's
        --query-schema <file>     this query schema, and not the project's
        --search-schema <file>    this search schema, and not the project's
        --answer-schema <file>    this answer schema, and not the project's
        --judge-schema <file>     this judge schema, and not the project's
        --project <dir>           the project's folder (default: this folder)
        --json                    print data as JSON, and only data, on standard output
        --env-file <file>         read variables from this file instead of .env
        --log-level <level>       what to say on standard error (choices: "debug", "info", "warn",
                                  "error", "silent")
        -h, --help                print this help
      "
    `);
  });
});
