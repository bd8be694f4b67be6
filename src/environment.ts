import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { messageOf, RightRagError } from "./errors.ts";

export type Variables = { readonly [name: string]: string | undefined };

/**
 * Variables of this process and of the project's .env; where both have one, the process wins, even with an empty one.
 *
 * @param envFile - read in place of .env; absolute, or relative to the working folder
 * @throws PATH_NOT_FOUND when `envFile` is not there
 */
export function readEnvironment(root: string, envFile?: string): Variables {
  const file = envFile === undefined ? join(root, ".env") : resolve(envFile);
  if (!existsSync(file)) {
    if (envFile === undefined) return process.env;
    throw new RightRagError("PATH_NOT_FOUND", `The file of variables "${envFile}" is not there.`, "Correct --env-file, or leave it out.");
  }
  try {
    return { ...parseEnv(readFileSync(file, "utf8")), ...process.env };
  } catch (cause) {
    throw new RightRagError(
      "CONFIG_INVALID",
      `Cannot read "${file}": ${messageOf(cause)}`,
      "Make it a readable text file of NAME=value lines.",
      { cause },
    );
  }
}

/** A reference that cannot be filled in. `missing` is its variable's name; absent when it is no well-formed reference. */
export interface BadReference {
  readonly text: string;
  readonly missing?: string;
}

/** `$${` (a literal `${`), `${…}`, or a `${` that is never closed. */
const REFERENCE = /\$\$\{|\$\{([^}]*)(\})?/g;

/** Fills in `${NAME}` and `${NAME:-default}`; as in a shell, the default also serves for an empty variable. */
export function fillIn(text: string, variables: Variables, refuse: (reference: BadReference) => void): string {
  return text.replace(REFERENCE, (reference: string, inner: string | undefined, closed: string | undefined) => {
    if (inner === undefined) return "${";
    const [, name, fallback] = inner.match(/^([A-Za-z_]\w*)(?::-(.*))?$/s) ?? [];
    const value = name === undefined ? undefined : variables[name];
    if (closed === undefined || name === undefined) refuse({ text: reference });
    else if (fallback !== undefined) return value || fallback;
    else if (value === undefined) refuse({ text: reference, missing: name });
    return value ?? "";
  });
}
