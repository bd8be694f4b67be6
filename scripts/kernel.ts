import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/*
 * Compiles the kernels (the folders `assembly` of src/search/kernel and src/search/write/kernel) and puts the bytes of each into the
 * kernel-bytes.ts beside it wherever that module is built: by esbuild for the package, by Vite for the tests.
 */

const BYTES_MODULE = /[\\/]kernel-bytes\.ts$/;

const compiled = new Map<string, Promise<string>>();

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

async function compile(folder: string): Promise<string> {
  const compiler: string = "assemblyscript/asc";
  const { default: asc } = (await import(compiler)) as { readonly default: Compiler };
  let bytes: string | Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [
      "index.ts",
      ...["--outFile", "kernel.wasm", "--runtime", "stub", "--noAssert"],
      // Small functions: V8 optimises what is called some thousand times, which for a few texts costs more than it saves. What a loop over
      // many texts needs inside it is written there.
      ...["--optimizeLevel", "3", "--shrinkLevel", "1"],
      ...["--enable", "simd"],
      // Places in memory and numbers are both of 32 bits, and stay so.
      ...["--disableWarning", "201"],
    ],
    {
      readFile: (name) => readSource(folder, name),
      writeFile: (_name, contents) => {
        bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || typeof bytes !== "object") throw new Error(`The kernel in ${folder} does not compile.\n${stderr.toString()}`);
  return Buffer.from(bytes).toString("base64");
}

function readSource(folder: string, name: string): string | null {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    // The compiler looks for a file in several places.
    return null;
  }
}

/** The module with the bytes, compiled once in a process. @param path - of the kernel-bytes.ts */
async function bytesModule(path: string): Promise<string> {
  const folder = join(dirname(path), "assembly");
  const bytes = compiled.get(folder) ?? compile(folder);
  compiled.set(folder, bytes);
  return `export const KERNEL_BYTES = "${await bytes}";`;
}

export const kernelForEsbuild: Plugin = {
  name: "kernels",
  setup(build) {
    build.onLoad({ filter: BYTES_MODULE }, async ({ path }) => ({ contents: await bytesModule(path), loader: "js" }));
  },
};

/** A plugin of Vite's. */
export const kernelForVite = {
  name: "kernels",
  enforce: "pre" as const,
  load: (id: string) => (BYTES_MODULE.test(id) ? bytesModule(id) : undefined),
};
