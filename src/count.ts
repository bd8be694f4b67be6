/** `1 document`, `2 documents`. */
export function count(n: number, noun: string, many = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : many}`;
}
