import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Run } from "../../../src/interfaces.ts";
import type { EvalReport } from "../../../src/model.ts";
import { MarkdownReporter, markdownReport } from "../../../src/plugins/reporters/markdown.ts";
import { defaultSchemas } from "../../../src/schemas/defaults.ts";

const report: EvalReport = {
  results: [
    {
      caseId: "fee",
      question: "What is the fee?",
      durationMs: 12.4,
      scores: [
        { metric: "expectedText", value: 1, reason: "all that was expected is there" },
        { metric: "mrr", value: 1 / 3, reason: "the first expected piece is number 3" },
      ],
      answer: {
        question: "What is the fee?",
        text: "The fee is 12 | 13.\n# <b>Now</b> `x` [1]",
        citations: [
          {
            number: 1,
            source: "a.md",
            documentId: "d",
            unitId: "u",
            path: ["A_b"],
            label: "a.md › A_b",
            quote: "The fee is 12 | 13.\n# <b>Now</b> `x`",
          },
        ],
        evidence: [],
        grounded: true,
        abstained: false,
        searched: ["fee"],
        trace: [],
      },
    },
    { caseId: "pump", question: "Pump?", durationMs: 3, scores: [], error: 'Answering by "x" failed: boom' },
  ],
  summary: { expectedText: { mean: 1, cases: 1 }, mrr: { mean: 1 / 3, cases: 1 }, abstention: { mean: null, cases: 0 } },
  failed: 1,
};

it("shows the means, a line for each case, and each case in full, with foreign text escaped", () => {
  expect(markdownReport(report)).toMatchInlineSnapshot(`
    "# Evaluation

    2 cases, **1 failed** (they count in no mean).

    | metric | mean | cases |
    | --- | ---: | ---: |
    | expectedText | 1 | 1 |
    | mrr | 0.333 | 1 |
    | abstention | – | 0 |

    ## Cases

    | case | expectedText | mrr | abstention | ms |
    | --- | ---: | ---: | ---: | ---: |
    | fee | 1 | 0.333 | – | 12 |
    | pump | failed | failed | failed | 3 |

    ### fee

    - Question: What is the fee?
    - Answer: The fee is 12 \\| 13. \\# \\<b\\>Now\\</b\\> \\\`x\\\` \\[1\\]
      - \\[1\\] a.md › A\\_b: “The fee is 12 \\| 13. \\# \\<b\\>Now\\</b\\> \\\`x\\\`”
    - mrr 0.333: the first expected piece is number 3

    ### pump

    - Question: Pump?
    - **Failed:** Answering by "x" failed: boom
    "
  `);
});

it("writes to the reports folder, or to a path whose suffix fits, and leaves no other file", async () => {
  const root = await mkdtemp(join(tmpdir(), "right-rag-"));
  const run: Run = {
    root,
    output: join(root, "output"),
    settings: {},
    log: () => {},
    signal: new AbortController().signal,
    emit: () => {},
    model: () => undefined,
    schemas: async () => ({ ...defaultSchemas, files: {} }),
  };
  const usual = join(root, "output", "evaluation", "report.md");
  expect(await new MarkdownReporter().report(report, undefined, run)).toEqual([usual]);
  expect(await new MarkdownReporter().report(report, "out/r.json", run)).toEqual([usual]);
  expect(await new MarkdownReporter({ folder: "reports" }).report(report, undefined, run)).toEqual([join(root, "reports", "report.md")]);
  expect(await new MarkdownReporter().report(report, "out/r.MD", run)).toEqual([join(root, "out", "r.MD")]);
  expect(await readFile(join(root, "out", "r.MD"), "utf8")).toBe(markdownReport(report));
  expect(await readdir(join(root, "output", "evaluation"))).toEqual(["report.md"]);
});
