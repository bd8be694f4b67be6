import { checkFunction, checkSignal } from "../arguments.ts";
import { aborted, isRightRagError } from "../errors.ts";
import type { RunEvent } from "../model.ts";

/**
 * Work under way: await it for its result, or go through its events first.
 *
 * ```ts
 * const call = project.query("Who approves leave?");
 * for await (const event of call) console.log(event.type);
 * const outcome = await call;
 * ```
 *
 * Events are kept only for loops that began before the work did, which is when the current turn of the event loop ends.
 * A loop that is left early stops listening, not the work: `abort()` stops that.
 */
export class Call<T> implements PromiseLike<T>, AsyncIterable<RunEvent> {
  readonly result: Promise<T>;
  readonly #listeners = new Set<Listener>();
  readonly #stop = new AbortController();

  constructor(work: (signal: AbortSignal, emit: (event: RunEvent) => void) => Promise<T>, signal?: AbortSignal) {
    checkFunction("new Call", work, "work");
    checkSignal("new Call", signal);
    const stop = signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
    const emit = (event: RunEvent) => {
      for (const listener of this.#listeners) listener.push(event);
    };
    this.result = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => work(stop, emit))
      .catch((error: unknown) => {
        // What was under way when it was told to stop fails in ways of its own.
        throw stop.aborted && !isRightRagError(error) ? aborted("The call") : error;
      });
    const end = () => {
      for (const listener of this.#listeners) listener.push(undefined);
    };
    this.result.then(end, end);
  }

  /** Stops the work: the call then fails with ABORTED, and the last complete index is untouched. */
  abort(): void {
    this.#stop.abort();
  }

  // A call stands for its result, so it is awaited like a promise.
  // biome-ignore lint/suspicious/noThenProperty: that is what a PromiseLike is
  then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.result.then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent> {
    const listener = new Listener();
    this.#listeners.add(listener);
    try {
      yield* listener.events();
    } finally {
      this.#listeners.delete(listener);
    }
  }
}

/** Events that one loop has not seen yet; `undefined` ends it. */
class Listener {
  readonly #waiting: (RunEvent | undefined)[] = [];
  #wake: (() => void) | undefined;

  push(event: RunEvent | undefined): void {
    this.#waiting.push(event);
    this.#wake?.();
  }

  async *events(): AsyncGenerator<RunEvent> {
    for (;;) {
      while (this.#waiting.length > 0) {
        const event = this.#waiting.shift();
        if (event === undefined) return;
        yield event;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
