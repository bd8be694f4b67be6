// Do the spans of an index hold? From output/units and output/chunks alone: every unit and chunk reads back the document's text,
// every chunk lies inside its unit, and every character but white space is in a unit or a declared omission.
//
//   npm run build && node bench/corpus/spans.mjs DIR... [--json FILE]
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { makeProject } from "./project.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
if (positionals.length === 0) {
  console.error("Usage: node bench/corpus/spans.mjs DIR... [--json FILE]");
  process.exit(2);
}

const results = [];
for (const folder of positionals) {
  if (!existsSync(folder)) {
    console.log(`${folder}: not there, skipped.`);
    continue;
  }
  const result = measure(folder);
  results.push(result);
  print(result);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (results.some(({ faults }) => faults.length > 0)) process.exit(1);

function measure(folder) {
  const project = makeProject(folder);
  try {
    const faults = project.failed === undefined ? [] : [`index: ${project.failed}`];
    const documents = read(project.root, "units");
    const chunked = new Map(read(project.root, "chunks").map(({ document, chunks }) => [document.id, chunks]));
    const counts = { documents: documents.length, units: 0, chunks: 0, withoutSpan: 0, characters: 0, omitted: 0, lost: 0, inNoChunk: 0 };
    if (documents.length === 0) faults.push("no document was indexed");
    for (const { document, units } of documents) {
      const chunks = chunked.get(document.id) ?? [];
      counts.units += units.length;
      counts.chunks += chunks.length;
      counts.withoutSpan += [...units, ...chunks].filter(({ source }) => source === undefined).length;
      faults.push(...spanFaults(document, units, chunks));
      addCoverage(counts, faults, document, units, chunks);
    }
    return { folder, ...counts, faults };
  } finally {
    project.remove();
  }
}

function read(root, kind) {
  const folder = join(root, "output", kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

function spanFaults({ source, text }, units, chunks) {
  const faults = [];
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const readsBack = (kind, thing) => {
    if (thing.source === undefined || text.slice(thing.source.start, thing.source.end) === thing.fulltext) return;
    faults.push(`${source}: ${kind} "${thing.path.join(" › ")}" does not read back its text`);
  };
  for (const unit of units) readsBack("unit", unit);
  for (const chunk of chunks) {
    readsBack("chunk", chunk);
    const unit = byId.get(chunk.unitId);
    if (unit === undefined) faults.push(`${source}: chunk "${chunk.path.join(" › ")}" belongs to no unit`);
    else if (chunk.source !== undefined && !isInside(chunk.source, unit.source))
      faults.push(`${source}: chunk "${chunk.path.join(" › ")}" reaches out of its unit`);
  }
  return faults;
}

function isInside(inner, outer) {
  return outer !== undefined && inner.start >= outer.start && inner.end <= outer.end;
}

function addCoverage(counts, faults, { source, text, omissions = [] }, units, chunks) {
  const held = new Uint8Array(text.length);
  const omitted = omissions.map((omission) => omission.omitted);
  for (const { start, end } of omitted) held.fill(1, start, end);
  for (const unit of units) if (unit.source !== undefined) held.fill(2, unit.source.start, unit.source.end);
  for (const chunk of chunks) if (chunk.source !== undefined) held.fill(3, chunk.source.start, chunk.source.end);
  let lost = 0;
  for (let at = 0; at < text.length; at++) {
    if (/\s|\ufeff/.test(text.charAt(at))) continue;
    counts.characters++;
    if (held[at] === 0) lost++;
    else if (held[at] === 1) counts.omitted++;
    else if (held[at] === 2) counts.inNoChunk++;
  }
  counts.lost += lost;
  if (lost > 0) faults.push(`${source}: ${lost} characters are in no unit and no omission`);
}

function print({ folder, faults, ...counts }) {
  console.log(`${basename(folder)}: ${counts.documents} documents, ${counts.units} units, ${counts.chunks} chunks`);
  console.log(`  ${counts.characters} characters but white space: ${counts.lost} lost, ${counts.omitted} in declared omissions,`);
  console.log(`  ${counts.inNoChunk} in units and in no chunk (headings above sections, link definitions, comments)`);
  console.log(`  ${counts.withoutSpan} units and chunks have no span; faults: ${faults.length}`);
  for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
}
