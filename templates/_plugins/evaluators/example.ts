import type { EvalCase, Evaluator, Outcome, Score } from "right-rag";

/**
 * Whether an answer names its source: 1 for at least one citation, all of them verified; 0 for none, or for words that do
 * not stand where the answer says. It does not apply where there was nothing to answer.
 *
 * Every evaluator of a project scores every case. The metric has this plugin's name, so that no other has the same.
 */
export default class ExampleEvaluator implements Evaluator {
  readonly name = "example";

  evaluate(evalCase: EvalCase, { answer }: Outcome): Score[] {
    const metric = this.name;
    if (answer === undefined) return [{ metric, value: null, reason: "no answer was asked for" }];
    if (evalCase.expectAbstention === true) return [{ metric, value: null, reason: "the case expects no answer" }];
    if (answer.abstained) return [{ metric, value: 0, reason: "the answer abstains" }];
    const { length } = answer.citations;
    if (length === 0) return [{ metric, value: 0, reason: "the answer cites nothing" }];
    if (!answer.grounded) return [{ metric, value: 0, reason: "a quotation does not stand in its source" }];
    return [{ metric, value: 1, reason: `the answer has ${length} verified ${length === 1 ? "citation" : "citations"}` }];
  }
}
