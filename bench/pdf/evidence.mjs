/**
 * node bench/pdf/evidence.mjs DIR [--json FILE]
 *
 * DIR holds `pdfs/*.pdf` and `questions.jsonl` of FinanceBench. Is the text of each piece of evidence on the page that it was taken
 * from, in the same order, and are the numbers of each of its table rows on one line? Letters and digits are compared, and no spaces: some
 * of the given texts have lost theirs. Needs `npm run build`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadPdf } from "./load-pdf.mjs";

const [folder, flag, output] = process.argv.slice(2);
if (folder === undefined || !existsSync(join(folder, "questions.jsonl"))) {
  process.stderr.write("Skipped: give a folder that holds pdfs/ and questions.jsonl of FinanceBench.\n");
  process.exit(0);
}

/** A piece counts as found when so many of its letters and digits stand on the page in its order. */
const FOUND = 0.9;

const documents = new Map();
for (const name of readdirSync(join(folder, "pdfs")).sort()) {
  documents.set(basename(name, ".pdf"), await loadPdf(join(folder, "pdfs", name)));
}
const pieces = [];
for (const line of readFileSync(join(folder, "questions.jsonl"), "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  for (const [i, evidence] of question.evidence.entries()) {
    const document = documents.get(evidence.doc_name ?? question.doc_name);
    if (document === undefined) continue;
    const number = evidence.evidence_page_num + 1; // theirs count from 0
    const page = document.pages.find((candidate) => candidate.number === number);
    const text = page === undefined ? "" : document.text.slice(page.start, page.end);
    const heads = (document.metadata.leftOut ?? []).map((head) => head.text).join("\n");
    const gold = letters(withoutHeads(evidence.evidence_text, heads));
    const there = letters(text);
    const rows = rowsOf(evidence.evidence_text);
    const lines = text.split("\n").map((row) => numbersOf(row).join(" "));
    pieces.push({
      id: `${question.financebench_id}#${i}`,
      document: question.doc_name,
      page: number,
      letters: gold.length,
      inOrder: gold.length === 0 ? 1 : commonLength(gold, there) / gold.length,
      rows: rows.length,
      rowsWhole: rows.filter((row) => lines.some((line) => ` ${line} `.includes(` ${row.join(" ")} `))).length,
    });
  }
}
const found = pieces.filter(({ inOrder }) => inOrder >= FOUND).length;
const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
const whole = pieces.reduce((sum, piece) => sum + piece.rowsWhole, 0);
const report = {
  pieces: pieces.length,
  found,
  foundShare: found / pieces.length,
  meanInOrder: pieces.reduce((sum, piece) => sum + piece.inOrder, 0) / pieces.length,
  rows,
  rowsWhole: whole,
  rowsShare: whole / rows,
};
for (const piece of pieces.filter(({ inOrder }) => inOrder < FOUND)) process.stderr.write(`below: ${JSON.stringify(piece)}\n`);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
if (flag === "--json" && output !== undefined) writeFileSync(output, JSON.stringify({ report, pieces }, null, 2));

/** Letters and digits in lower case, one a place. */
function letters(text) {
  return [
    ...text
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ""),
  ];
}

/** Running headers and footers are left out of our text, and counted there. */
function withoutHeads(text, heads) {
  const known = new Set(heads.split("\n").map((head) => letters(head).join("").replaceAll(/\d+/g, "#")));
  return text
    .split("\n")
    .filter((line) => line.trim() === "" || !known.has(letters(line).join("").replaceAll(/\d+/g, "#")))
    .join("\n");
}

/** Rows of a table, as the evidence has them: one cell a line, two numbers or more behind each other. */
function rowsOf(text) {
  const rows = [];
  let row = [];
  const close = () => {
    if (row.length >= 2) rows.push(row);
    row = [];
  };
  for (const line of text.split("\n")) {
    const cell = line.replaceAll(/[\s$€£%)(]/g, "");
    if (cell === "") continue;
    if (/^-?\d[\d,]*(?:\.\d+)?$/.test(cell)) row.push(cell.replaceAll(",", ""));
    else close();
  }
  close();
  return rows;
}

function numbersOf(line) {
  return (line.replaceAll(/(?<=\d),(?=\d)/g, "").match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g) ?? []).map(String);
}

/** Length of the longest common subsequence. */
function commonLength(one, other) {
  let last = new Uint32Array(other.length + 1);
  let next = new Uint32Array(other.length + 1);
  for (const letter of one) {
    for (let j = 0; j < other.length; j++) next[j + 1] = other[j] === letter ? last[j] + 1 : Math.max(last[j + 1], next[j]);
    [last, next] = [next, last];
  }
  return last[other.length];
}
