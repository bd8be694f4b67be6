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

const installArguments: { readonly [manager in PackageManager]: readonly string[] } = {
  npm: ["install", "--no-audit", "--no-fund"],
  pnpm: ["install"],
  yarn: ["install"],
  bun: ["install"],
};

/** From the cache alone. yarn and bun have no such option that all their versions know. */
const offlineArguments: { readonly [manager in PackageManager]: readonly string[] } = {
  npm: ["--offline"],
  pnpm: ["--offline"],
  yarn: [],
  bun: [],
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
 * when it fails. Without a network its cache may still hold everything.
 *
 * @returns why it failed, or undefined
 */
export async function installPackages(manager: PackageManager, folder: string): Promise<string | undefined> {
  const { execa } = await import("execa");
  const isOnline = await reachesRegistry(folder);
  const shows = process.stderr.isTTY === true;
  const result = await execa(manager, [...installArguments[manager], ...(isOnline ? [] : offlineArguments[manager])], {
    cwd: folder,
    stdin: "ignore",
    // Standard output is for our data alone.
    ...(shows ? { stdout: process.stderr, stderr: "inherit" } : {}),
    all: true,
    reject: false,
  });
  if (!result.failed) return undefined;
  if (result.code === "ENOENT") return `${manager} is not installed`;
  const unreachable = isOnline ? "" : "the package registry cannot be reached, and ";
  const ending = result.exitCode === undefined ? "was stopped" : `ended with status ${result.exitCode}`;
  const said = result.all === undefined ? "" : `:\n${lastLines(result.all, 6)}`;
  return `${unreachable}${result.escapedCommand} ${ending}${said}`;
}

/**
 * Asks once, and not for long: npm itself tries each of forty packages anew, and takes four minutes to say that there is no
 * network. npm is asked since it knows the user's registry and proxy. A registry that answers anything at all is there.
 */
async function reachesRegistry(folder: string): Promise<boolean> {
  const { execa } = await import("execa");
  const ping = await execa("npm", ["ping", "--fetch-retries=0"], {
    cwd: folder,
    stdin: "ignore",
    all: true,
    reject: false,
    timeout: 15_000,
  });
  if (ping.timedOut) return false;
  // E404 and the like are answers; ENOTFOUND, ECONNREFUSED and ERR_SOCKET_TIMEOUT are none.
  return !(ping.failed && /^npm (error|ERR!) code (E[A-Z_]+)$/m.test(ping.all ?? ""));
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
