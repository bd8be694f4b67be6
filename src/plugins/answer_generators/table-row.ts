/**
 * A row of a pipe table as one reads it aloud: "Route: Tram; Euro: 3". Empty cells are left out, and a cell without a column stands alone.
 *
 * @param head - the table's head row, when it is known
 */
export function readRow(row: string, head: string | undefined): string {
  const columns = head === undefined ? [] : cellsOf(head);
  return cellsOf(row)
    .map((cell, i) => (cell === "" || (columns[i] ?? "") === "" ? cell : `${columns[i]}: ${cell}`))
    .filter((cell) => cell !== "")
    .join("; ");
}

/** Trimmed, with white space in them made single spaces. A pipe after a backslash parts no cells. */
function cellsOf(row: string): string[] {
  const cells = [""];
  const line = row.trim();
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === "|") cells.push("");
    else {
      const escaped = char === "\\" && line.charAt(at + 1) === "|";
      cells[cells.length - 1] += escaped ? "|" : char;
      if (escaped) at++;
    }
  }
  if (cells[0]?.trim() === "" && line.startsWith("|")) cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === "") cells.pop();
  return cells.map((cell) => cell.replace(/\s+/g, " ").trim());
}
