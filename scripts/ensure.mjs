// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command with its output shown; ends this process with its exit status when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
    ...options,
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Installs what package-lock.json names, unless that has been done since it last changed. */
export function ensureInstalled() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs) return;
  console.error("Installing dependencies (npm ci) …");
  run(npm, ["ci", "--no-audit", "--no-fund"]);
}

/** Builds dist/, unless it is newer than everything that goes into it. */
export function ensureBuilt() {
  const built = join(root, "dist", "cli.js");
  const inputs = ["src", "package.json", "tsup.config.ts", "tsconfig.json"].map((name) => newest(join(root, name)));
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...inputs)) return;
  console.error("Building …");
  run(npm, ["run", "--silent", "build", "--", "--silent"]);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
