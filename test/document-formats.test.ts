import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { documentFormats } from "../src/document-formats.ts";
import type { DocumentLoader } from "../src/interfaces.ts";
import * as plugins from "../src/plugins/index.ts";
import { testSource } from "../src/testing/index.ts";

const exported: { readonly [name: string]: unknown } = plugins;

describe.each(documentFormats)("$name", ({ extensions, loader, needs }) => {
  it("has a loader that takes its files", async () => {
    const Loader = exported[loader] as new () => DocumentLoader; // cast: looked up by name
    const made = new Loader();
    for (const extension of extensions) expect(await made.canHandle(testSource(`a${extension}`, "x")), extension).toBe(true);
  });

  it("needs a package that is tested here in this version, or none", () => {
    if (needs === undefined) return;
    expect(manifest.devDependencies).toMatchObject({ [needs.name]: needs.version });
    expect(manifest.peerDependenciesMeta).toMatchObject({ [needs.name]: { optional: true } });
  });
});
