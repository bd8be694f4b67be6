import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { kernelForVite } from "./scripts/kernel.ts";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  plugins: [kernelForVite],
  resolve: {
    // Tests, templates and examples import the package by name, and get its source: no build is needed.
    alias: [
      { find: /^right-rag$/, replacement: source("index.ts") },
      { find: /^right-rag\/(plugins|parsing|search|testing)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts", "templates/*/spec/**/*.test.ts", "templates/_plugins/**/*.test.ts", "examples/*/spec/**/*.test.ts"],
    exclude: ["test/e2e/**", "test/fixtures/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
