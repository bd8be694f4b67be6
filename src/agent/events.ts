import type { Run } from "../interfaces.ts";
import type { Json } from "../model.ts";

/**
 * What an agent tells while it works, in this order: `starting`, then for each step `iteration`, `thought`, `action` and
 * `observation`, then what ended it, and `done`, always last and exactly once. Each stands in the answer's trace.
 *
 * Deltas are for screens: put together they give at least what the whole event says afterwards, and nothing else depends on them.
 */
export type AgentEvent =
  | {
      readonly type: "agent:starting";
      /** `find` ends with chosen evidence, `answer` with an answer. */
      readonly goal: "find" | "answer";
      readonly protocol: "native" | "text";
      readonly taskType: "lookup" | "multihop";
      readonly maxSteps: number;
      readonly tools: readonly string[];
      readonly model: string;
    }
  /** A step begins: one message of the model. `iteration` counts from 1. */
  | { readonly type: "agent:iteration"; readonly iteration: number; readonly max: number }
  | { readonly type: "agent:thought-delta"; readonly iteration: number; readonly delta: string }
  | { readonly type: "agent:thought"; readonly iteration: number; readonly thought: string }
  | { readonly type: "agent:action-delta"; readonly iteration: number; readonly delta: string }
  /** `input` as the tool is given it; `call` is the same in the observation. */
  | { readonly type: "agent:action"; readonly iteration: number; readonly call: string; readonly tool: string; readonly input: Json }
  | { readonly type: "agent:observation-delta"; readonly iteration: number; readonly call: string; readonly delta: string }
  /** `ok` false: the call failed, and `output` says why, as the model is told. */
  | {
      readonly type: "agent:observation";
      readonly iteration: number;
      readonly call: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly output: string;
    }
  /**
   * Used for nothing: text behind an action, which is an invention, since the model had not seen the observation; or a message that was
   * cut at its limit.
   */
  | { readonly type: "agent:dropped"; readonly iteration: number; readonly text: string }
  /** The model made a call that it had made before (in step `first`); it was not run again. */
  | { readonly type: "agent:repeat"; readonly iteration: number; readonly tool: string; readonly first: number }
  /** The loop ends early: what a search found is good enough, by its scores. */
  | { readonly type: "agent:adaptive-exit"; readonly iteration: number; readonly confidence: number }
  /** Something else is done in place of what the model should have done. */
  | { readonly type: "agent:fallback"; readonly iteration: number; readonly to: Fallback; readonly reason: string }
  | { readonly type: "agent:max-iterations"; readonly max: number }
  | { readonly type: "agent:final-answer-delta"; readonly iteration: number; readonly delta: string }
  | { readonly type: "agent:final-answer"; readonly iteration: number; readonly answer: string }
  | { readonly type: "agent:done"; readonly end: AgentEnd; readonly iterations: number; readonly calls: number };

/** `search`: with the question itself; `text-protocol`: actions as text; `keyword`, `extractive`, `abstention`: without the model. */
export type Fallback = "search" | "text-protocol" | "keyword" | "extractive" | "abstention";

/** `stuck`: it only repeated itself. `no-model`: none is configured. */
export type AgentEnd = "finished" | "adaptive-exit" | "max-iterations" | "stuck" | "model-failed" | "no-model";

export function tell(run: Pick<Run, "emit">, event: AgentEvent): void {
  run.emit(event);
}
