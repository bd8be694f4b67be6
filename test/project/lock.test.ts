import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { takeLock } from "../../src/project/lock.ts";

let path = "";
const options = { waitMs: 0, signal: new AbortController().signal };

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "right-rag-lock-")), "lock");
});

it("is taken by one at a time, and names its owner to the other", async () => {
  const unlock = await takeLock(path, options);
  await expect(takeLock(path, options)).rejects.toMatchObject({
    code: "PROJECT_LOCKED",
    message: expect.stringContaining(`process ${process.pid}`),
  });
  unlock();
  (await takeLock(path, options))();
  expect(existsSync(path)).toBe(false);
});

it("waits for a living owner when it is told to", async () => {
  const unlock = await takeLock(path, options);
  let told = 0;
  const second = takeLock(path, { ...options, waitMs: 5000, onWait: (pid) => (told = pid) });
  setTimeout(unlock, 150);
  (await second)();
  expect(told).toBe(process.pid);
});

it("is taken from an owner that was killed", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  writeFileSync(path, JSON.stringify({ pid: child.pid, host: hostname(), started: null }));
  await expect(takeLock(path, options)).rejects.toMatchObject({ code: "PROJECT_LOCKED" });
  child.kill("SIGKILL");
  await once(child, "exit");
  (await takeLock(path, options))();
});

it.skipIf(process.platform !== "linux")("is taken from a dead owner whose number another process has now", async () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), started: "1" }));
  (await takeLock(path, options))();
});

it("believes an owner on another machine", async () => {
  writeFileSync(path, JSON.stringify({ pid: 1, host: "elsewhere.example", started: null }));
  await expect(takeLock(path, options)).rejects.toMatchObject({ message: expect.stringContaining("elsewhere.example") });
});

it("is taken from a file that names no owner", async () => {
  writeFileSync(path, "");
  (await takeLock(path, options))();
});

it("goes to exactly one of many that find a dead owner at once, again and again", async () => {
  for (let round = 0; round < 20; round++) {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), started: null }));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path, options)));
    const taken = tries.filter((attempt) => attempt.status === "fulfilled");
    expect(taken).toHaveLength(1);
    for (const { value } of taken) value();
  }
  expect(readdirSync(join(path, ".."))).toEqual([]);
  expect(() => readFileSync(path)).toThrow();
});
