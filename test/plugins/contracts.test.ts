import { describe } from "vitest";
import { ExtractiveAnswerGenerator } from "../../src/plugins/answer_generators/extractive.ts";
import { DefaultEvaluator } from "../../src/plugins/evaluators/default.ts";
import { JsonReporter } from "../../src/plugins/reporters/json.ts";
import { MarkdownReporter } from "../../src/plugins/reporters/markdown.ts";
import { testAnswerGenerator, testEvaluator, testReporter } from "../../src/testing/index.ts";

// Loaders, savers and retrievers run theirs beside their own tests.
describe("extractive", () => testAnswerGenerator({ create: () => new ExtractiveAnswerGenerator() }));
describe("default evaluator", () => testEvaluator({ create: () => new DefaultEvaluator() }));
describe("markdown reporter", () => testReporter({ create: () => new MarkdownReporter(), suffix: ".md" }));
describe("json reporter", () => testReporter({ create: () => new JsonReporter(), suffix: ".json" }));
