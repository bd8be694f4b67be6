/** A paragraph, an item of a list or a cell in a cell. */
export interface CellPart {
  readonly mark: string;
  readonly text: string;
}

/**
 * The text of a cell that holds items of its own. Docling's text of it has the spaces of the source within a line; the items tell
 * where a line ends, and have what that text leaves out: tables in the cell, captions, marks.
 */
export function cellText(given: string, parts: readonly CellPart[]): string {
  const letters: number[] = [];
  for (let i = 0; i < given.length; i++) if (given.charAt(i).trim() !== "") letters.push(i);
  const squeezed = letters.map((i) => given.charAt(i)).join("");
  const slice = (from: number, to: number) => (to > from ? given.slice(letters[from], (letters[to - 1] ?? 0) + 1) : "");
  const said: string[] = [];
  let at = 0;
  for (const { mark, text } of parts) {
    const own = text.replaceAll(/\s+/g, "");
    const found = own === "" ? -1 : squeezed.indexOf(own, at);
    if (found === -1) {
      said.push(mark + text);
      continue;
    }
    said.push(slice(at, found), mark + slice(found, found + own.length));
    at = found + own.length;
  }
  said.push(slice(at, letters.length));
  return said.filter((part) => part.trim() !== "").join(" ");
}
