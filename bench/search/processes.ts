import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const workers = fileURLToPath(new URL("./workers/", import.meta.url));

/** Loader hooks that this process runs under must not reach the measured ones. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  return { ...environment, LC_ALL: "C" };
}

export type WorkerOutcome<T> = { kind: "done"; value: T } | { kind: "unfinished" } | { kind: "failed"; reason: string };

/** Runs one task of one engine in a process of its own; ends it when `limitSeconds` are over. */
export function runWorker<T>(task: object, limitSeconds: number): Promise<WorkerOutcome<T>> {
  return new Promise((resolve) => {
    // Without --expose-gc or a heap option: engines get Node's own settings, as in an application.
    const child = spawn(process.execPath, [`${workers}worker.mjs`, JSON.stringify(task)], { env: cleanEnvironment() });
    let output = "";
    let errors = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, limitSeconds * 1000);
    child.stdout.setEncoding("utf8").on("data", (data) => {
      output += data;
    });
    child.stderr.setEncoding("utf8").on("data", (data) => {
      errors += data;
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      const line = output.trim().split("\n").at(-1) ?? "";
      if (late) {
        resolve({ kind: "unfinished" });
      } else if (code === 0 && line.startsWith("{")) {
        // The worker is ours and prints what the task promises.
        resolve({ kind: "done", value: JSON.parse(line) as T });
      } else {
        const said = errors.split("\n").find((text) => /error/i.test(text));
        resolve({ kind: "failed", reason: said ?? `exit status ${code}` });
      }
    });
  });
}

/** The command that answers one question in a new process. */
export function coldCommand(engine: string, dir: string, store: boolean, question: string): readonly string[] {
  return engine === "right-rag"
    ? [process.execPath, `${workers}cold-right-rag.mjs`, dir, question]
    : [process.execPath, `${workers}cold.mjs`, engine, dir, store ? "store" : "no-store", question];
}

/**
 * CPU of a whole process, from its start to its end, as the operating system accounts for it; milliseconds, mean of `runs`.
 *
 * A process cannot see what its own start and end cost, and Node cannot ask for its children's CPU; bash can, to the
 * millisecond, so several runs share one reading. Undefined where there is no bash or the command fails.
 */
export function processCpuMs(command: readonly string[], runs: number): number | undefined {
  const script = `TIMEFORMAT="%3U %3S"; time for ((i = 0; i < ${runs}; i += 1)); do "$@" > /dev/null || exit 1; done`;
  const { status, stderr } = spawnSync("bash", ["-c", script, "bash", ...command], { env: cleanEnvironment(), encoding: "utf8" });
  const reading = /^(\d+\.\d+) (\d+\.\d+)$/.exec(stderr?.trim().split("\n").at(-1) ?? "");
  return status === 0 && reading !== null ? ((Number(reading[1]) + Number(reading[2])) * 1000) / runs : undefined;
}
