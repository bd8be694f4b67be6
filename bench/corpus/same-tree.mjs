// Does one manual give the same sections in every format? The documents of a folder are grouped by format (HTML pages together, text files
// together, PDF files together), and the numbered sections of each two groups are compared.
//
//   npm run build && node bench/corpus/same-tree.mjs DIR [--json FILE] [--least 0.98]
//
// A section is its number, its title and the number of the section it stands in. Compared are letters and digits only, in small letters after NFKC: quotation marks,
// dashes, and code set in marks differ by format and say nothing about sections. A section that a format has twice (a checklist that is also a
// chapter) counts once. The share is that of the sections of both groups that are in both.
//
// An edition may number its chapters in another way as printed (appendices that go on counting in print, and begin anew on the web). So
// there are two shares: "as printed", with all numbers, and the one that counts, in which a chapter is known by its title, and the numbers within it
// are compared.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeProject } from "./project.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, least: { type: "string", default: "0.98" } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: node bench/corpus/same-tree.mjs DIR [--json FILE] [--least 0.98]");
  process.exit(2);
}
if (!existsSync(folder)) {
  console.log(`${folder}: not there, skipped.`);
  process.exit(0);
}

const project = makeProject(folder, { loaders: ["docx", "pdf"] });
const groups = new Map();
try {
  if (project.failed !== undefined) console.log(`Not every file could be indexed:\n${project.failed.replace(/^/gm, "  ")}\n`);
  for (const { document, units } of read(project.root)) {
    const sections = groups.get(document.mediaType) ?? new Map();
    for (const section of sectionsOf(units)) sections.set(section.key, section);
    groups.set(document.mediaType, sections);
  }
} finally {
  project.remove();
}

const names = [...groups.keys()].filter((name) => groups.get(name).size > 0);
for (const name of names) console.log(`${name}: ${groups.get(name).size} numbered sections`);
const results = [];
for (const [i, one] of names.entries()) {
  for (const other of names.slice(i + 1)) results.push(compare(one, other));
}
for (const { one, other, share, printed, both, onlyOne, onlyOther } of results) {
  console.log(
    `\n${one} and ${other}: ${percent(share)} (${both} sections in both, ${onlyOne.length} and ${onlyOther.length} in one alone)`,
  );
  if (printed !== share) console.log(`  as printed: ${percent(printed)}; the editions number some chapters in different ways`);
  for (const shown of onlyOne.slice(0, 20)) console.log(`  only ${one}: ${shown}`);
  for (const shown of onlyOther.slice(0, 20)) console.log(`  only ${other}: ${shown}`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (results.length === 0 || results.some(({ share }) => share < Number(values.least))) process.exit(1);

function read(root) {
  const units = join(root, "output", "units");
  return readdirSync(units)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(units, name), "utf8")));
}

/** Sections with a number; their place is the number of the nearest section above that has one. */
function* sectionsOf(units) {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  for (const unit of units) {
    const number = numberOf(unit);
    if (number === undefined) continue;
    let above = byId.get(unit.parentId);
    while (above !== undefined && numberOf(above) === undefined) above = byId.get(above.parentId);
    const within = above === undefined ? "" : numberOf(above);
    let chapter = unit;
    for (let at = unit; at !== undefined; at = byId.get(at.parentId)) if (numberOf(at) !== undefined) chapter = at;
    const inChapter = (value) => value.replace(/^\d+/, titleOf(chapter));
    yield {
      key: `${inChapter(within)}|${inChapter(number)}|${titleOf(unit)}`,
      printed: `${within}|${number}|${titleOf(unit)}`,
      shown: `${unit.path.join(" › ")}`,
    };
  }
}

function titleOf({ topic }) {
  return plain(topic.slice(/^\s*[\d.]+/.exec(topic)?.[0].length ?? 0));
}

function numberOf({ topic, attributes }) {
  return attributes?.unitType === "section" || attributes?.unitType === "clause"
    ? /^\s*(\d+(?:\.\d+)*)\.?(?=\s)/.exec(topic)?.[1]
    : undefined;
}

function plain(title) {
  return (
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");
}

function compare(one, other) {
  const [a, b] = [groups.get(one), groups.get(other)];
  const both = [...a.keys()].filter((key) => b.has(key)).length;
  const [printedA, printedB] = [a, b].map((sections) => new Set([...sections.values()].map(({ printed }) => printed)));
  const printedBoth = [...printedA].filter((key) => printedB.has(key)).length;
  const only = (these, those) => [...these.values()].filter(({ key }) => !those.has(key)).map(({ shown }) => shown);
  return {
    ...{ one, other, both, share: both / (a.size + b.size - both) },
    printed: printedBoth / (printedA.size + printedB.size - printedBoth),
    ...{ onlyOne: only(a, b), onlyOther: only(b, a) },
  };
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
