import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { RightRagError, writeFailed } from "../errors.ts";

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start of the process in the system's own clock, where it can be told: a number used again is another process. */
  readonly started: string | null;
}

export interface LockOptions {
  /** How long to wait for a living owner; 0 stops at once. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Called once, when a wait begins. */
  readonly onWait?: (pid: number) => void;
}

/**
 * Takes a lock file that one process at a time can hold, and that a killed owner does not keep: an owner on this machine
 * whose process is gone is replaced at once.
 *
 * @returns a function that gives the lock back
 * @throws PROJECT_LOCKED naming the owner's pid, when it still lives after `waitMs`
 */
export async function takeLock(path: string, options: LockOptions): Promise<() => void> {
  const mine: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const until = Date.now() + options.waitMs;
  let told = false;
  for (;;) {
    options.signal.throwIfAborted();
    if (tryTake(path, mine)) return () => rmSync(path, { force: true });
    const text = readOwner(path);
    if (text === undefined) continue;
    const owner = parseOwner(text);
    if (owner === undefined || isDead(owner)) {
      removeDead(path, text);
      continue;
    }
    if (Date.now() >= until) throw locked(path, owner);
    if (!told) options.onWait?.(owner.pid);
    told = true;
    await sleep(Math.min(100, Math.max(1, until - Date.now())), undefined, { signal: options.signal });
  }
}

/** Written aside and linked into place, so that no reader ever sees a lock without its owner. */
function tryTake(path: string, mine: Owner): boolean {
  const aside = `${path}.${mine.pid}`;
  try {
    writeFileSync(aside, JSON.stringify(mine));
    linkSync(aside, path);
    return true;
  } catch (cause) {
    if (isCode(cause, "EEXIST")) return false;
    // File systems without hard links (some network and memory-card ones): created in place, which is atomic too.
    if (isCode(cause, "EPERM") || isCode(cause, "ENOTSUP") || isCode(cause, "ENOSYS")) return tryCreate(path, mine);
    throw writeFailed(path, cause);
  } finally {
    rmSync(aside, { force: true });
  }
}

function tryCreate(path: string, mine: Owner): boolean {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: "wx" });
    return true;
  } catch (cause) {
    if (isCode(cause, "EEXIST")) return false;
    throw writeFailed(path, cause);
  }
}

/**
 * Two processes may find the same dead owner. Whoever renames its lock away owns the removal; if what was renamed turns
 * out to be a newer lock, taken in between, it is put back.
 */
function removeDead(path: string, dead: string): void {
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== dead) linkSync(aside, path);
  } catch (cause) {
    if (!isCode(cause, "ENOENT") && !isCode(cause, "EEXIST")) throw writeFailed(path, cause);
  } finally {
    rmSync(aside, { force: true });
  }
}

function readOwner(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (isCode(cause, "ENOENT")) return undefined;
    throw cause;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const value = JSON.parse(text) as Partial<Owner> | null;
    if (typeof value?.pid !== "number" || typeof value.host !== "string") return undefined;
    return { pid: value.pid, host: value.host, started: value.started ?? null };
  } catch {
    return undefined;
  }
}

function isDead(owner: Owner): boolean {
  // Another machine's processes cannot be seen from here: such an owner is believed.
  if (owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (cause) {
    if (isCode(cause, "ESRCH")) return true;
  }
  return owner.started !== null && startOf(owner.pid) !== owner.started;
}

/** Field 22 of /proc/<pid>/stat (proc(5)); the second field is in parentheses and may hold spaces. Null off Linux. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A killed process that nobody has waited for yet ("Z") holds nothing any more.
    return fields[0] === "Z" ? "zombie" : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function locked(path: string, owner: Owner): RightRagError {
  const where = owner.host === hostname() ? `process ${owner.pid}` : `process ${owner.pid} on ${owner.host}`;
  return new RightRagError(
    "PROJECT_LOCKED",
    `Another right-rag (${where}) is writing this project's index.`,
    `Wait for it to end, or give --wait <seconds>. If that process is gone, remove "${path}".`,
  );
}

function isCode(value: unknown, code: string): boolean {
  return value instanceof Error && "code" in value && value.code === code;
}
