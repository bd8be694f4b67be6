import pc from "picocolors";
import { count } from "../count.ts";
import { isRightRagError } from "../errors.ts";
import type { LogLevel } from "../interfaces.ts";
import type { Usage } from "../model.ts";

export { count };

/** Exit statuses, as DESIGN names them. */
export const EXIT = { good: 0, failed: 1, losses: 2, interrupted: 130 } as const;

export type LogSetting = LogLevel | "error" | "silent";
const LEVELS: readonly LogSetting[] = ["debug", "info", "warn", "error", "silent"];

/** Colours for standard error, where everything but data goes. */
export const paint = pc.createColors(process.stderr.isTTY === true && pc.isColorSupported);

/** Prints data: the only thing that reaches standard output. */
export function printData(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  printData(JSON.stringify(value, null, 2));
}

/** Prints a note for the person at the terminal. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A log that keeps to a level; `file` gets the same lines with a time, and is appended to. */
export function makeLog(level: LogSetting, appendToFile?: (line: string) => void): (level: LogLevel, message: string) => void {
  const marks = { debug: paint.dim("debug"), info: paint.dim("info"), warn: paint.yellow("warning") };
  return (at, message) => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return;
    printNote(`${marks[at]} ${plain(message)}`);
    appendToFile?.(`${new Date().toISOString()} ${at} ${message}\n`);
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
  printNote(`${paint.red("failed")} ${plain(message)}\n${paint.dim(`${plain(hint)} (${code})`)}`);
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

/** One line of a text that may be long: white space folded, control characters dropped, cut with `…`. */
export function excerpt(text: string, width: number): string {
  const line = plain(text).replace(/\s+/g, " ").trim();
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** Text of a document as a terminal may show it: without control characters, which could move the cursor or change colours. */
export function plain(text: string): string {
  let shown = "";
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0x09 || code === 0x0a || (code >= 0x20 && code !== 0x7f && !(code >= 0x80 && code < 0xa0))) shown += char;
  }
  return shown;
}
