/** The figures of one way. */
export function summaryOf(results) {
  const sum = (pick) => results.reduce((total, result) => total + (pick(result) ?? 0), 0);
  const count = (holds) => results.filter(holds).length;
  const fallbacks = {};
  for (const to of results.flatMap((result) => result.fallbacks ?? [])) fallbacks[to] = (fallbacks[to] ?? 0) + 1;
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    questions: results.length,
    boundsHeld: count(({ broken }) => broken.length === 0),
    exceptions: count(({ outcome }) => outcome === "exception"),
    replies: sum(({ format }) => format?.replies),
    formatHeld: sum(({ format }) => format?.held),
    actions: sum(({ format }) => format?.actions),
    verdicts: sum(({ format }) => format?.verdicts),
    verdictsRead: sum(({ format }) => format?.verdictsRead),
    actionsRead: sum(({ format }) => format?.read),
    citations: sum(({ citations }) => citations),
    unknownCitations: sum(({ unknownCitations }) => unknownCitations),
    statements: sum(({ claims }) => claims?.checked),
    statementsSupported: sum(({ claims }) => claims?.supported),
    outcomes: Object.fromEntries(
      ["grounded", "answered", "quoted", "abstained", "exception"].map((name) => [name, count(({ outcome }) => outcome === name)]),
    ),
    fallbacks,
    right: count(({ right }) => right),
    modelCalls: sum(({ modelCalls }) => modelCalls),
    failedCalls: sum(({ failedCalls }) => failedCalls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    maxMs: times.at(-1) ?? 0,
  };
}

export function printSummary(way, figures) {
  const { questions, outcomes, fallbacks } = figures;
  const list = (counts) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ") || "none";
  console.log(`\n${way}`);
  console.log(`  bounds held          ${figures.boundsHeld} of ${questions}, exceptions ${figures.exceptions}`);
  if (way !== "grounded") {
    console.log(`  format held          ${figures.formatHeld} of ${figures.replies} replies with an action or an answer`);
    console.log(`  actions              ${figures.actionsRead} of ${figures.actions} with a tool and input that could be read`);
  }
  console.log(`  verdicts             ${figures.verdictsRead} of ${figures.verdicts} could be read`);
  console.log(`  checks held          ${figures.statementsSupported} of ${figures.statements} statements of last drafts`);
  console.log(
    `  citations            ${figures.citations} given, all resolve unless told above; ${figures.unknownCitations} to no passage, taken out`,
  );
  console.log(`  outcomes             ${list(outcomes)}`);
  console.log(`  fallbacks            ${list(fallbacks)}`);
  console.log(`  says what it should  ${figures.right} of ${questions}`);
  console.log(`  model calls          ${figures.modelCalls}, failed ${figures.failedCalls}`);
  console.log(`  tokens               ${figures.inputTokens} in, ${figures.outputTokens} out`);
  console.log(
    `  time                 median ${(figures.medianMs / 1000).toFixed(1)} s, longest ${(figures.maxMs / 1000).toFixed(1)} s a question`,
  );
}
