import { aborted, isRightRagError, pluginFailed } from "../errors.ts";
import type { LogLevel, Many, Model, ModelRole, Plugin, Run } from "../interfaces.ts";
import type { Attributes, RunEvent } from "../model.ts";

/** What one run of a pipeline is given from outside; each plugin sees it as a Run with its own settings. */
export interface Host {
  readonly root: string;
  readonly output: string;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  readonly log: (level: LogLevel, message: string) => void;
  readonly settingsOf: (plugin: string) => Attributes;
  /** Where a plugin was loaded from, for messages; undefined for one given as a value. */
  readonly fileOf: (plugin: Plugin) => string | undefined;
  readonly model: (role: ModelRole) => Model | undefined;
  readonly schemas: Run["schemas"];
}

export function runFor(host: Host, plugin: Plugin): Run {
  return {
    root: host.root,
    output: host.output,
    settings: host.settingsOf(plugin.name),
    log: host.log,
    signal: host.signal,
    emit: host.emit,
    model: host.model,
    schemas: host.schemas,
  };
}

/**
 * Calls a plugin; what it throws is wrapped once, with plugin, file and document. Our own errors pass as they are, since
 * they say all that already.
 *
 * @param step - what the plugin was doing, as a noun that begins a sentence: "Loading", "Unit parsing"
 */
export async function callPlugin<T>(
  host: Host,
  plugin: Plugin,
  step: string,
  document: string | undefined,
  call: () => T,
): Promise<Awaited<T>> {
  try {
    return await call();
  } catch (cause) {
    throw asFailure(host, plugin, step, document, cause);
  }
}

/** Goes through what a plugin hands back for "many", with the same wrapping. Stops when the run is aborted. */
export async function* eachOf<T>(
  host: Host,
  plugin: Plugin,
  step: string,
  document: string | undefined,
  call: () => Many<T>,
): AsyncGenerator<T> {
  try {
    const many = await call();
    if (!isIterable(many)) throw new TypeError(`it returned ${many === null ? "null" : typeof many}, not an array or generator`);
    for await (const item of many) {
      if (host.signal.aborted) throw aborted(step);
      yield item;
    }
  } catch (cause) {
    throw asFailure(host, plugin, step, document, cause);
  }
}

/** All items of `eachOf`. */
export async function collect<T>(
  host: Host,
  plugin: Plugin,
  step: string,
  document: string | undefined,
  call: () => Many<T>,
): Promise<T[]> {
  const items: T[] = [];
  for await (const item of eachOf(host, plugin, step, document, call)) items.push(item);
  return items;
}

function asFailure(host: Host, plugin: Plugin, step: string, document: string | undefined, cause: unknown): unknown {
  if (host.signal.aborted) return aborted(step);
  if (isRightRagError(cause)) return cause;
  const file = host.fileOf(plugin);
  return pluginFailed(
    { plugin: plugin.name, step, ...(file === undefined ? {} : { file }), ...(document === undefined ? {} : { document }) },
    cause,
  );
}

function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}
