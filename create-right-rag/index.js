#!/usr/bin/env node
// `npm create right-rag my-rag` is `right-rag init my-rag`, by the copy of right-rag that came with this package.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const manifest = createRequire(import.meta.url).resolve("right-rag/package.json");
const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
process.argv.splice(2, 0, "init");
await import(pathToFileURL(join(manifest, "..", bin["right-rag"])).href);
