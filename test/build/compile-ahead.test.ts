import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { calledIn, inParentheses } from "../../scripts/compile-ahead.ts";

const MODULE = `
class Base {
  name() { return "base"; }
}
class Derived extends Base {
  name() { return super.name() + " derived"; }
}
class Counter {
  constructor(step) { this.count = 0; this.step = step; }
  add() { this.count += this.step; return this; }
  get total() { return this.count; }
  never() { return "never"; }
  async later() { return this.count; }
  each() { return [1, 2].map(by => by * this.step); }
}
class Made {
  static by(step) { return new Counter(step); }
}
var Reader = class {
  read(text, at = 0) { return text.charCodeAt(at); }
};
const first = early(1);
function early(value) { return value + 1; }
async function later(value) { return early(value); }
function unused() { return "unused"; }
const pairs = (count, of = k => [k]) => Array.from({ length: count }, (_, k) => ({ k, text: of(k).map((one) => { return one + "!"; }).join() }))
const never = () => 0
const count = k => k + 1
export { Counter, Derived, Made, Reader, count, early, first, later, never, pairs, unused };
`;
const CALLS = `
const { Derived, Made, Reader, count, early, first, later, pairs } = await import(process.argv[2]);
const counter = Made.by(2).add().add();
console.log(JSON.stringify([counter.total, new Derived().name(), new Reader().read("a"), early(1), first, await later(4), pairs(2), counter.each(), count(1)]));
`;

describe("putting what was called into parentheses", () => {
  let dir: string;
  let path: string;
  let script: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "right-rag-ahead-"));
    path = join(dir, "module.mjs");
    script = join(dir, "calls.mjs");
    writeFileSync(path, MODULE);
    writeFileSync(script, CALLS);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const rewritten = (): string => inParentheses(MODULE, calledIn(path, script, pathToFileURL(path).href));

  it("takes the functions and methods that were called, and no others", () => {
    const code = rewritten();
    expect(code).toContain("var early = (function early(value)");
    expect(code).toContain("var later = (async function later(value)");
    expect(code).toContain("  add: (function() {");
    expect(code).toContain("  read: (function(text, at = 0) {");
    expect(code).toContain("\nfunction unused() {");
    expect(code).not.toContain("never:");
  });

  it("makes functions of classes, but of those that only a class can be: with another above them, or something static", () => {
    const code = rewritten();
    expect(code).toContain(
      "var Counter = (function(step) { this.count = 0; this.step = step; });\nCounter.prototype = { constructor: Counter,",
    );
    expect(code).toContain("  get total() { return this.count; },");
    expect(code).toContain("  async later() { return this.count; },");
    expect(code).toContain("var Reader = (function () {});");
    expect(code).toContain("class Derived extends Base {");
    expect(code).toContain("class Made {");
  });

  it("makes functions of the arrow functions that were called, but of those that use what is around them", () => {
    const code = rewritten();
    expect(code).toContain("(function(count, of = (function(k ) { return [k]; }))  { return Array.from(");
    expect(code).toContain('(function(one)  { return one + "!"; })');
    expect(code).toContain("const never = () => 0\n");
    expect(code).toContain("const count = (function(k ) { return k + 1; })\n");
    expect(code).toContain("[1, 2].map(by => by * this.step)");
  });

  it("does what the module does", async () => {
    const ahead = join(dir, "ahead.mjs");
    writeFileSync(ahead, rewritten());
    const before = (await import(pathToFileURL(path).href)) as { first: number };
    const { Counter, Derived, Made, Reader, count, early, first, later, pairs, unused } = (await import(pathToFileURL(ahead).href)) as {
      Counter: new (step: number) => object;
      Derived: new () => { name(): string };
      Made: { by(step: number): { add(): { total: number; never(): string; later(): Promise<number>; each(): number[] } } };
      Reader: new () => { read(text: string): number };
      early(value: number): number;
      first: number;
      later(value: number): Promise<number>;
      unused(): string;
      pairs(count: number): unknown;
      count(k: number): number;
    };
    const counter = Made.by(2).add();
    expect([counter.total, counter.never(), await counter.later(), Object.keys(counter)]).toEqual([2, "never", 2, ["count", "step"]]);
    expect([counter instanceof Counter, counter.constructor.name, new Derived().name()]).toEqual([true, "Counter", "base derived"]);
    expect([pairs(2), count(1), counter.each()]).toEqual([
      [
        { k: 0, text: "0!" },
        { k: 1, text: "1!" },
      ],
      2,
      [2, 4],
    ]);
    expect([new Reader().read("a"), early(1), first, await later(4), unused()]).toEqual([97, 2, before.first, 5, "unused"]);
  });

  it("says what failed when the run does", () => {
    writeFileSync(script, "throw new Error('no index');");
    expect(() => calledIn(path, script)).toThrow(/no index/);
  });
});
