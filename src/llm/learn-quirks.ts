import type { Quirks, ResponseFormat } from "./providers.ts";
import type { RequestBody } from "./request.ts";

/** What a server said when it refused a request as malformed. */
export interface Complaint {
  readonly status: number;
  /** The field it names, where it names one by itself. */
  readonly param?: string;
  readonly said: string;
}

export interface Lesson {
  readonly quirks: Quirks;
  /** What is done differently from now on, as the end of a sentence. */
  readonly change: string;
}

const NOT_TAKEN =
  /unsupported|not support|n[o']t (?:support|accept|permit|allow|know|recogni|exist|take|available)|not? (?:longer )?(?:supported|accepted|permitted|allowed|recogni[sz]ed|available|implemented|valid)|unrecogni[sz]ed|unknown|unexpected|extra (?:fields?|inputs?|param)|invalid|unavailable|deprecated|only (?:the )?default|must be/i;
/** Then the field is known, and it is its value that its owner must mend. */
const OUT_OF_RANGE = /too (?:large|high|big|long|many|small)|at (?:most|least)|exceed|greater|less than|between|range|maximum|minimum/i;
const ROLES = /system (?:role|messages?|prompts?)\b|role[^.]{0,40}\bsystem\b/i;
const ALTERNATE = /must alternate/i;
/** Not merely a complaint about a tool's message or schema. */
const NO_TOOLS =
  /(?:n[o']t support|unsupported|no endpoints? found that support)[^.]*\b(?:tools?|functions?)\b|\b(?:tools?|tool[_ ]choice|function[_ ]?calls?|function[_ ]calling)\b[^.]{0,60}(?:not supported|unsupported|requires|unavailable|not available|not enabled|disabled)|(?:unrecogni[sz]ed|unknown|extra|not permitted)[^.]*\btools\b/i;

const nextFormat: { readonly [way in ResponseFormat]: ResponseFormat } = {
  strict: "schema",
  schema: "object",
  object: "none",
  none: "none",
};

/**
 * How to ask a server instead that refused a request, from which of the fields we sent it names; undefined when it names
 * none. Each lesson takes something away, so that learning ends.
 */
export function learnFrom({ status, param = "", said }: Complaint, sent: RequestBody, quirks: Quirks): Lesson | undefined {
  if (![400, 404, 422, 500, 501].includes(status)) return undefined;
  const named = (...names: readonly string[]) =>
    names.some((name) => param === name || param.startsWith(`${name}.`) || new RegExp(`\\b${name}\\b`, "i").test(said));
  const refused = NOT_TAKEN.test(said) || param !== "";
  const clientError = status === 400 || status === 422;

  if (
    clientError &&
    sent.response_format !== undefined &&
    refused &&
    named("response_format", "json_schema", "json_object", "json mode", "schema")
  ) {
    const next = nextFormat[quirks.responseFormat];
    const change =
      next === "none"
        ? "response_format is left out"
        : `response_format asks for ${next === "object" ? "any JSON object" : "a schema that is not strict"}`;
    return { quirks: { ...quirks, responseFormat: next }, change };
  }
  if (clientError && sent.stream_options !== undefined && refused && named("stream_options", "include_usage")) {
    return { quirks: { ...quirks, streamUsage: false }, change: "stream_options is left out, so its tokens are unknown" };
  }
  const limit = quirks.maxTokensField;
  if (clientError && limit !== null && sent[limit] !== undefined && refused && named(limit) && !OUT_OF_RANGE.test(said)) {
    return otherLimit(quirks, limit);
  }
  if (clientError && sent.temperature !== undefined && refused && named("temperature") && !OUT_OF_RANGE.test(said)) {
    return { quirks: { ...quirks, maxTemperature: null }, change: "temperature is left out" };
  }
  if (sent.tools !== undefined && status !== 500 && (NO_TOOLS.test(said) || (refused && param === "tools" && !/schema/i.test(said)))) {
    return { quirks: { ...quirks, tools: false }, change: "it is asked without tools" };
  }
  // Template engines fail on roles with a server error.
  if (quirks.systemRole && status !== 404 && ((refused && ROLES.test(said)) || ALTERNATE.test(said))) {
    return { quirks: { ...quirks, systemRole: false }, change: "instructions are sent in the first user message" };
  }
  return undefined;
}

/** The other name first; when the server refuses that one too, none. */
function otherLimit(quirks: Quirks, limit: "max_tokens" | "max_completion_tokens"): Lesson {
  const limitsTried = quirks.limitsTried + 1;
  if (limitsTried > 1) return { quirks: { ...quirks, maxTokensField: null, limitsTried }, change: `${limit} is left out` };
  const other = limit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return { quirks: { ...quirks, maxTokensField: other, limitsTried }, change: `${other} is sent in place of ${limit}` };
}
