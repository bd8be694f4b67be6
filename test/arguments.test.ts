import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import * as main from "../src/index.ts";
import * as parsing from "../src/parsing/index.ts";
import * as plugins from "../src/plugins/index.ts";
import * as search from "../src/search/index.ts";
import * as testing from "../src/testing/index.ts";

const WRONG: readonly (readonly unknown[])[] = [
  ...[[], [null], [42], ["x"], [true], [{}], [[]], [[3]], [{}, {}], ["x", 3], [{}, null], [undefined, {}], ["x", { start: 0, end: 1 }, 7]],
];

/** What a call with these arguments throws that is no error of ours; undefined where it is one, or where nothing is thrown. */
async function strayError(callee: unknown, args: readonly unknown[]): Promise<string | undefined> {
  try {
    const isClass = Function.prototype.toString.call(callee).startsWith("class");
    const result: unknown = isClass
      ? Reflect.construct(callee as new () => unknown, args)
      : await Reflect.apply(callee as () => unknown, undefined, args);
    if (typeof result === "object" && result !== null && Symbol.iterator in result) Array.from(result as Iterable<unknown>);
    return undefined;
  } catch (error) {
    return main.isRightRagError(error) ? undefined : String(error);
  }
}

describe("called from plain JavaScript with nothing or with what it does not take", () => {
  it.each(Object.entries({ "right-rag": main, plugins, parsing, search, testing }))("%s throws errors of its own", async (_, door) => {
    const stray: string[] = [];
    for (const [name, callee] of Object.entries(door)) {
      if (typeof callee !== "function") continue;
      for (const args of WRONG) {
        const error = await strayError(callee, args);
        if (error !== undefined) stray.push(`${name}(${args.map((each) => JSON.stringify(each)).join(", ")}): ${error}`);
      }
    }
    expect(stray).toEqual([]);
  });

  it("says what was expected and what was given", async () => {
    expect(() => Reflect.apply(parsing.sentences, undefined, [])).toThrow('sentences() takes "text" as a string, but was given nothing.');
    expect(() => Reflect.construct(plugins.PdfLoader, ["a.pdf"])).toThrow(
      'new PdfLoader() takes "options" as an object, but was given "a.pdf".',
    );
    await expect(Reflect.apply(main.openProject, undefined, [])).rejects.toMatchObject({
      code: "ARGUMENT_INVALID",
      message: 'openProject() takes "folder" as a string, but was given nothing.',
    });
  });
});

it("an index for searching says what it takes", async () => {
  const dir = mkdtempSync(join(tmpdir(), "right-rag-arguments-"));
  try {
    const writer = await search.createIndexWriter(dir);
    const wrong: unknown[][] = [
      [],
      [3],
      ["d"],
      ["d", [null]],
      ["d", [{ id: "1", documentId: "d", path: [] }]],
      ["d", [{ id: "1", documentId: "e", text: "", path: [] }]],
    ];
    wrong.push([
      "d",
      [
        { id: "1", documentId: "d", text: "a", path: [] },
        { id: "1", documentId: "d", text: "b", path: [] },
      ],
    ]);
    for (const args of wrong) {
      await expect(Reflect.apply(writer.replaceDocument, writer, args)).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
    }
    await writer.replaceDocument("d", [{ id: "1", documentId: "d", text: "some words", path: [] }]);
    await expect(writer.replaceDocument("e", [{ id: "1", documentId: "e", text: "other words", path: [] }])).rejects.toMatchObject({
      code: "SEARCH_OPTION_INVALID",
    });
    await search.setCurrent(dir, (await writer.commit()).manifest);
    await expect(search.setCurrent(dir, "../manifest.json")).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
    await expect(search.setCurrent(dir, "manifest-0000000000000000.json")).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
    await expect(search.openIndex(join(dir, "current.json"))).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
    const index = await search.openIndex(dir);
    const calls: [keyof typeof index, unknown[]][] = [
      ...[
        [],
        [3],
        [null],
        [{}],
        [{ text: "x", language: 5 }],
        [{ text: "x", filters: 3 }],
        [{ text: "x", filters: [null] }],
        [{ text: "x", boosts: {} }],
      ].map((args): [keyof typeof index, unknown[]] => ["search", args]),
      ...[[], ["1"], [[1]]].map((args): [keyof typeof index, unknown[]] => ["read", args]),
      ["sections", [3]],
    ];
    for (const [name, args] of calls) {
      const call = (): unknown => Reflect.apply(index[name] as () => unknown, index, args);
      expect(call, `${name}(${JSON.stringify(args)})`).toThrow(expect.objectContaining({ code: "SEARCH_OPTION_INVALID" }));
    }
    expect(index.search("words").hits.map(({ id }) => id)).toEqual(["1"]);
    index.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

describe("a project", () => {
  const root = mkdtempSync(join(tmpdir(), "right-rag-arguments-"));
  mkdirSync(join(root, "spec"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ["query", [], 'query() takes "question" as a string or a query, but was given nothing.'],
    ["query", [{}], 'query() takes "query.text" as a string, but was given nothing.'],
    ["query", ["x", null], 'query() takes "options" as an object, but was given null.'],
    ["query", ["x", { signal: 1 }], 'query() takes "options.signal" as an AbortSignal, but was given 1.'],
    ["query", [{ text: "x", documents: "a.md" }], 'query() takes "query.documents" as a list of strings, but was given "a.md".'],
    ["inspect", [], 'inspect() takes "document" as a string, but was given nothing.'],
    ["index", [{ paths: "a.md" }], 'index() takes "options.paths" as a list of strings, but was given "a.md".'],
    ["index", ["a.md"], 'index() takes "options" as an object, but was given "a.md".'],
    ["index", [{ path: [] }], '"path" is not known to the options of index().'],
    ["evaluate", [{ cases: [{}] }], 'evaluate() takes "options.cases[0].id" as a string, but was given nothing.'],
    ["verify", [{}], "What was given to verify() is no answer: citations: "],
    ["verify", [], "What was given to verify() is no answer: the whole: "],
  ] as const)("%s(%j) says %s", async (method, args, message) => {
    const project = await main.openProject(root);
    await expect(Promise.resolve(Reflect.apply(project[method], project, args))).rejects.toMatchObject({
      name: "RightRagError",
      message: expect.stringContaining(message),
    });
    await project.close();
  });
});
