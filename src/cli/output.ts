import pc from "picocolors";
import { count } from "../count.ts";
import { isRightRagError } from "../errors.ts";
import type { LogLevel } from "../interfaces.ts";
import type { Usage } from "../model.ts";
import { excerpt, guarded, guardedJson, oneLine, plain } from "./terminal-text.ts";

export { count, excerpt, oneLine, plain };

/** Exit statuses, as DESIGN names them. */
export const EXIT = { good: 0, failed: 1, losses: 2, interrupted: 130 } as const;

export type LogSetting = LogLevel | "error" | "silent";
const LEVELS: readonly LogSetting[] = ["debug", "info", "warn", "error", "silent"];

/** Colours for standard error, where everything but data goes. */
export const paint = pc.createColors(process.stderr.isTTY === true && pc.isColorSupported);

/** Prints data: the only thing that reaches standard output. Names, ids and messages in it go through `oneLine` before. */
export function printData(text: string): void {
  process.stdout.write(guarded(text.endsWith("\n") ? text : `${text}\n`));
}

export function printJson(value: unknown): void {
  process.stdout.write(`${guardedJson(JSON.stringify(value, null, 2))}\n`);
}

/** Prints a note for the person at the terminal. */
export function printNote(text: string): void {
  process.stderr.write(guarded(`${text}\n`));
}

/** A log that keeps to a level; `file` gets the same lines with a time, and is appended to. */
export function makeLog(level: LogSetting, appendToFile?: (line: string) => void): (level: LogLevel, message: string) => void {
  const marks = { debug: paint.dim("debug"), info: paint.dim("info"), warn: paint.yellow("warning") };
  return (at, message) => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return;
    const line = oneLine(message);
    printNote(`${marks[at]} ${line}`);
    appendToFile?.(`${new Date().toISOString()} ${at} ${line}\n`);
  };
}

/**
 * Prints what went wrong: message, hint and code of a failure that was foreseen, the whole stack of any other.
 *
 * @returns the exit status
 */
export function printError(error: unknown, argv: readonly string[]): number {
  const debug = argv.includes("--log-level=debug") || argv[argv.indexOf("--log-level") + 1] === "debug";
  if (!isRightRagError(error)) {
    printNote(`${paint.red("failed")} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    if (argv.includes("--json")) printJson({ error: { code: "UNEXPECTED", message: String(error) } });
    return EXIT.failed;
  }
  const { code, message, hint } = error;
  // Mistakes in schemas are a line each, all others one line.
  const said = code === "SCHEMA_INVALID" ? plain(message) : oneLine(message);
  printNote(`${paint.red("failed")} ${said}\n${paint.dim(`${oneLine(hint)} (${code})`)}`);
  for (let cause = error.cause; debug && cause instanceof Error; cause = cause.cause) printNote(paint.dim(cause.stack ?? cause.message));
  if (argv.includes("--json")) printJson({ error: { code, message, hint } });
  return code === "ABORTED" ? EXIT.interrupted : EXIT.failed;
}

/** What models took, with "unknown" where a part of it is; empty where none was asked. */
export function usageLine(usage: Usage | undefined): string {
  if (usage === undefined) return "";
  const known = (value: number | null) => (value === null ? "unknown" : String(value));
  const cost = usage.cost === null ? "unknown" : usage.cost.toFixed(4);
  return ` Models: ${count(usage.calls, "call")}, tokens in ${known(usage.inputTokens)}, out ${known(usage.outputTokens)}, cost ${cost}.`;
}

/** A duration for people. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
