import pc from "picocolors";
import type { Finding } from "../proof/findings.ts";
import type { InspectedUnit, Inspection } from "../proof/inspection.ts";
import { count, excerpt, oneLine, printData } from "./output.ts";

const colours = pc.createColors(process.stdout.isTTY === true && pc.isColorSupported);

/** A document as a tree: units with their places, below each where it was cut, and what was found. */
export function printTree(inspection: Inspection, depth = Number.POSITIVE_INFINITY): void {
  const { source, title, mediaType, characters, pages, proof, omissions, notices } = inspection;
  const named = title === undefined ? oneLine(source) : `${excerpt(title, 80)} (${oneLine(source)})`;
  const facts = [oneLine(mediaType), count(characters, "character"), ...(pages > 0 ? [count(pages, "page")] : [])];
  const shares = `${percent(proof.coverage)} in ${count(proof.units, "unit")}, ${percent(proof.chunkCoverage)} in ${count(proof.chunks, "chunk")}`;
  printData(`${colours.bold(named)}\n${colours.dim(`${facts.join(", ")}; ${shares}; id ${oneLine(inspection.documentId)}`)}`);
  for (const { code, message } of notices) printData(`${colours.yellow("!")} ${code} ${excerpt(message, 160)}`);
  for (const { start, end, reason } of omissions.slice(0, 5)) printData(colours.dim(`omitted ${start}–${end}: ${excerpt(reason, 60)}`));
  if (omissions.length > 5) printData(colours.dim(`and ${omissions.length - 5} more omissions`));
  for (const finding of loose(inspection)) printData(findingLine(finding));
  printUnits(inspection.units, "", depth);
}

function printUnits(units: readonly InspectedUnit[], indent: string, depth: number): void {
  for (const [i, unit] of units.entries()) {
    const isLast = i === units.length - 1;
    printData(`${indent}${isLast ? "└─" : "├─"} ${excerpt(unit.topic, 72)} ${colours.dim(factsOf(unit))}`);
    const inner = `${indent}${isLast ? "   " : "│  "}`;
    const more = depth > 1 && unit.subunits.length > 0;
    const below = `${inner}${more ? "│  " : "   "}`;
    for (const chunk of unit.chunks) {
      const place = chunk.span === undefined ? "no span" : `${chunk.span.start}–${chunk.span.end}`;
      printData(
        colours.dim(
          `${below}· chunk ${place} (${chunk.characters}) ${excerpt(chunk.parser, 30)}${chunk.context === undefined ? "" : ", with context"}`,
        ),
      );
    }
    for (const finding of unit.findings) printData(`${below}${findingLine(finding)}`);
    if (more) printUnits(unit.subunits, inner, depth - 1);
    else if (unit.subunits.length > 0) printData(colours.dim(`${inner}└─ … ${count(unit.subunits.length, "unit")} more`));
  }
}

function factsOf({ span, characters, pages }: InspectedUnit): string {
  const place = span === undefined ? "no span" : `${span.start}–${span.end}`;
  const on = pages === undefined ? "" : pages[0] === pages[1] ? `, p. ${pages[0]}` : `, pp. ${pages[0]}–${pages[1]}`;
  return `${place} (${characters})${oneLine(on)}`;
}

function findingLine({ code, line, message, fault, start, end }: Finding): string {
  const place = start === end ? "" : ` line ${line}:`;
  return `${fault ? colours.red("✗") : colours.yellow("!")} ${code}${place} ${excerpt(message, 200)}`;
}

/** Findings that no unit holds. */
function loose({ proof, units }: Inspection): Finding[] {
  const held = new Set<Finding>();
  const collect = (list: readonly InspectedUnit[]) => {
    for (const unit of list) {
      for (const finding of unit.findings) held.add(finding);
      collect(unit.subunits);
    }
  };
  collect(units);
  return proof.findings.filter((finding) => !held.has(finding));
}

function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
