/** Numbers as a reader writes them: `1–3, 7`. @param numbers - rising */
export function pageRanges(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let end = i;
    while (numbers[end + 1] === (numbers[end] as number) + 1) end++; // `end` is a place of `numbers`
    ranges.push(i === end ? String(numbers[i]) : `${numbers[i]}–${numbers[end]}`);
    i = end + 1;
  }
  return ranges.join(", ");
}

/** `page 3` or `pages 1–3, 7`. */
export function onPages(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "page" : "pages"} ${pageRanges(numbers)}`;
}
