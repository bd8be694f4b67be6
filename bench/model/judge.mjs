// What one answer shows of the promises, from the events of its run, its counts and a recheck of its citations.

/** Model calls that the agent may make beyond its steps: the last one, for the answer only; and the one that learns that tools are refused. */
const CALLS_BEYOND_STEPS = 1;
/** As documented in GroundingOptions, with its defaults. */
const GROUNDED = { rewrites: 3, drafts: 3, polishes: 1 };
const TOOL_CALLS_A_MESSAGE = 8;
/** Statements of the agent's answer that are checked, each with one call more where no verdict can be read. */
const STATEMENTS = 16;
/** What the agent says of a call that it could not make sense of. */
const UNREAD = /^Error: (?:There is no tool|The arguments |"[^"]*")/;

export function judge({ question, says, abstains = false }, way, bounds, { ms, events, answer, verification, error }) {
  if (answer === undefined) return { question, way, ms, outcome: "exception", broken: [`exception ${error}`] };
  const { counts = {} } = answer;
  const of = (type) => events.filter((event) => event.type === type);
  const calls = of("model:call");
  const tokens = (kind) => calls.reduce((sum, call) => sum + (call[kind] ?? 0), 0);
  const fallbacks = [...of("agent:fallback").map(({ to }) => to), ...of("grounding:fallback").map(() => "extractive")];
  const isWritten = !answer.abstained && !fallbacks.includes("extractive") && !fallbacks.includes("abstention");
  const told = fold([answer.text, ...answer.citations.map(({ quote }) => quote)].join("\n"));
  const broken = way === "grounded" ? groundedBounds(counts, calls, bounds) : agentBounds(of, calls, counts, fallbacks, bounds);
  const unresolved = verification.findings.filter(({ status }) => status !== "good").length;
  if (unresolved > 0) broken.push(`${unresolved} citations do not resolve`);
  return {
    question,
    way,
    ms,
    outcome: answer.abstained ? "abstained" : isWritten ? (answer.grounded ? "grounded" : "answered") : "quoted",
    broken,
    abstains,
    right: abstains ? answer.abstained : !answer.abstained && told.includes(fold(says)),
    format: way === "grounded" ? groundedFormat(counts, of) : agentFormat(of, counts),
    citations: answer.citations.length,
    unknownCitations: (counts.unknownCitations ?? 0) + of("grounding:draft").reduce((sum, { unknown }) => sum + unknown.length, 0),
    claims: claimsOf(of("grounding:check")),
    fallbacks,
    end: of("agent:done")[0]?.end,
    modelCalls: calls.length,
    failedCalls: calls.filter(({ error: failure }) => typeof failure === "string").length,
    inputTokens: tokens("inputTokens"),
    outputTokens: tokens("outputTokens"),
    counts,
    text: answer.text,
  };
}

/**
 * Replies that could be used as what was asked for: with an action, or as the final answer. An answer that had to be asked for once
 * more, bare prose where an action was due, and an action whose tool or input could not be read are none.
 */
function agentFormat(of, { checks = 0 }) {
  const own = ({ call }) => !call.startsWith("fallback_");
  const observed = of("agent:observation").filter(own);
  const unread = observed.filter(({ ok, output }) => !ok && UNREAD.test(output)).map(({ call }) => call);
  const acted = new Set(
    of("agent:action")
      .filter((action) => own(action) && !unread.includes(action.call))
      .map(({ iteration }) => iteration),
  );
  const [final] = of("agent:final-answer");
  // Ended by `finish`, the answer is the action of its step; at a bound it is a reply of its own.
  const isSameReply = final !== undefined && of("agent:done")[0]?.end === "finished" && acted.has(final.iteration);
  const replies = of("model:call").filter(({ error, role }) => typeof error !== "string" && role !== "grader").length;
  const unverified = of("grounding:check").reduce((sum, event) => sum + event.unverified, 0);
  return {
    replies,
    held: acted.size + (final === undefined || isSameReply ? 0 : 1),
    actions: observed.length,
    read: observed.length - unread.length,
    verdicts: checks,
    verdictsRead: Math.max(0, checks - unverified),
  };
}

/** The replies with a form are verdicts: on evidence, and on statements. */
function groundedFormat({ graded = 0, ungraded = 0, checks = 0 }, of) {
  const unverified = of("grounding:check").reduce((sum, event) => sum + event.unverified, 0);
  const verdicts = graded + ungraded + checks;
  const verdictsRead = graded + Math.max(0, checks - unverified);
  return { replies: 0, held: 0, actions: 0, read: 0, verdicts, verdictsRead };
}

function agentBounds(of, all, { checks = 0 }, fallbacks, { maxSteps }) {
  const broken = [];
  const steps = of("agent:iteration").length;
  const calls = all.filter(({ role }) => role !== "grader");
  const verdicts = all.length - calls.length;
  if (checks > STATEMENTS) broken.push(`${checks} statements checked, of ${STATEMENTS}`);
  if (verdicts > 2 * checks) broken.push(`${verdicts} calls of the grader for ${checks} statements`);
  const most = maxSteps + CALLS_BEYOND_STEPS + (fallbacks.includes("text-protocol") ? 1 : 0);
  if (steps > maxSteps) broken.push(`${steps} steps of ${maxSteps}`);
  if (calls.length > most) broken.push(`${calls.length} calls of the model, of ${most}`);
  if (of("agent:done").length !== 1) broken.push(`agent:done ${of("agent:done").length} times`);
  const made = (of("agent:done")[0]?.calls ?? 0) / maxSteps;
  if (made > TOOL_CALLS_A_MESSAGE) broken.push(`${made} calls of tools in a step`);
  return broken;
}

function groundedBounds(counts, calls, { maxCalls }) {
  const broken = Object.entries(GROUNDED).flatMap(([name, most]) => (counts[name] > most ? [`${counts[name]} ${name} of ${most}`] : []));
  if (calls.length > maxCalls || counts.calls > maxCalls) broken.push(`${calls.length} calls of the model, of ${maxCalls}`);
  return broken;
}

/** Statements of the last draft, as they were checked. */
function claimsOf(checks) {
  const last = checks.at(-1);
  if (last === undefined) return { checked: 0, supported: 0 };
  return { checked: last.supported + last.uncited + last.unverified + last.rejected, supported: last.supported };
}

function fold(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[*_`]/g, "").replace(/[‘’]/g, "'").replace(/\s+/g, " ");
}
