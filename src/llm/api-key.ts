import { exec } from "node:child_process";
import type { Endpoint } from "./choose-model.ts";
import { modelUnconfigured } from "./model-errors.ts";

const COMMAND_TIMEOUT_MS = 30_000;
/** A key is asked for anew this long before it expires, so that it lasts through a request. */
const EARLY_MS = 60_000;

/** The key of an endpoint, fixed or from a command. */
export interface KeySource {
  /** @throws MODEL_UNCONFIGURED when the command fails or prints nothing */
  current(): Promise<string | undefined>;
  /** Forgets a key that the server refused. False when there is no other to be had. */
  renew(refused: string | undefined): boolean;
  /** Every key that was in use, to be kept out of messages. */
  readonly known: readonly string[];
}

export function createKeySource(
  { apiKey, keyCommand }: Pick<Endpoint, "apiKey" | "keyCommand">,
  root: string,
  now: () => number,
): KeySource {
  if (keyCommand === undefined) {
    const known = apiKey === undefined ? [] : [apiKey];
    return { current: async () => apiKey, renew: () => false, known };
  }
  const known: string[] = [];
  let asked: Promise<TimedKey> | undefined;
  let held: TimedKey | undefined;

  async function ask(): Promise<TimedKey> {
    const fresh = readOutput(await run(keyCommand ?? "", root));
    if (!known.includes(fresh.key)) known.push(fresh.key);
    held = fresh;
    return fresh;
  }

  return {
    known,
    async current() {
      if (held?.expiresAt !== undefined && now() > held.expiresAt - EARLY_MS) asked = undefined;
      if (asked === undefined) {
        held = undefined;
        asked = ask();
        // A failure is told to all who wait for it, and the next call runs the command again.
        asked.catch(() => {
          asked = undefined;
        });
      }
      return (await asked).key;
    },
    renew(refused) {
      // Another call may have renewed it already.
      if (held?.key === refused) asked = undefined;
      return true;
    },
  };
}

interface TimedKey {
  readonly key: string;
  readonly expiresAt?: number;
}

function readOutput(output: string): TimedKey {
  const text = output.trim();
  if (!text.startsWith("{")) {
    if (text === "" || /\s/.test(text)) throw commandFailed(text === "" ? "it printed nothing" : "it printed more than a key");
    return { key: text };
  }
  let read: { readonly key?: unknown; readonly expiresAt?: unknown };
  try {
    read = JSON.parse(text);
  } catch {
    throw commandFailed("it printed broken JSON");
  }
  if (typeof read.key !== "string" || read.key === "") throw commandFailed('its JSON has no "key"');
  const expiresAt = typeof read.expiresAt === "string" ? Date.parse(read.expiresAt) : Number.NaN;
  if (read.expiresAt !== undefined && Number.isNaN(expiresAt)) throw commandFailed('"expiresAt" in its JSON is no date in ISO 8601');
  return Number.isNaN(expiresAt) ? { key: read.key } : { key: read.key, expiresAt };
}

function run(command: string, cwd: string): Promise<string> {
  return new Promise((fulfil, reject) => {
    exec(command, { cwd, timeout: COMMAND_TIMEOUT_MS, windowsHide: true }, (error, stdout) => {
      if (error === null) fulfil(stdout);
      // Neither the command nor what it printed is repeated: either may hold a secret.
      else
        reject(
          commandFailed(error.killed ? `it took longer than ${COMMAND_TIMEOUT_MS / 1000} s` : `it ended with exit status ${error.code}`),
        );
    });
  });
}

function commandFailed(reason: string): Error {
  return modelUnconfigured(
    `The command that gives the model's key failed: ${reason}.`,
    "Run models.keyCommand of the config by hand, and correct it.",
  );
}
