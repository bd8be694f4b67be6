import { setMaxListeners } from "node:events";
import { aborted, isRightRagError, messageOf, type RightRagError } from "../errors.ts";
import type { LogLevel, ModelRole } from "../interfaces.ts";
import type { RunEvent } from "../model.ts";
import { type Connection, quirksOf } from "./connection.ts";
import { cutFault, type Fault, type FaultPlace, Faulty, faultOf, totalTimeoutFault } from "./faults.ts";
import { learnFrom } from "./learn-quirks.ts";
import { outputInvalid, replyCut, seconds, toolsUnsupported, waitTooLong } from "./model-errors.ts";
import type { Quirks } from "./providers.ts";
import { type Reply, readReply } from "./read-reply.ts";
import { type Ask, type RequestBody, requestBody } from "./request.ts";
import { backoffMs } from "./retry-after.ts";
import { defaultModelSettings, type ModelSettings } from "./settings.ts";
import { addTokens, costOf, type TokenCounts } from "./usage.ts";

/** How long the counts may take that follow a reply's end. */
const AFTER_FINISH_MS = 5_000;
/** How long the body may take to end after `[DONE]`; one that does leaves its connection to the next request. */
const AFTER_DONE_MS = 200;

/** Time and chance, given from outside so that tests need not wait. */
export interface Clock {
  now(): number;
  /** Resolves early when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

export interface CallContext {
  readonly role: ModelRole;
  readonly connection: Connection;
  readonly settings: ModelSettings;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  readonly log: (level: LogLevel, message: string) => void;
  readonly clock: Clock;
  /** Of this run, by model and server: what it was refused for all of it. Asking again would only be refused again. */
  readonly refusals: Map<string, RightRagError>;
}

export type Completed = Omit<Reply, "tokens">;

/** `whole`: text is kept back until all of it is there, so that a reply may be asked for again as often as the budget allows. */
export type Delivery = "streamed" | "whole";

const unknown: TokenCounts = { input: null, output: null };

interface Text {
  readonly text: string;
}

/**
 * One call of a model: as many requests as it takes, within the budget. Yields visible text as it comes, and returns what is
 * known at the end.
 *
 * A request is made again only as long as no text of it was passed on: what a reader has seen is never said twice, and half a
 * text is never taken for a whole one. After that, a fault is thrown.
 *
 * @throws MODEL_FAILED, MODEL_LIMITED, MODEL_REFUSED, MODEL_OUTPUT_INVALID, MODEL_UNCONFIGURED, ABORTED
 */
export async function* callModel(ask: Ask, context: CallContext, delivery: Delivery): AsyncGenerator<Text, Completed> {
  const { role, connection, settings, signal, emit, clock } = context;
  const { endpoint, limiter } = connection;
  const label = `${ask.model} (${connection.shown})`;
  const place: FaultPlace = { label, keySource: endpoint.keySource, redact: connection.redact, now: clock.now };
  const { attempts: most, maxWaitMs } = { ...defaultModelSettings.retries, ...settings.retries };
  const began = clock.now();
  let attempt = 1;
  let waited = 0;
  let passedOn = false;
  let renewed = false;
  let unusable = 0;
  let finish = "abandoned";
  /** Of requests that came to nothing. */
  let wasted: TokenCounts = { input: 0, output: 0 };
  let tokens = unknown;
  let failure: string | undefined;

  if ((ask.tools ?? []).length > 0 && !quirksOf(connection, ask.model).tools) throw toolsUnsupported(label, "its server said so before");

  // Every call listens to the run's signal; that many do is no leak.
  setMaxListeners(0, signal);
  const leave = await limiter.enter(signal).catch(() => {
    throw aborted(`The call of ${label}`);
  });
  const refusal = context.refusals.get(label);
  if (refusal !== undefined) {
    leave();
    throw refusal;
  }
  try {
    for (;;) {
      const quirks = quirksOf(connection, ask.model);
      const body = requestBody(ask, quirks);
      let key: string | undefined;
      try {
        key = await connection.keys.current();
        const request = oneRequest(ask, { key, body }, place, context, () => {
          passedOn = delivery === "streamed";
        });
        const reply = delivery === "streamed" ? yield* request : await drained(request);
        finish = reply.finish;
        tokens = addTokens(reply.tokens, wasted);
        return reply;
      } catch (thrown) {
        if (signal.aborted) {
          wasted = unknown;
          throw aborted(`The call of ${label}`);
        }
        const fault = faultOf(thrown, place);
        if (fault.tokens !== undefined) wasted = addTokens(wasted, fault.tokens);
        if (learn(fault, body, quirks, label, context)) continue;
        if (fault.keyRefused && !renewed && connection.keys.renew(key)) {
          renewed = true;
          continue;
        }
        if (fault.retry === "once") unusable += 1;
        const again = fault.retry === "yes" || (fault.retry === "once" && unusable === 1);
        if (!again && !passedOn) rememberRefusal(fault, label, context);
        if (!again || passedOn || attempt >= most) throw final(fault, attempt, passedOn, label);
        const waitMs = fault.waitMs || backoffMs(attempt, clock.random);
        if (waited + waitMs > maxWaitMs) {
          if (fault.waitMs === undefined) throw fault.error(attempt);
          const error = waitTooLong(label, waitMs, maxWaitMs, fault.reason);
          // Longer than a whole call may wait: this run will not see the end of it.
          if (waitMs > maxWaitMs) context.refusals.set(label, error);
          throw error;
        }
        context.log("info", `${label}: ${fault.reason}; trying again in ${seconds(waitMs)}.`);
        emit({ type: "model:retry", role, model: ask.model, attempt, reason: fault.reason, waitMs: Math.round(waitMs) });
        await clock.sleep(waitMs, signal);
        if (signal.aborted) throw aborted(`The call of ${label}`);
        waited += waitMs;
        attempt += 1;
      }
    }
  } catch (error) {
    finish = "failed";
    failure = isRightRagError(error) ? error.code : messageOf(error);
    // Known to be nothing only when no request got as far as the model.
    tokens = wasted;
    throw error;
  } finally {
    leave();
    emit({
      type: "model:call",
      role,
      model: ask.model,
      provider: endpoint.provider,
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      cost: costOf(ask.model, tokens, settings.prices),
      durationMs: Math.round(clock.now() - began),
      attempts: attempt,
      finish,
      error: failure,
    });
  }
}

/** Keeps in mind what a server does not take, and tells it once. True when the request is worth making again for it. */
function learn(fault: Fault, body: RequestBody, quirks: Quirks, label: string, { connection, log }: CallContext): boolean {
  if (fault.complaint === undefined) return false;
  // A call beside this one learned something meanwhile; perhaps the same.
  if (quirksOf(connection, body.model) !== quirks) return true;
  const lesson = learnFrom(fault.complaint, body, quirks);
  if (lesson === undefined) return false;
  connection.quirks.set(body.model, lesson.quirks);
  if (quirks.tools && !lesson.quirks.tools) throw toolsUnsupported(label, fault.complaint.said);
  log("warn", `${label} refused a part of the request, so from now on ${lesson.change}. It said: ${fault.complaint.said}`);
  return true;
}

/** A key that is refused or a quota that is used up stays so for the run; of what one request asked, nothing is concluded. */
function rememberRefusal(fault: Fault, label: string, { refusals }: CallContext): void {
  const error = fault.error(1);
  if (fault.keyRefused === true || error.code === "MODEL_LIMITED") refusals.set(label, error);
}

function final(fault: Fault, attempts: number, passedOn: boolean, label: string): Error {
  const error = fault.error(attempts);
  if (!passedOn || fault.retry === "no") return error;
  if (error.code === "MODEL_OUTPUT_INVALID") return outputInvalid(label, `${fault.reason}, after a part of the reply was passed on`);
  return replyCut(label, fault.reason, error.hint);
}

interface Sent {
  readonly key: string | undefined;
  readonly body: RequestBody;
}

/** One request and its reply, with its timeouts. */
async function* oneRequest(
  ask: Ask,
  { key, body }: Sent,
  place: FaultPlace,
  context: CallContext,
  onText: () => void,
): AsyncGenerator<Text, Reply> {
  const { connection, settings, signal } = context;
  const { timeoutMs, idleTimeoutMs } = { ...defaultModelSettings, ...settings };
  const stop = new AbortController();
  let why: Fault | undefined;
  let answered = false;
  let idleMs = idleTimeoutMs;
  let idle: NodeJS.Timeout | undefined;
  const end = (fault: Fault) => {
    why ??= fault;
    stop.abort(new Faulty(fault));
  };
  const onAbort = () => stop.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const total = setTimeout(() => end(totalTimeoutFault(place, timeoutMs)), timeoutMs);
  const watch = () => {
    idle = setTimeout(() => end(cutFault(place, `nothing came for ${seconds(idleMs)}`)), idleMs);
  };

  try {
    watch();
    const response = await connection.post(body, key, stop.signal).finally(() => clearTimeout(idle));
    answered = true;
    const { opensInThought } = quirksOf(connection, ask.model);
    return yield* readReply(
      packets(response, watch, () => clearTimeout(idle)),
      response.headers.get("content-type") ?? "",
      {
        place,
        turn: ask.messages.length,
        opensInThought,
        onOpensInThought: (found) => connection.quirks.set(ask.model, { ...quirksOf(connection, ask.model), opensInThought: found }),
        onText,
        onFinish: (done) => {
          idleMs = Math.min(idleMs, done ? AFTER_DONE_MS : AFTER_FINISH_MS);
        },
      },
    );
  } catch (thrown) {
    // What an abort looks like from outside differs by where it struck.
    if (why !== undefined) throw new Faulty(why);
    if (!answered || thrown instanceof Faulty || isRightRagError(thrown)) throw thrown;
    throw new Faulty(cutFault(place, `the connection broke (${place.redact(messageOf(thrown))})`));
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
    signal.removeEventListener("abort", onAbort);
    // Ends the connection when the reader stopped early; after a whole reply it does nothing.
    stop.abort();
  }
}

/** The bytes of a reply. The watch is on only while we wait for the server, never while our own reader works. */
async function* packets(response: Response, watch: () => void, unwatch: () => void): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      watch();
      const { done, value } = await reader.read().finally(unwatch);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function drained(request: AsyncGenerator<Text, Reply>): Promise<Reply> {
  for (;;) {
    const next = await request.next();
    if (next.done) return next.value;
  }
}
