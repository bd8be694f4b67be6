import { InvalidArgumentError } from "commander";

/** A parser for a number given as an option. */
export function parseNumber(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value < least)
      throw new InvalidArgumentError(`${option} takes a number of ${least} or more.`);
    return value;
  };
}

/** A parser for a whole number given as an option. */
export function parseWhole(option: string, least: number): (text: string) => number {
  const parse = parseNumber(option, least);
  return (text) => {
    const value = parse(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError(`${option} takes a whole number of ${least} or more.`);
    return value;
  };
}
