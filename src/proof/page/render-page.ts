import { createHash } from "node:crypto";
import type { Inspected, InspectedUnit } from "../inspection.ts";
import script from "./page.client.js?raw";
import template from "./page.html?raw";

/** A unit as the page's script reads it: few letters, since a law has thousands. */
interface PageUnit {
  readonly t: string;
  /** Index of the parent, -1 at the top. */
  readonly p: number;
  readonly d: number;
  readonly s: number;
  readonly e: number;
  readonly g?: string;
  readonly a?: string;
}

/**
 * One page that needs no network and no other file: the text with its units, chunks and gaps, a tree, a search box and the findings.
 *
 * Text of the document reaches the page as JSON in a script element that is never run, with every `<`, `>` and `&` and the line
 * separators of JavaScript written as escapes, and is shown as text alone. The page's policy lets no other script run, and nothing
 * be loaded.
 */
export function renderPage({ document, inspection }: Inspected): string {
  const units: PageUnit[] = [];
  const chunks: (readonly [start: number, end: number, unit: number])[] = [];
  const add = (unit: InspectedUnit, parent: number, depth: number) => {
    const index = units.length;
    const { topic, span = { start: 0, end: 0 }, pages, attributes } = unit;
    const given = attributes === undefined ? {} : { a: JSON.stringify(attributes) };
    const on = pages === undefined ? {} : { g: pages[0] === pages[1] ? pages[0] : `${pages[0]}–${pages[1]}` };
    units.push({ t: topic, p: parent, d: depth, s: span.start, e: span.end, ...on, ...given });
    for (const chunk of unit.chunks) if (chunk.span !== undefined) chunks.push([chunk.span.start, chunk.span.end, index]);
    for (const child of unit.subunits) add(child, index, depth + 1);
  };
  for (const unit of inspection.units) add(unit, -1, 0);
  const { proof } = inspection;
  const data = {
    source: inspection.source,
    title: inspection.title ?? "",
    language: inspection.language ?? "",
    coverage: proof.coverage,
    chunkCoverage: proof.chunkCoverage,
    text: document.text,
    units,
    chunks: chunks.sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    omissions: inspection.omissions.map(({ start, end, reason }) => [start, end, reason]),
    findings: proof.findings.map(({ code, start, end, line, message, fault }) => [code, start, end, line, message, fault]),
  };
  const hash = createHash("sha256").update(script).digest("base64");
  const parts: { readonly [name: string]: string } = {
    policy: `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    title: markup(`${inspection.source} – right-rag inspect`),
    data: scriptJson(data),
    script,
  };
  // Each mark once, by its place: a text that holds such a mark itself is not looked at again.
  return template
    .split(/\{\{(\w+)\}\}/)
    .map((piece, i) => (i % 2 === 0 ? piece : (parts[piece] ?? "")))
    .join("");
}

/** JSON that is safe in a script element, whatever a document says. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function markup(text: string): string {
  return text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
