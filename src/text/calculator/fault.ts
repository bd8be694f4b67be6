/** A mistake in an expression, or a result that is no real number; the message is for whoever wrote the expression. */
export class CalculatorFault extends Error {
  override readonly name = "CalculatorFault";
}

export function fault(message: string): CalculatorFault {
  return new CalculatorFault(message);
}

/** What was written, short and on one line, for a message. */
export function shown(written: string): string {
  const line = written.replace(/\s+/gu, " ");
  return JSON.stringify(line.length > 40 ? `${line.slice(0, 40)}…` : line);
}
