/** `a + sign * b`, by field number; what is missing at the end is 0. */
export function lengthsPlus(a: readonly number[], b: readonly number[], sign: 1 | -1): number[] {
  const sum: number[] = [];
  for (let field = 0; field < Math.max(a.length, b.length); field++) sum.push((a[field] ?? 0) + sign * (b[field] ?? 0));
  return sum;
}
