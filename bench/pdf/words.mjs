/**
 * node bench/pdf/words.mjs DIR [--json FILE]
 *
 * DIR is searched for PDF files. Of the words that `pdftotext` (poppler-utils) finds on a page of good text, how many are on the same page
 * of the document, each as often? Words are stretches of letters and digits; running headers and footers, which are left out of the text
 * and counted there, count as found. Needs `npm run build`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { loadPdf } from "./load-pdf.mjs";

const [folder, flag, output] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder) || spawnSync("pdftotext", ["-v"]).error !== undefined) {
  process.stderr.write("Skipped: give a folder with PDF files, and install poppler-utils.\n");
  process.exit(0);
}

const files = [];
for (const name of readdirSync(folder, { recursive: true })
  .filter((file) => /\.pdf$/i.test(file))
  .sort()) {
  const path = join(folder, name);
  const document = await loadPdf(path).catch((cause) => void process.stderr.write(`not read: ${cause.message}\n`));
  if (document === undefined) continue;
  const good = inRanges(document.metadata.pageKinds["good text"] ?? "");
  const theirs = spawnSync("pdftotext", ["-enc", "UTF-8", path, "-"], { encoding: "utf8", maxBuffer: 2 ** 30 }).stdout.split("\f");
  const row = { name: relative(folder, path), pages: good.size, words: 0, found: 0, missing: [] };
  for (const number of good) {
    const page = document.pages.find((candidate) => candidate.number === number);
    const { start, end } = page ?? { start: 0, end: 0 };
    const heads = (document.metadata.leftOut ?? []).filter((head) => inRanges(head.pages).has(number)).map((head) => head.text);
    // A word that goes over the end of a page is whole at that end.
    const text = document.text.slice(start, end + 40);
    // A head's number is another one on each page.
    const own = heads.some((head) => /\d/.test(head)) ? [number, page?.label ?? ""] : [];
    const ours = counted(words([text, ...heads, ...own].join("\n")));
    for (const word of words(theirs[number - 1] ?? "")) {
      row.words++;
      const left = ours.get(word) ?? 0;
      if (left > 0) {
        ours.set(word, left - 1);
        row.found++;
      } else row.missing.push(`${number}:${word}`);
    }
  }
  files.push(row);
  process.stdout.write(`${JSON.stringify({ ...row, missing: row.missing.length, share: row.found / row.words })}\n`);
}
const sum = (of) => files.reduce((all, file) => all + file[of], 0);
const shares = files.filter((file) => file.words > 0).map((file) => file.found / file.words);
const report = {
  files: files.length,
  pages: sum("pages"),
  words: sum("words"),
  share: sum("found") / sum("words"),
  worst: Math.min(...shares),
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
if (flag === "--json" && output !== undefined) writeFileSync(output, JSON.stringify({ report, files }, null, 2));

/** Lines that end in a hyphen are joined, as both sides may or may not do. */
function words(text) {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/(?<=\p{L})[-\u00ad\u2010]\s*\n\s*(?=\p{L})/gu, "")
      .replaceAll(/(?<=\p{L})[-\u00ad\u2010](?=\p{L})/gu, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function counted(all) {
  const counts = new Map();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** "3–5, 8" as a set. */
function inRanges(text) {
  const numbers = new Set();
  for (const range of text.split(", ").filter(Boolean)) {
    const [from, to = from] = range.split("–").map(Number);
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}
