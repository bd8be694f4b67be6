import { defineConfig } from "vitest/config";

/** Tests of the package as its users get it: packed, installed from the tarball, run as a command. */
export default defineConfig({
  test: {
    include: ["test/e2e/**/*.test.ts"],
    globalSetup: "test/e2e/pack.ts",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Each starts processes of its own, and some measure how they share a folder.
    fileParallelism: false,
  },
});
