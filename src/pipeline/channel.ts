/**
 * A queue between one writer and one reader, with a bound: `push` waits while it is full, so that memory follows what is
 * in flight and not the corpus.
 */
export class Channel<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  readonly #capacity: number;
  #state: "open" | "ended" | "failed" | "left" = "open";
  #error: unknown;
  #wakeReader: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;

  /** @param capacity - items held before `push` waits; 1 or more */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Resolves when there was room. Once the reader has left, items are dropped. */
  async push(item: T): Promise<void> {
    while (this.#state === "open" && this.#items.length >= this.#capacity) {
      await new Promise<void>((resolve) => {
        this.#wakeWriter = resolve;
      });
    }
    if (this.#state !== "open") return;
    this.#items.push(item);
    this.#wakeReader?.();
  }

  end(): void {
    this.#close("ended");
  }

  /** The reader gets what is queued, and then this error. */
  fail(error: unknown): void {
    this.#error = error;
    this.#close("failed");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        while (this.#items.length > 0) {
          const item = this.#items.shift() as T; // the length was just seen
          this.#wakeWriter?.();
          yield item;
        }
        if (this.#state === "failed") throw this.#error;
        if (this.#state !== "open") return;
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
      }
    } finally {
      this.leave();
    }
  }

  /** The reader will read no more: nobody waits for it. */
  leave(): void {
    this.#close("left");
  }

  #close(state: "ended" | "failed" | "left"): void {
    if (this.#state === "open" || state === "left") this.#state = state;
    this.#wakeReader?.();
    this.#wakeWriter?.();
  }
}

/**
 * Runs a task for each input, up to `limit` at once, and yields what the tasks yield in the order of the inputs. A task
 * ahead of its turn waits when its own queue is full.
 */
export async function* inOrder<I, O>(inputs: AsyncIterable<I>, limit: number, task: (input: I) => AsyncIterable<O>): AsyncGenerator<O> {
  const running: Channel<O>[] = [];
  const source = inputs[Symbol.asyncIterator]();
  let done = false;
  try {
    for (;;) {
      while (!done && running.length < limit) {
        const next = await source.next();
        if (next.done === true) done = true;
        else running.push(start(task, next.value));
      }
      const head = running.shift();
      if (head === undefined) return;
      yield* head;
    }
  } finally {
    for (const channel of running) channel.leave();
    await source.return?.();
  }
}

function start<I, O>(task: (input: I) => AsyncIterable<O>, input: I): Channel<O> {
  const channel = new Channel<O>(4);
  const pump = async () => {
    for await (const output of task(input)) await channel.push(output);
  };
  pump().then(
    () => channel.end(),
    (error: unknown) => channel.fail(error),
  );
  return channel;
}
