import { setTimeout as wait } from "node:timers/promises";
import type { LogLevel, Message, Model, ModelOptions, ModelRole, ModelSchema } from "../interfaces.ts";
import type { RunEvent } from "../model.ts";
import type { CallContext, Clock } from "./call-model.ts";
import { chooseModel, given, type ModelChoice, type Surroundings } from "./choose-model.ts";
import type { Connection } from "./connection.ts";
import type { Ask } from "./request.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * Open connections. An application keeps one for as long as its project is open: then limits hold across runs, and what was
 * learned of a server is not learned again.
 */
export type Connections = Map<string, Promise<Connection>>;

export interface ModelsForOptions extends Surroundings {
  readonly signal: AbortSignal;
  /** Gets one `model:call` for each call, and a `model:retry` for each request that is made again. */
  readonly emit: (event: RunEvent) => void;
  readonly log: (level: LogLevel, message: string) => void;
  /** @default new ones */
  readonly connections?: Connections;
  readonly clock?: Clock;
}

/**
 * The models of one run, by role. Nothing is loaded or opened before the first question; where no model is configured, nothing
 * at all.
 *
 * @returns a function that throws MODEL_UNCONFIGURED when the role's model is named but cannot be used (`checkModels` tells it
 *   beforehand)
 */
export function modelsFor(settings: ModelSettings, options: ModelsForOptions): (role: ModelRole) => Model | undefined {
  const connections: Connections = options.connections ?? new Map();
  const models = new Map<ModelRole, Model | undefined>();
  const refusals: CallContext["refusals"] = new Map();
  return (role) => {
    if (!models.has(role)) {
      const choice = chooseModel(settings, role, options);
      models.set(role, choice === undefined ? undefined : lazyModel(choice, role, settings, options, connections, refusals));
    }
    return models.get(role);
  };
}

function lazyModel(
  choice: ModelChoice,
  role: ModelRole,
  settings: ModelSettings,
  options: ModelsForOptions,
  connections: Connections,
  refusals: CallContext["refusals"],
): Model {
  const { signal, emit, log, clock = realClock } = options;

  async function open(): Promise<CallContext> {
    const connection = await connectionTo(choice, settings, options, connections, clock);
    return { role, connection, settings, signal, emit, log, clock, refusals };
  }

  function ask(messages: readonly Message[], { tools, ...given }: ModelOptions = {}): Ask {
    const { model, temperature, maxTokens } = choice;
    const own = { ...(temperature === undefined ? {} : { temperature }), ...(maxTokens === undefined ? {} : { maxTokens }) };
    // What the project's owner set goes before what a plugin wishes for.
    return { model, messages, ...given, ...own, ...(tools === undefined ? {} : { tools }) };
  }

  return {
    name: choice.model,
    async *stream(messages, modelOptions) {
      const [{ streamReply }, context] = await Promise.all([import("./stream-reply.ts"), open()]);
      yield* streamReply(ask(messages, modelOptions), context);
    },
    async object<T>(messages: readonly Message[], schema: ModelSchema<T>, modelOptions?: Omit<ModelOptions, "tools">) {
      const [{ askForObject }, context] = await Promise.all([import("./ask-for-object.ts"), open()]);
      return await askForObject(ask(messages, modelOptions), schema, context);
    },
  };
}

function connectionTo(
  { endpoint }: ModelChoice,
  settings: ModelSettings,
  { root }: Surroundings,
  connections: Connections,
  { now }: Clock,
): Promise<Connection> {
  const { record, replay } = given(settings);
  const key = JSON.stringify([endpoint, record, replay, root]);
  const open = connections.get(key) ?? opening();
  connections.set(key, open);
  return open;

  async function opening(): Promise<Connection> {
    const { openConnection } = await import("./connection.ts");
    return openConnection(endpoint, {
      root,
      now,
      ...(record === undefined ? {} : { record }),
      ...(replay === undefined ? {} : { replay }),
    });
  }
}

const realClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
