import type { ModelDelta } from "../interfaces.ts";
import { type CallContext, callModel } from "./call-model.ts";
import { cutAtLimit } from "./model-errors.ts";
import type { Ask } from "./request.ts";

/** `Model.stream`: text as it comes, and at the end of a whole reply its calls of tools. */
export async function* streamReply(ask: Ask, context: CallContext): AsyncGenerator<ModelDelta> {
  const { finish, calls } = yield* callModel(ask, context, "streamed");
  if (finish === "length") throw cutAtLimit(ask.model);
  for (const call of calls) yield { call };
}
