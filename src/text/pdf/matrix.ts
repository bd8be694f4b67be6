/** An affine map of the plane, as PDF writes it: `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Left, top, right, bottom; `y` grows downwards. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** First `inner`, then `outer`. */
export function compose(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** The upright box around a rectangle that was mapped. */
export function mappedBox(matrix: Matrix, [left, top, right, bottom]: Box): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [left, right]) {
    for (const y of [top, bottom]) {
      xs.push(matrix[0] * x + matrix[2] * y + matrix[4]);
      ys.push(matrix[1] * x + matrix[3] * y + matrix[5]);
    }
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The upright box around both; either may be undefined. */
export function joinBoxes(one: Box | undefined, other: Box): Box {
  if (one === undefined) return other;
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];
}
