import { existsSync } from "node:fs";
import { dirname } from "node:path";

export const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** How a project runs a command of a package: one that is installed in it, and one that is not. */
const runners: { readonly [manager in PackageManager]: { readonly installed: string; readonly fetched: string } } = {
  npm: { installed: "npx", fetched: "npx" },
  pnpm: { installed: "pnpm exec", fetched: "pnpm dlx" },
  // yarn 1 has no dlx, and npx comes with Node.
  yarn: { installed: "yarn", fetched: "npx" },
  bun: { installed: "bunx", fetched: "bunx" },
};

/** npm waits up to two minutes for a registry that does not answer; a network that works needs none of that. */
const installArguments: { readonly [manager in PackageManager]: readonly string[] } = {
  npm: ["install", "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"],
  pnpm: ["install"],
  yarn: ["install"],
  bun: ["install"],
};

/** pnpm 12 stops with status 1 at a package whose build script is neither allowed nor refused. esbuild needs none: its binary is a package. */
export const pnpmWorkspace = "allowBuilds:\n  esbuild: false\n";

/**
 * The package manager that runs this command (`pnpm create right-rag`), else the one whose lockfile or `packageManager` is
 * found in the folder or above it, else npm.
 */
export async function detectPackageManager(folder: string): Promise<PackageManager> {
  const { detect, getUserAgent } = await import("package-manager-detector");
  const name = getUserAgent() ?? (await detect({ cwd: nearestFolder(folder) }))?.name;
  return packageManagers.find((known) => known === name) ?? "npm";
}

/** As typed in the project's folder: `npx right-rag`, `pnpm exec right-rag`. */
export function commandIn(manager: PackageManager, isInstalled: boolean): string {
  return `${runners[manager][isInstalled ? "installed" : "fetched"]} right-rag`;
}

/**
 * Installs a project's packages. On a terminal the package manager shows its own progress; elsewhere it is heard only
 * when it fails.
 *
 * @returns why it failed, or undefined
 */
export async function installPackages(manager: PackageManager, folder: string): Promise<string | undefined> {
  const { execa } = await import("execa");
  const shows = process.stderr.isTTY === true;
  const result = await execa(manager, installArguments[manager], {
    cwd: folder,
    stdin: "ignore",
    // Standard output is for our data alone.
    ...(shows ? { stdout: process.stderr, stderr: "inherit" } : {}),
    all: true,
    reject: false,
  });
  if (!result.failed) return undefined;
  if (result.code === "ENOENT") return `${manager} is not installed`;
  const said = result.all === undefined ? "" : `:\n${lastLines(result.all, 12)}`;
  return `${result.escapedCommand} ${result.exitCode === undefined ? "was stopped" : `ended with status ${result.exitCode}`}${said}`;
}

function lastLines(text: string, count: number): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(-count)
    .map((line) => `    ${line}`)
    .join("\n");
}

function nearestFolder(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}
