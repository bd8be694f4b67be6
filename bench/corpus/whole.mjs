// Over a whole folder, whatever is in it: is every file loaded with exact spans, or refused by name with a reason? None may be silently
// empty. With --expect, also whether named files have the structure that their printed originals have.
//
//   npm run build && node bench/corpus/whole.mjs DIR [--expect FILE] [--json FILE]
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { coverageOf, readIndex, spanFaults } from "./measure.mjs";
import { makeProject } from "./project.mjs";

const options = { expect: { type: "string" }, json: { type: "string" }, loaders: { type: "string", default: "docx,pdf" } };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: node bench/corpus/whole.mjs DIR [--expect FILE] [--loaders docx,pdf] [--json FILE]");
  process.exit(2);
}
if (!existsSync(folder)) {
  console.log(`${folder}: not there, skipped.`);
  process.exit(0);
}

const MIN_COVERAGE = 0.995;
const files = filesIn(folder);
const project = makeProject(folder, { loaders: values.loaders.split(",") });
try {
  const result = measure(project);
  print(result);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.faults.length > 0 ? 1 : 0;
} finally {
  project.remove();
}

function filesIn(root) {
  const found = [];
  const walk = (at) => {
    for (const name of readdirSync(`${root}${at}`)) {
      const path = `${at}/${name}`;
      if (statSync(`${root}${path}`).isDirectory()) walk(path);
      else found.push(path.slice(1));
    }
  };
  walk("");
  return found;
}

function measure({ root, report, failed }) {
  const faults = [];
  if (report === undefined) return { files: files.length, faults: [`index: ${failed}`] };
  const documents = readIndex(root);
  const refused = new Map(report.failures.map(({ source, code, message, hint }) => [source, { code, message, hint }]));
  const byFormat = new Map();
  const loaded = new Map();
  for (const { document, units, chunks } of documents) {
    const covered = coverageOf(document, units, chunks);
    const spans = spanFaults(document, units, chunks);
    faults.push(...spans);
    const bare = [...units, ...chunks].filter(({ source }) => source === undefined).length;
    const format = formatOf(document.source);
    add(byFormat, format, {
      documents: 1,
      units: units.length,
      chunks: chunks.length,
      spanFaults: spans.length,
      withoutSpan: bare,
      ...covered,
    });
    if (covered.characters === 0) faults.push(`${document.source}: loaded, and holds no text`);
    if (units.length === 0) faults.push(`${document.source}: loaded, and has no unit`);
    loaded.set(document.source, { document, units });
  }
  for (const file of files) {
    add(byFormat, formatOf(file), { files: 1, refused: refused.has(file) ? 1 : 0 });
    if (!loaded.has(file) && !refused.has(file) && !report.ignored.includes(file)) faults.push(`${file}: neither loaded nor refused`);
  }
  for (const [source, { code, hint }] of refused) if (!code || !hint) faults.push(`${source}: refused without a reason`);
  for (const [format, { characters, lost }] of byFormat) {
    if (characters > 0 && 1 - lost / characters < MIN_COVERAGE) faults.push(`${format}: coverage is ${percent(1 - lost / characters)}`);
  }
  const expected = values.expect === undefined ? [] : checkExpected(JSON.parse(readFileSync(values.expect, "utf8")), loaded, faults);
  const reasons = Object.fromEntries([...refused].map(([source, { code, hint }]) => [source, `${code}: ${hint}`]));
  return {
    files: files.length,
    loaded: loaded.size,
    refused: reasons,
    notices: report.notices,
    formats: Object.fromEntries([...byFormat].sort(([a], [b]) => (a < b ? -1 : 1))),
    expected,
    faults,
  };
}

function formatOf(source) {
  return extname(source).toLowerCase() || "(none)";
}

function add(table, key, counts) {
  const row = table.get(key) ?? {
    files: 0,
    refused: 0,
    documents: 0,
    units: 0,
    chunks: 0,
    spanFaults: 0,
    withoutSpan: 0,
    characters: 0,
    omitted: 0,
    inNoChunk: 0,
    lost: 0,
  };
  for (const [name, count] of Object.entries(counts)) row[name] += count;
  table.set(key, row);
}

/** `{ source, topics: { pattern: count }, levels: [counts], sameTopics: { as, pattern } }`, each checked against the units of the source. */
function checkExpected(list, loaded, faults) {
  return list.map(({ source, topics = {}, levels, sameTopics }) => {
    const found = loaded.get(source);
    if (found === undefined) {
      faults.push(`${source}: expected, and not there`);
      return { source };
    }
    const all = found.units.map(({ topic }) => topic);
    const counts = {};
    for (const [pattern, wanted] of Object.entries(topics)) {
      counts[pattern] = all.filter((topic) => new RegExp(pattern, "u").test(topic)).length;
      if (counts[pattern] !== wanted) faults.push(`${source}: ${counts[pattern]} units called ${pattern}, not ${wanted}`);
    }
    const depths = [];
    for (const { path } of found.units) depths[path.length - 1] = (depths[path.length - 1] ?? 0) + 1;
    if (levels !== undefined && JSON.stringify(depths) !== JSON.stringify(levels))
      faults.push(`${source}: units by level are ${depths}, not ${levels}`);
    const result = { source, units: all.length, distinctIds: new Set(found.units.map(({ id }) => id)).size, byLevel: depths, counts };
    if (sameTopics === undefined) return result;
    const pattern = new RegExp(sameTopics.pattern, "u");
    const partsOf = (units) => units.flatMap(({ topic }) => pattern.exec(topic)?.[0] ?? []);
    const [mine, theirs] = [partsOf(found.units), partsOf(loaded.get(sameTopics.as)?.units ?? [])];
    const missing = mine.filter((part) => !theirs.includes(part));
    const equal = sameTopics.subset === true ? missing.length === 0 : JSON.stringify(mine) === JSON.stringify(theirs);
    if (!equal) faults.push(`${source}: ${sameTopics.pattern} differs from ${sameTopics.as}: ${missing.slice(0, 5).join(", ")}`);
    return { ...result, same: { as: sameTopics.as, pattern: sameTopics.pattern, here: mine.length, there: theirs.length, equal } };
  });
}

function print({ files: count, loaded, refused, notices, formats, expected, faults }) {
  console.log(`${count} files: ${loaded} loaded, ${Object.keys(refused ?? {}).length} refused by name`);
  const head = ["format", "files", "refused", "documents", "units", "chunks", "coverage", "omitted", "in no chunk", "span faults"];
  const rows = Object.entries(formats ?? {}).map(([format, row]) => [
    ...[format, row.files, row.refused, row.documents, row.units, row.chunks],
    ...(row.characters === 0
      ? ["-", "-", "-"]
      : [1 - row.lost / row.characters, row.omitted / row.characters, row.inNoChunk / row.characters].map(percent)),
    row.spanFaults,
  ]);
  for (const row of [head, ...rows])
    console.log(row.map((cell, i) => (i === 0 ? String(cell).padEnd(9) : String(cell).padStart(12))).join(""));
  for (const [source, reason] of Object.entries(refused ?? {})) console.log(`refused  ${source}: ${reason}`);
  for (const { source, code, message, lost } of notices ?? []) console.log(`notice   ${source}: ${code} (${lost} lost) ${message}`);
  for (const { source, units, distinctIds, byLevel, counts, same } of expected ?? []) {
    const said = Object.entries(counts ?? {}).map(([pattern, found]) => `${found} × ${pattern}`);
    if (same !== undefined)
      said.push(`${same.pattern}: ${same.here} here, ${same.there} in ${same.as}, ${same.equal ? "equal" : "different"}`);
    console.log(`expected ${source}: ${units} units, ${distinctIds} ids, by level ${byLevel?.join(" ")}; ${said.join("; ")}`);
  }
  console.log(`faults: ${faults.length}`);
  for (const fault of faults.slice(0, 40)) console.log(`- ${fault}`);
}

function percent(share) {
  return `${(share * 100).toFixed(2)}%`;
}
