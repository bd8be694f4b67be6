import { count } from "../count.ts";
import { isRightRagError, messageOf, type RightRagError } from "../errors.ts";
import { isRecord } from "./json-schema.ts";
import type { Complaint } from "./learn-quirks.ts";
import { keyRefused, modelFailed, modelRefused, outputInvalid, quotaExhausted, seconds, stillLimited } from "./model-errors.ts";
import type { Redact } from "./redact.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { TokenCounts } from "./usage.ts";

/** Why one request came to nothing, and whether another may fare better. */
export interface Fault {
  /** In a few words, for the log and for `model:retry`. */
  readonly reason: string;
  /** `once`: what the model wrote was of no use, and it costs to ask. */
  readonly retry: "no" | "yes" | "once";
  /** What the server asked to wait. */
  readonly waitMs?: number;
  /** How the server called the request malformed, so that a quirk may be learned from it. */
  readonly complaint?: Complaint;
  readonly keyRefused?: boolean;
  /** What the request cost, null for unknown; absent when the model did not work on it. */
  readonly tokens?: TokenCounts;
  /** What is thrown when it stays at that. */
  error(attempts: number): RightRagError;
}

/** Thrown inside an attempt, where the fault is known already. */
export class Faulty extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.reason);
    this.fault = fault;
  }
}

export interface FaultPlace {
  /** Model and server, for messages. */
  readonly label: string;
  readonly keySource: string;
  readonly redact: Redact;
  readonly now: () => number;
}

const QUOTA =
  /insufficient[_ ]?(?:quota|balance|credits?|funds)|exceeded your current quota|billing|credit balance|arrear|quota (?:is )?exhausted|out of credits/i;
const TOO_LONG = /context[_ ](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceed[^.]*context/i;
const FILTERED = /content[_ ]?(?:filter|policy|management)|data_inspection_failed|responsible ai/i;
const CERTIFICATE = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** A reply that stopped before its end: by a closed connection, silence, or an error in its midst. */
export function cutFault({ label }: FaultPlace, how: string): Fault {
  return {
    reason: `the reply was cut: ${how}`,
    retry: "yes",
    tokens: { input: null, output: null },
    error: () =>
      modelFailed(label, `the reply was cut: ${how}. No part of it is used`, "Ask again; look at the server's log if it happens often."),
  };
}

export function unusableFault({ label }: FaultPlace, how: string, tokens: TokenCounts, retry: "no" | "once" = "once"): Fault {
  return { reason: how, retry, tokens, error: () => outputInvalid(label, how) };
}

export function refusalFault({ label }: FaultPlace, said: string, tokens: TokenCounts): Fault {
  return { reason: "the model declined", retry: "no", tokens, error: () => modelRefused(label, said) };
}

export function totalTimeoutFault({ label }: FaultPlace, timeoutMs: number): Fault {
  return {
    reason: "it took too long",
    retry: "no",
    tokens: { input: null, output: null },
    error: () =>
      modelFailed(label, `no whole reply within ${seconds(timeoutMs)}`, "Raise models.timeoutMs, ask for less, or use a faster model."),
  };
}

/** What an exception of a request means. */
export function faultOf(thrown: unknown, place: FaultPlace): Fault {
  if (thrown instanceof Faulty) return thrown.fault;
  const ours = chain(thrown).find(isRightRagError);
  if (ours !== undefined) return { reason: ours.message, retry: "no", error: () => ours };
  const { status, headers } = thrown as { readonly status?: unknown; readonly headers?: unknown };
  if (typeof status === "number") return statusFault(place, status, sayingOf(thrown), headers instanceof Headers ? headers : new Headers());
  return networkFault(thrown, place);
}

/** An error that came as a part of a stream: its status, when it has one, stands in `code`. */
export function streamErrorFault(error: unknown, place: FaultPlace): Fault {
  const code = isRecord(error) ? Number(error.code ?? error.status) : Number.NaN;
  const saying = isRecord(error) ? sayingOf(error) : { said: String(error), tags: "" };
  if (code >= 400 && code < 600) return statusFault(place, code, saying, new Headers());
  if (QUOTA.test(`${saying.tags} ${saying.said}`)) return statusFault(place, 429, saying, new Headers());
  return cutFault(place, place.redact(`the server said: ${saying.said}`));
}

interface Saying {
  readonly said: string;
  readonly param?: string;
  /** `code` and `type`, for matching. */
  readonly tags: string;
}

function sayingOf(thrown: unknown): Saying {
  const { message, code, type, param, error } = thrown as { readonly [key: string]: unknown };
  const inner = isRecord(error) && typeof error.message === "string" ? error.message : String(message ?? "");
  return {
    said: inner.trim() || "(it gave no reason)",
    tags: `${code ?? ""} ${type ?? ""}`,
    ...(typeof param === "string" ? { param } : {}),
  };
}

function statusFault(place: FaultPlace, status: number, { said: raw, tags, param }: Saying, headers: Headers): Fault {
  const { label, keySource, redact, now } = place;
  const said = redact(raw).slice(0, 1000);
  const all = `${tags} ${raw}`;
  const reason = `HTTP ${status}: ${said}`;
  const stop = (error: RightRagError): Fault => ({ reason, retry: "no", error: () => error });

  if (status === 402 || (status < 500 && status !== 404 && QUOTA.test(all))) return stop(quotaExhausted(label, status, said));
  if (status === 429) {
    const waitMs = retryAfterMs(headers, now());
    return { reason, retry: "yes", ...(waitMs === undefined ? {} : { waitMs }), error: (attempts) => stillLimited(label, attempts, said) };
  }
  if (status === 401 || status === 403) return { ...stop(keyRefused(label, status, said, keySource)), keyRefused: status === 401 };
  if (status < 500 && FILTERED.test(all)) return stop(modelRefused(label, said));
  if (status < 500 && TOO_LONG.test(all)) {
    return stop(
      modelFailed(
        label,
        `the prompt is too long for it: ${said}`,
        "Ask with less evidence (topK) or history, or use a model with a longer context.",
      ),
    );
  }
  const complaint: Complaint = { status, said, ...(param === undefined ? {} : { param }) };
  if (status >= 500 || [408, 409, 425].includes(status)) {
    const waitMs = retryAfterMs(headers, now());
    return {
      reason,
      retry: "yes",
      complaint,
      ...(waitMs === undefined ? {} : { waitMs }),
      error: (attempts) => serverFailed(place, attempts, reason),
    };
  }
  if (status === 404 || (status >= 300 && status < 400)) {
    return {
      ...stop(
        modelFailed(
          label,
          reason,
          "Check the model's name and the base URL, which for most servers ends in /v1; a local model must be pulled or loaded first.",
        ),
      ),
      complaint,
    };
  }
  return {
    ...stop(modelFailed(label, `the server refused the request (${reason})`, "Correct the setting that the server names.")),
    complaint,
  };
}

function serverFailed({ label }: FaultPlace, attempts: number, reason: string): RightRagError {
  return modelFailed(
    label,
    `it failed after ${count(attempts, "attempt")}: ${reason}`,
    "Try again later; look at the provider's status page or the server's log.",
  );
}

function networkFault(thrown: unknown, { label, redact }: FaultPlace): Fault {
  const causes = chain(thrown);
  const code = causes.map((cause) => (cause as { readonly code?: unknown }).code).find((found) => typeof found === "string");
  const said = redact(messageOf(causes.at(-1)) || String(code ?? "no reason given"));
  // A new Error, since the SDK's own carries the request.
  const cause = new Error(said);
  if (typeof code === "string" && CERTIFICATE.test(code)) {
    const error = modelFailed(
      label,
      `the server's certificate is not trusted: ${said} (${code})`,
      "For a certificate authority of your own, set models.caFile in the config.",
      cause,
    );
    return { reason: said, retry: "no", error: () => error };
  }
  const hint = code === "ECONNREFUSED" ? "Start the server, or correct the base URL." : "Check the network, the base URL and models.proxy.";
  return {
    reason: `no connection: ${said}`,
    retry: "yes",
    error: () => modelFailed(label, `the server cannot be reached: ${said}`, hint, cause),
  };
}

function chain(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let at = thrown; at !== undefined && at !== null && causes.length < 5; at = at instanceof Error ? at.cause : undefined)
    causes.push(at);
  return causes;
}
