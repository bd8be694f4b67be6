import { fault, shown } from "./fault.ts";
import { CONSTANTS, FUNCTIONS } from "./functions.ts";
import { power } from "./power.ts";
import { add, compare, divide, fromDecimal, multiply, negate, ONE, type Rational, rational, remainder } from "./rational.ts";
import type { Token } from "./tokens.ts";

const MAX_DEPTH = 64;

/** Units of scale, written behind a number. */
const SCALES: ReadonlyMap<string, Rational> = new Map([
  ...["hundred"].map((name) => [name, rational(100n)] as const),
  ...["k", "thousand"].map((name) => [name, rational(1_000n)] as const),
  ...["m", "mn", "mm", "mio", "million", "millions"].map((name) => [name, rational(1_000_000n)] as const),
  ...["b", "bn", "billion", "billions"].map((name) => [name, rational(1_000_000_000n)] as const),
  ...["tn", "trillion", "trillions"].map((name) => [name, rational(1_000_000_000_000n)] as const),
  ...["percent"].map((name) => [name, rational(1n, 100n)] as const),
  ...["bp", "bps"].map((name) => [name, rational(1n, 10_000n)] as const),
]);
const PERCENT = rational(1n, 100n);

/** `percent`: written as so many per cent, and nothing else. */
type Value = Rational & { readonly percent?: true };

/** The value of a whole expression: sums of products of powers. */
export function evaluate(tokens: readonly Token[]): Rational {
  const reader = new Evaluation(tokens);
  const value = reader.sum();
  reader.end();
  return value;
}

class Evaluation {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  sum(): Value {
    if (++this.#depth > MAX_DEPTH) throw fault(`The calculation is nested more than ${MAX_DEPTH} deep.`);
    let value = this.#product();
    for (let sign = this.#takeSign("+-"); sign !== undefined; sign = this.#takeSign("+-")) {
      const right = this.#product();
      value = addTerms(value, sign === "+" ? right : { ...right, ...negate(right) });
    }
    this.#depth--;
    return value;
  }

  end(): void {
    const token = this.#tokens[this.#at];
    if (token === undefined) return;
    if (token.type === "sign" && token.sign === ")") throw fault('There is a ")" without its "(".');
    if (token.type === "sign" && token.sign === ",") throw fault("A comma stands between numbers of a function, or between thousands.");
    if (token.type === "name") throw unknownName(token.name);
    throw fault(`A sign is missing before ${shown(written(token))}.`);
  }

  #product(): Value {
    let value = this.#signed();
    for (;;) {
      const sign = this.#takeSign("*/%") ?? this.#takeName("of");
      if (sign === undefined) return value;
      const right = this.#signed();
      value = sign === "/" ? divide(value, right) : sign === "%" ? remainder(value, right) : multiply(value, right);
    }
  }

  /** -2^2 is -4: the power comes first. */
  #signed(): Value {
    let negative = false;
    for (let sign = this.#takeSign("+-"); sign !== undefined; sign = this.#takeSign("+-")) negative = negative !== (sign === "-");
    const base = this.#scaled();
    const value = this.#takeSign("^") === undefined ? base : power(base, this.#exponent());
    return negative ? { ...value, ...negate(value) } : value;
  }

  /** 2^3^2 is 2^9: powers are read from the right. */
  #exponent(): Rational {
    if (++this.#depth > MAX_DEPTH) throw fault(`The calculation is nested more than ${MAX_DEPTH} deep.`);
    const value = this.#signed();
    this.#depth--;
    return value;
  }

  /** A value with what stands behind it: `5%`, `1.2 million`. */
  #scaled(): Value {
    let value: Value = this.#primary();
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token?.type === "name" && SCALES.has(token.name.toLowerCase())) {
        this.#at++;
        value = multiply(value, SCALES.get(token.name.toLowerCase()) ?? ONE);
        if (token.name.toLowerCase() === "percent") value = { ...value, percent: true };
      } else if (token?.type === "sign" && token.sign === "%" && !this.#beginsValue(this.#at + 1)) {
        this.#at++;
        value = { ...multiply(value, PERCENT), percent: true };
      } else return value;
    }
  }

  #primary(): Rational {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw fault(this.#tokens.length === 0 ? "There is nothing to calculate." : "The calculation ends too early.");
    if (token.type === "number") return fromDecimal(token.digits, token.exponent);
    if (token.type === "name") return this.#named(token.name);
    if (token.sign !== "(") throw fault(`A number is missing before ${shown(token.sign)}.`);
    const value = this.sum();
    this.#close();
    const { num, den, rounded } = value;
    return { num, den, rounded };
  }

  #named(name: string): Rational {
    const mathFunction = FUNCTIONS.get(name.toLowerCase());
    if (mathFunction !== undefined) {
      if (this.#takeSign("(") === undefined) throw fault(`${name} is a function: write ${name}(…).`);
      const values = this.#arguments();
      const { least, most, call } = mathFunction;
      if (values.length >= least && values.length <= most) return call(values);
      const wanted = least === most ? String(least) : `${least} to ${most}`;
      throw fault(`${name} takes ${wanted} argument${wanted === "1" ? "" : "s"}, and got ${values.length}.`);
    }
    const constant = CONSTANTS.get(name.toLowerCase());
    if (constant !== undefined) return constant;
    if (SCALES.has(name.toLowerCase())) throw fault(`${shown(name)} stands behind a number, as in "2 ${name}".`);
    throw unknownName(name);
  }

  #arguments(): Rational[] {
    if (this.#takeSign(")") !== undefined) return [];
    const values = [this.sum()];
    while (this.#takeSign(",") !== undefined) values.push(this.sum());
    this.#close();
    return values;
  }

  #close(): void {
    if (this.#takeSign(")") !== undefined) return;
    const token = this.#tokens[this.#at];
    if (token?.type === "name") throw unknownName(token.name);
    throw fault(token === undefined ? 'A ")" is missing at the end.' : `A sign or a ")" is missing before ${shown(written(token))}.`);
  }

  #beginsValue(at: number): boolean {
    const token = this.#tokens[at];
    return token?.type === "number" || (token?.type === "name" && token.name !== "of") || (token?.type === "sign" && token.sign === "(");
  }

  #takeSign(signs: string): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.type !== "sign" || !signs.includes(token.sign)) return undefined;
    this.#at++;
    return token.sign;
  }

  #takeName(name: string): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.type !== "name" || token.name.toLowerCase() !== name) return undefined;
    this.#at++;
    return name;
  }
}

/** "200 + 10%" is 220 to some and 200.1 to others, so it is neither. "1 + 10%" is 1.1 to both. */
function addTerms(left: Value, right: Value): Value {
  const total = add(left, right);
  if (right.percent !== true) return total;
  if (left.percent === true) return { ...total, percent: true };
  if (compare(left, ONE) === 0 || right.num === 0n) return total;
  throw fault("A per cent added to a number is ambiguous: write 200 * (1 + 10%) for ten per cent more, or 200 + 0.1.");
}

function unknownName(name: string): Error {
  if (FUNCTIONS.has(name.toLowerCase()) || CONSTANTS.has(name.toLowerCase())) return fault(`A sign is missing before ${shown(name)}.`);
  const known = [...FUNCTIONS.keys(), ...CONSTANTS.keys()].join(", ");
  return fault(`${shown(name)} is an unknown name and not allowed. There are: ${known}.`);
}

function written(token: Token): string {
  if (token.type === "number") return token.exponent === 0 ? token.digits : `${token.digits}e${token.exponent}`;
  return token.type === "name" ? token.name : token.sign;
}
