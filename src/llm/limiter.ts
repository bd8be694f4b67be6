/** At most so many requests at once, in the order in which they came. */
export interface Limiter {
  /** Waits for a place. The result gives it back, and may be called twice. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function createLimiter(parallel: number): Limiter {
  let free = parallel;
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  function place(): () => void {
    let held = true;
    return () => {
      if (held) leave();
      held = false;
    };
  }

  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(place());
      }
      return new Promise((fulfil, reject) => {
        const go = () => {
          signal.removeEventListener("abort", stop);
          fulfil(place());
        };
        const stop = () => {
          waiting.splice(waiting.indexOf(go), 1);
          reject(signal.reason);
        };
        waiting.push(go);
        signal.addEventListener("abort", stop, { once: true });
      });
    },
  };
}
