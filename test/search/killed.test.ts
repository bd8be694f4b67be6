import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { openIndex } from "right-rag/search";
import { expect, it } from "vitest";
import { buildIn, idsOf, temporaryFolder } from "./helpers.ts";
import { editionOf, stateOf } from "./killed-writer.ts";

it("leaves the last complete generation or the next, killed at 100 spread moments of adding and merging", async () => {
  const dir = temporaryFolder();
  const script = join(temporaryFolder(), "writer.mjs");
  // Bundled once, because a child that has to load TypeScript would spend the test's time on that.
  await build({
    entryPoints: [join(import.meta.dirname, "killed-writer.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: script,
    alias: { "right-rag/search": join(import.meta.dirname, "../../src/search/index.ts") },
    external: ["snowball-stemmers"],
  });
  const fingerprints = new Map<number, string>();
  let last = 0;
  for (let moment = 0; moment < 100; moment++) {
    const child = spawn(process.execPath, [script, dir], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, (moment * 1.3) % 67));
    child.kill("SIGKILL");
    await once(child, "close");
    const index = await openIndex(dir);
    const edition = editionOf(index);
    expect(edition).toBeGreaterThanOrEqual(last);
    if (!fingerprints.has(edition)) {
      const clean = temporaryFolder();
      const built = await openIndex(clean, { manifest: await buildIn(clean, stateOf(edition)) });
      fingerprints.set(edition, built.stats.fingerprint);
      expect(idsOf(index, { text: "ferry alarm w30", topK: 50 })).toEqual(idsOf(built, { text: "ferry alarm w30", topK: 50 }));
      built.close();
    }
    expect(index.stats.fingerprint).toBe(fingerprints.get(edition));
    index.close();
    last = edition;
  }
  expect(last).toBeGreaterThan(20);
  // About 25 s alone on two processors, most of it starting a process a hundred times.
}, 240_000);
