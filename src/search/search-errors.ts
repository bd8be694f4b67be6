import { RightRagError } from "../errors.ts";

/** There is no index where one was looked for. */
export function indexMissing(path: string, cause?: unknown): RightRagError {
  return new RightRagError(
    "SEARCH_INDEX_MISSING",
    `There is no keyword index at "${path}".`,
    "Build it with `right-rag index`, or give the folder that holds it.",
    { cause },
  );
}

/** A file of the index cannot be opened: `indexMissing` when it is not there, else `indexDamaged`, which says why. */
export function indexUnreadable(path: string, cause: unknown): RightRagError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no reason given";
  return code === "ENOENT" || code === "ENOTDIR" ? indexMissing(path, cause) : indexDamaged(path, `it cannot be read (${code})`, cause);
}

/** A file of the index is not what was written. */
export function indexDamaged(path: string, detail: string, cause?: unknown): RightRagError {
  return new RightRagError(
    "SEARCH_INDEX_DAMAGED",
    `The keyword index file "${path}" cannot be used: ${detail}.`,
    "Build the index again with `right-rag index --force`.",
    { cause },
  );
}

/** The index was written by another version of right-rag, mostly one that came later, in a form that this one does not read. */
export function indexNewer(path: string, format: unknown): RightRagError {
  return new RightRagError(
    "SEARCH_INDEX_NEWER",
    `The keyword index "${path}" has format ${String(format)}, which this version of right-rag does not know.`,
    "Build the index again with `right-rag index`, or update right-rag if a later one wrote it.",
  );
}

/** The package that the words of a language are stemmed by is not there: mostly a bundle left it behind. */
export function stemmersMissing(language: string, cause: unknown): RightRagError {
  return new RightRagError(
    "PACKAGE_MISSING",
    `The package "snowball-stemmers", which stems the words of the language "${language}", cannot be loaded.`,
    "Leave `right-rag` external where you bundle, or install snowball-stemmers beside the bundle.",
    { cause },
  );
}

/** A call to an index or a writer that is done with. */
export function searchClosed(message: string, hint: string, cause?: unknown): RightRagError {
  return new RightRagError("SEARCH_CLOSED", message, hint, { cause });
}

/** An option or a query that cannot be meant. */
export function optionInvalid(option: string, value: unknown, wanted: string): RightRagError {
  return new RightRagError(
    "SEARCH_OPTION_INVALID",
    `The search option \`${option}\` is ${describe(value)}; it must be ${wanted}.`,
    `Give \`${option}\` a value that is ${wanted}.`,
  );
}

/** An option that there is not. */
export function optionUnknown(option: string, known: readonly string[]): RightRagError {
  return new RightRagError(
    "SEARCH_OPTION_INVALID",
    `There is no search option \`${option}\`.`,
    `Give one of: ${known.map((name) => `\`${name}\``).join(", ")}.`,
  );
}

function describe(value: unknown): string {
  const text = shown(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function shown(value: unknown): string {
  if (typeof value !== "object" && typeof value !== "string") return String(value);
  // Of a promise JSON says {}.
  if (value instanceof Promise) return "a promise";
  try {
    return JSON.stringify(value);
  } catch {
    // It goes in circles or holds what JSON has no form for.
    return Object.prototype.toString.call(value);
  }
}
