// What an index holds, from output/units and output/chunks alone: do spans read back, and is every character somewhere?
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Documents with their units and chunks. */
export function readIndex(root) {
  const chunked = new Map(read(root, "chunks").map(({ document, chunks }) => [document.id, chunks]));
  return read(root, "units").map(({ document, units }) => ({ document, units, chunks: chunked.get(document.id) ?? [] }));
}

function read(root, kind) {
  const folder = join(root, "output", kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

export function spanFaults({ source, text }, units, chunks) {
  const faults = [];
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const readsBack = (kind, thing) => {
    if (thing.source === undefined || text.slice(thing.source.start, thing.source.end) === thing.fulltext) return;
    faults.push(`${source}: ${kind} "${thing.path.join(" › ")}" does not read back its text`);
  };
  if (byId.size < units.length) faults.push(`${source}: ${units.length - byId.size} units share an id with another`);
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

/** Characters but white space: all, in declared omissions alone, in units and in no chunk, and in neither unit nor omission. */
export function coverageOf({ text, omissions = [] }, units, chunks) {
  const held = new Uint8Array(text.length);
  const omitted = omissions.map((omission) => omission.omitted);
  for (const { start, end } of omitted) held.fill(1, start, end);
  for (const unit of units) if (unit.source !== undefined) held.fill(2, unit.source.start, unit.source.end);
  for (const chunk of chunks) if (chunk.source !== undefined) held.fill(3, chunk.source.start, chunk.source.end);
  const counts = { characters: 0, omitted: 0, inNoChunk: 0, lost: 0 };
  for (let at = 0; at < text.length; at++) {
    if (/\s|\ufeff/.test(text.charAt(at))) continue;
    counts.characters++;
    if (held[at] === 0) counts.lost++;
    else if (held[at] === 1) counts.omitted++;
    else if (held[at] === 2) counts.inNoChunk++;
  }
  return counts;
}
