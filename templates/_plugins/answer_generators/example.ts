import type { AnswerGenerator, DraftAnswer, Query, Retrieval } from "right-rag";

const PASSAGES = 3;
/** Characters of a passage that are quoted. */
const LONGEST = 400;

/**
 * The best passages as a list, each quoted and cited: for people who judge for themselves.
 *
 * A project answers with one generator. Once it has two, its config must say which: `answerGenerator: "example"`.
 */
export default class ExampleAnswerGenerator implements AnswerGenerator {
  readonly name = "example";

  answer(query: Query, retrieval: Retrieval): DraftAnswer {
    const { evidence, searched } = retrieval;
    const best = evidence.slice(0, PASSAGES);
    if (best.length === 0) {
      const text = `Nothing was found for “${query.text}”. Searched for: ${searched.join(", ")}.`;
      return { text, evidence: [], cites: [], abstained: true };
    }
    // A quotation must stand in its evidence to the character, so it is cut from it and never reworded.
    const quotes = best.map((piece) => opening(piece.text));
    return {
      text: best.map(({ path }, i) => `${path.join(" › ")} [${i + 1}]\n“${quotes[i]}”`).join("\n\n"),
      evidence,
      cites: quotes.map((quote, i) => ({ evidence: i + 1, quote })),
    };
  }
}

/** The first sentences or words of a passage, as they stand there. */
function opening(passage: string): string {
  const text = passage.trim();
  if (text.length <= LONGEST) return text;
  const head = text.slice(0, LONGEST);
  const [sentences] = /^.*[.!?](?=\s)/s.exec(head) ?? [];
  const [words] = /^.*\S(?=\s)/s.exec(head) ?? [];
  return sentences ?? words ?? [...head].slice(0, -1).join("");
}
