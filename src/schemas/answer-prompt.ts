import type { Attributes } from "../model.ts";
import type { AnswerSchema } from "./schema-types.ts";

/** The answer schema's prompt for one question: with the hints for what its `extra` says. A list there has the hints of its items. */
export function answerPrompt({ system_prompt, per_context_hints }: AnswerSchema, extra: Attributes = {}): string {
  const hints = Object.entries(per_context_hints).flatMap(([field, byValue]) => {
    const value = extra[field];
    if (value === undefined || value === null) return [];
    return [value].flat().flatMap((item) => (Object.hasOwn(byValue, String(item)) ? [byValue[String(item)]] : []));
  });
  return [system_prompt.trimEnd(), ...hints].join("\n\n");
}
