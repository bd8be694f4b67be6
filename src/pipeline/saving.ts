import type { Change, Plugins, Saver } from "../interfaces.ts";
import type { Artifact, Chunk, Unit } from "../model.ts";
import { Channel } from "./channel.ts";
import { type Host, runFor } from "./host.ts";

/** The savers at work: each reads its own channel, and all must succeed. */
export class Saving {
  readonly #work: { readonly channel: Channel<Change<Unit>> | Channel<Change<Chunk>>; readonly artifact: Promise<Artifact> }[] = [];
  readonly #units: Channel<Change<Unit>>[] = [];
  readonly #chunks: Channel<Change<Chunk>>[] = [];
  #error: unknown;

  constructor(plugins: Plugins, previous: readonly Artifact[], host: Host) {
    for (const saver of plugins.unitSavers) this.#units.push(this.#begin(saver, "units", previous, host));
    for (const saver of plugins.chunkSavers) this.#chunks.push(this.#begin(saver, "chunks", previous, host));
  }

  async push(units: Change<Unit>, chunks: Change<Chunk>): Promise<void> {
    await Promise.all([...this.#units.map((channel) => channel.push(units)), ...this.#chunks.map((channel) => channel.push(chunks))]);
    if (this.#error !== undefined) throw this.#error;
  }

  async finish(): Promise<Artifact[]> {
    for (const { channel } of this.#work) channel.end();
    return Promise.all(this.#work.map(({ artifact }) => artifact));
  }

  /** Lets every saver see the failure, and waits until all have stopped writing. */
  async cancel(error: unknown): Promise<void> {
    for (const { channel } of this.#work) channel.fail(error);
    await Promise.allSettled(this.#work.map(({ artifact }) => artifact));
  }

  #begin<T>(saver: Saver<T>, kind: Artifact["kind"], previous: readonly Artifact[], host: Host): Channel<Change<T>> {
    const channel = new Channel<Change<T>>(4);
    const before = previous.find((artifact) => artifact.kind === kind && artifact.saver === saver.name);
    const artifact = saver.save(channel, before, runFor(host, saver)).catch((error: unknown) => {
      this.#error ??= error;
      channel.leave();
      throw error;
    });
    artifact.catch(() => {}); // seen in finish() or cancel(); until then it must not count as unhandled
    this.#work.push({ channel: channel as unknown as Channel<Change<Unit>>, artifact }); // only end() and fail() are called on it
    return channel;
  }
}

/** Every saver, with the kind of what it saves. */
export function saversOf(
  plugins: Pick<Plugins, "unitSavers" | "chunkSavers">,
): { kind: Artifact["kind"]; saver: Saver<Unit> | Saver<Chunk> }[] {
  return [
    ...plugins.unitSavers.map((saver) => ({ kind: "units" as const, saver })),
    ...plugins.chunkSavers.map((saver) => ({ kind: "chunks" as const, saver })),
  ];
}
