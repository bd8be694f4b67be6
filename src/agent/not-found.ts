/** What a model begins its final answer with when the documents do not carry one. */
export const NOT_FOUND = "NOT FOUND";

const BEGINNING = /^[\s*_"'`#>[(]*NOT[ _]FOUND\b[\s*_"'`\])]*[:.,;–—-]*\s*/i;

export function isNotFound(answer: string): boolean {
  return BEGINNING.test(answer);
}

/** What the model said beside it: where it looked, or what is missing. */
export function besidesNotFound(answer: string): string {
  return answer.replace(BEGINNING, "").trim();
}
