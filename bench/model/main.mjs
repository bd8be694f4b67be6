// What is left of the promises when a real model answers? Fixed questions over the policy handbook, asked in three ways of a server that
// speaks OpenAI's protocol: the agent with the provider's tool calls, the agent with actions as text, and the grounded generator.
//
//   npm run bench:model -- --base-url URL --model NAME [--json FILE] [--questions 30] [--from 1]
//                          [--ways native,text,grounded] [--max-tokens 512] [--max-calls 60] [--top-k 10] [--key-variable NAME]
//
// A weak model may answer badly; it may not break a bound, throw, or leave a citation that does not resolve. Exits 1 when one of these
// did not hold. How well it answers is told beside that, and decides nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { judge } from "./judge.mjs";
import { askedOf, openHandbook } from "./project.mjs";
import { printSummary, summaryOf } from "./summary.mjs";

const { values } = parseArgs({
  options: {
    "base-url": { type: "string" },
    model: { type: "string" },
    json: { type: "string" },
    questions: { type: "string", default: "30" },
    from: { type: "string", default: "1" },
    ways: { type: "string", default: "native,text,grounded" },
    "max-tokens": { type: "string", default: "512" },
    "max-calls": { type: "string", default: "60" },
    "top-k": { type: "string", default: "10" },
    "key-variable": { type: "string" },
  },
});
if (values["base-url"] === undefined || values.model === undefined) {
  console.log("bench/model: no --base-url and --model given, skipped.");
  process.exit(0);
}

const bounds = { maxSteps: 5, maxCalls: Number(values["max-calls"]) };
const questions = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8")).slice(
  Number(values.from) - 1,
  Number(values.questions),
);
const endpoint = {
  baseUrl: values["base-url"],
  model: values.model,
  maxTokens: Number(values["max-tokens"]),
  topK: Number(values["top-k"]),
  key: values["key-variable"] === undefined ? "none" : process.env[values["key-variable"]],
};
const ways = values.ways.split(",");
const handbooks = new Map();
const results = [];
// An interrupted run has figures too; they are those of the questions that were asked.
process.once("SIGINT", () => end(130));
try {
  for (const way of ways) handbooks.set(way, await openHandbook(way, endpoint, bounds));
  // Question by question and not way by way, so that a run that is cut short has asked the same of each.
  for (const asked of questions) {
    for (const [way, { project }] of handbooks) {
      const result = judge(asked, way, bounds, await askedOf(project, asked.question));
      results.push(result);
      const faults = result.broken.length === 0 ? "" : ` BROKEN: ${result.broken.join("; ")}`;
      console.log(
        `${way.padEnd(8)} ${(result.ms / 1000).toFixed(1).padStart(6)} s  ${result.outcome.padEnd(10)} ${asked.question}${faults}`,
      );
      save();
    }
  }
} catch (error) {
  removeAll();
  throw error;
}
end(results.some(({ broken }) => broken.length > 0) ? 1 : 0);

function end(code) {
  removeAll();
  console.log(
    `\n${values.model}, ${new Set(results.map(({ question }) => question)).size} of ${questions.length} questions, Node ${process.version}`,
  );
  for (const way of ways) printSummary(way, summaryOf(results.filter((result) => result.way === way)));
  save();
  process.exit(code);
}

function removeAll() {
  for (const { remove } of handbooks.values()) remove();
}

function save() {
  if (values.json === undefined) return;
  const summaries = Object.fromEntries(ways.map((way) => [way, summaryOf(results.filter((result) => result.way === way))]));
  writeFileSync(values.json, `${JSON.stringify({ model: values.model, bounds, summaries, results }, null, 2)}\n`);
}
