import type { OpenField } from "./fields.ts";

/** A code is looked at by its first words. */
const MAX_CODE = 10_000;

/** The fields that are open at a place of a story, the innermost last. */
export class FieldStack {
  readonly #fields: OpenField[] = [];
  #inCode = 0;

  /** Somewhere in a code: what stands there is not shown. */
  get inCode(): boolean {
    return this.#inCode > 0;
  }

  begin(place: Omit<OpenField, "code" | "phase">): void {
    this.#fields.push({ code: "", phase: "code", ...place });
    this.#inCode++;
  }

  code(text: string): void {
    const field = this.#fields.at(-1);
    if (field !== undefined && field.code.length < MAX_CODE) field.code += text;
  }

  /** The code ends, the result begins. */
  separate(): void {
    const field = this.#fields.at(-1);
    if (field?.phase !== "code") return;
    field.phase = "result";
    this.#inCode--;
  }

  /** @returns the field that ends here */
  end(): OpenField | undefined {
    const field = this.#fields.pop();
    if (field?.phase === "code") this.#inCode--;
    return field;
  }

  /** A code whose end is missing must not swallow what follows: words that are no code are text again. */
  abandonCodes(): void {
    if (this.#inCode === 0) return;
    for (const field of this.#fields) field.phase = "result";
    this.#inCode = 0;
  }
}
