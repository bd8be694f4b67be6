import { RightRagError } from "../errors.ts";

/** Settings or variables that do not make a model. `where` says which to set, and where. */
export function modelUnconfigured(message: string, where: string): RightRagError {
  return new RightRagError("MODEL_UNCONFIGURED", message, where);
}

export function keyMissing(provider: string, variable: string): RightRagError {
  return modelUnconfigured(
    `${provider} is the model provider, but ${variable} is not set or empty.`,
    `Set ${variable} in the environment or in the project's .env, or apiKey or keyCommand under models in the config.`,
  );
}

export function keyRefused(model: string, status: number, said: string, keySource: string): RightRagError {
  return modelUnconfigured(
    `${model}: the server refused the key or its rights (HTTP ${status}): ${said}`,
    `Check that the key (from ${keySource}) is valid, belongs to this server and may use this model.`,
  );
}

/** A call that came to nothing, after every attempt that was worth making. */
export function modelFailed(model: string, what: string, hint: string, cause?: unknown): RightRagError {
  return new RightRagError("MODEL_FAILED", `${model}: ${what}`, hint, cause === undefined ? undefined : { cause });
}

/** The quota or balance is used up: asking again cannot help. */
export function quotaExhausted(model: string, status: number, said: string): RightRagError {
  return new RightRagError(
    "MODEL_LIMITED",
    `${model}: the quota or balance of the account is used up (HTTP ${status}): ${said}`,
    "Look at the provider's billing page, and add credit or raise the quota; or use another provider or key.",
  );
}

export function waitTooLong(model: string, waitMs: number, maxWaitMs: number, said: string): RightRagError {
  return new RightRagError(
    "MODEL_LIMITED",
    `${model}: the server asks to wait ${seconds(waitMs)} before the next request, and ${seconds(maxWaitMs)} is the most that is waited: ${said}`,
    "Try again after that time, lower models.parallel, or raise models.retries.maxWaitMs (milliseconds).",
  );
}

export function stillLimited(model: string, attempts: number, said: string): RightRagError {
  return new RightRagError(
    "MODEL_LIMITED",
    `${model}: the server still limits the rate after ${counted(attempts, "attempt")}: ${said}`,
    "Try again later, lower models.parallel, or raise models.retries (attempts, maxWaitMs).",
  );
}

export function modelRefused(model: string, said: string): RightRagError {
  return new RightRagError(
    "MODEL_REFUSED",
    `${model} declined to answer: ${said}`,
    "Ask in another way, leave out the passage that its provider objects to, or use another model.",
  );
}

/** Not whole, empty, or not of the form that was asked for. */
export function outputInvalid(model: string, fault: string, cause?: unknown): RightRagError {
  return new RightRagError(
    "MODEL_OUTPUT_INVALID",
    `${model} gave no usable reply: ${fault}`,
    "Ask again, raise maxTokens if the reply was cut, or use a more capable model for this role.",
    cause === undefined ? undefined : { cause },
  );
}

export function cutAtLimit(model: string): RightRagError {
  return outputInvalid(model, "it was cut at the limit of its tokens (finish_reason length)");
}

/** The rest of a reply did not come, and what came of it was passed on already: it must not be used. */
export function replyCut(model: string, reason: string, hint: string): RightRagError {
  return modelFailed(model, `${reason}, after a part of it was passed on; that part is no answer`, hint, marked("ReplyCut", reason));
}

/** True when asking again from the start makes sense: the reply broke off after a part of it was passed on. */
export function isReplyCut(error: unknown): boolean {
  return isMarked(error, "ReplyCut");
}

export function toolsUnsupported(model: string, said: string): RightRagError {
  const hint = "Use the agent's text protocol with this model, or a model that calls tools.";
  return modelFailed(model, `it takes no tools: ${said}`, hint, marked("ToolsUnsupported", said));
}

/** For an agent that can do without: true when a call failed because the model or its server takes no tools. */
export function isToolsUnsupported(error: unknown): boolean {
  return isMarked(error, "ToolsUnsupported");
}

function marked(name: string, message: string): Error {
  const cause = new Error(message);
  cause.name = name;
  return cause;
}

function isMarked(error: unknown, name: string): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === name;
}

export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 1000)} s`;
}

export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
