import { expect, it } from "vitest";
import * as builtIns from "../../src/plugins/index.ts";
import { testRun } from "../../src/testing/index.ts";

const { root, output, settings, log } = testRun();
const classes = Object.entries(builtIns).filter(([name]) =>
  /(?:Loader|Saver|Retriever|Generator|Parser|Evaluator|Reporter|Judge|Indexer|Answer)$/.test(name),
);

it.each(classes)("%s can stand in spec/ as it is: a class that is handed a PluginContext", (_name, BuiltIn) => {
  const Plugin = BuiltIn as unknown as new (context: unknown) => { name: string };
  expect(new Plugin({ root, output, settings, log }).name).toMatch(/^[a-z]/);
});

it("are all there", () => {
  expect(classes.length).toBeGreaterThan(15);
});
