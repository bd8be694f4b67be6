import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RecentFiles } from "../../src/plugins/recent-files.ts";

describe("files that were read lately", () => {
  let dir: string;
  let loads: string[];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "right-rag-recent-"));
    loads = [];
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const file = (name: string, bytes: number): string => {
    const path = join(dir, name);
    writeFileSync(path, "x".repeat(bytes));
    return path;
  };
  const read = (recent: RecentFiles, path: string): unknown =>
    recent.read(path, () => {
      loads.push(path);
      return { path, units: [{ path: ["A"] }] };
    });

  it("are read once, and what they give cannot be changed", () => {
    const recent = new RecentFiles();
    const path = file("a", 10);
    const first = read(recent, path) as { units: { path: string[] }[] };
    expect(read(recent, path)).toBe(first);
    expect(loads).toEqual([path]);
    expect(() => first.units[0]?.path.push("B")).toThrow(TypeError);
  });

  it("are read again when they are not as they were, and when they are gone", () => {
    const recent = new RecentFiles();
    const path = file("a", 10);
    read(recent, path);
    file("a", 11);
    read(recent, path);
    utimesSync(path, 1, 1);
    read(recent, path);
    expect(loads).toHaveLength(3);
    rmSync(path);
    read(recent, path);
    expect(loads).toHaveLength(4);
  });

  it("are forgotten, the oldest first, when they take too much room; one that takes more than all is not kept", () => {
    const recent = new RecentFiles();
    const [a, b, c] = ["a", "b", "c"].map((name) => file(name, 6 << 20)) as [string, string, string];
    for (const path of [a, b, a, c, a, b]) read(recent, path);
    expect(loads).toEqual([a, b, c, b]);
    const large = file("large", (16 << 20) + 1);
    for (const path of [large, large, a, b]) read(recent, path);
    expect(loads).toEqual([a, b, c, b, large, large]);
  });
});
