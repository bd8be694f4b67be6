// Do the spans of an index hold? From output/units and output/chunks alone: every unit and chunk reads back the document's text,
// every chunk lies inside its unit, and every character but white space is in a unit or a declared omission.
//
//   npm run build && node bench/corpus/spans.mjs DIR... [--json FILE]
import { existsSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { coverageOf, readIndex, spanFaults } from "./measure.mjs";
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
    const documents = readIndex(project.root);
    const counts = { documents: documents.length, units: 0, chunks: 0, withoutSpan: 0, characters: 0, omitted: 0, lost: 0, inNoChunk: 0 };
    if (documents.length === 0) faults.push("no document was indexed");
    for (const { document, units, chunks } of documents) {
      counts.units += units.length;
      counts.chunks += chunks.length;
      counts.withoutSpan += [...units, ...chunks].filter(({ source }) => source === undefined).length;
      faults.push(...spanFaults(document, units, chunks));
      const covered = coverageOf(document, units, chunks);
      for (const [name, count] of Object.entries(covered)) counts[name] += count;
      if (covered.lost > 0) faults.push(`${document.source}: ${covered.lost} characters are in no unit and no omission`);
    }
    return { folder, ...counts, faults };
  } finally {
    project.remove();
  }
}

function print({ folder, faults, ...counts }) {
  console.log(`${basename(folder)}: ${counts.documents} documents, ${counts.units} units, ${counts.chunks} chunks`);
  console.log(`  ${counts.characters} characters but white space: ${counts.lost} lost, ${counts.omitted} in declared omissions,`);
  console.log(`  ${counts.inNoChunk} in units and in no chunk (headings above sections, link definitions, comments)`);
  console.log(`  ${counts.withoutSpan} units and chunks have no span; faults: ${faults.length}`);
  for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
}
