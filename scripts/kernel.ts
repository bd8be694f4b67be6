import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/*
 * Compiles the search kernel (src/search/kernel/assembly) and puts its bytes into src/search/kernel/kernel-bytes.ts wherever that module
 * is built: by esbuild for the package, by Vite for the tests.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ASSEMBLY = "src/search/kernel/assembly/";
const BYTES_MODULE = /[\\/]kernel-bytes\.ts$/;

let compiled: Promise<string> | undefined;

/** What is used of the compiler. Its own types are not looked at: they declare globals that are not Node's. */
interface Compiler {
  main(
    args: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: string | Uint8Array): void;
      listFiles(folder: string): readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

async function compile(): Promise<string> {
  const compiler: string = "assemblyscript/asc";
  const { default: asc } = (await import(compiler)) as { readonly default: Compiler };
  let bytes: string | Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    ["index.ts", "--outFile", "kernel.wasm", "--runtime", "stub", "--optimizeLevel", "3", "--shrinkLevel", "1", "--noAssert"],
    {
      readFile: (name) => readSource(name),
      writeFile: (_name, contents) => {
        bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || typeof bytes !== "object") throw new Error(`The search kernel does not compile.\n${stderr.toString()}`);
  return Buffer.from(bytes).toString("base64");
}

function readSource(name: string): string | null {
  try {
    return readFileSync(`${ROOT}${ASSEMBLY}${name}`, "utf8");
  } catch {
    // The compiler looks for a file in several places.
    return null;
  }
}

/** The module with the bytes, compiled once in a process. */
async function bytesModule(): Promise<string> {
  compiled ??= compile();
  return `export const KERNEL_BYTES = "${await compiled}";`;
}

export const kernelForEsbuild: Plugin = {
  name: "search-kernel",
  setup(build) {
    build.onLoad({ filter: BYTES_MODULE }, async () => ({ contents: await bytesModule(), loader: "js" }));
  },
};

/** A plugin of Vite's. */
export const kernelForVite = {
  name: "search-kernel",
  enforce: "pre" as const,
  load: (id: string) => (BYTES_MODULE.test(id) ? bytesModule() : undefined),
};
