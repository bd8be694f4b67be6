import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { inspectDocument } from "../../src/proof/inspection.ts";
import { renderPage } from "../../src/proof/page/render-page.ts";
import { buildChunks, buildUnits } from "../../src/units.ts";
import { linesUnit, textDocument } from "./parsed.ts";

const hostile = [
  "</script><script>alert(1)</script>",
  "<!-- <script> --> ]]> {{script}} {{data}} $& $' $`",
  "\u2028\u2029 \ud800 lone, \"quotes\" 'and' `these` \\u003c \0",
].join("\n");

function page(text: string, title?: string): string {
  const document = textDocument(text, title === undefined ? {} : { title });
  const units = buildUnits(document, [linesUnit(document, 1, text.split("\n").length)], "test");
  const chunks = units.flatMap((unit) =>
    buildChunks(document, unit, [{ topic: unit.topic, fulltext: unit.fulltext, ...(unit.source ? { source: unit.source } : {}) }], "test"),
  );
  return renderPage({ document, inspection: inspectDocument({ document, units, chunks }) });
}

it("carries every text of a document as data, and nothing of it as markup or script", () => {
  const html = page(hostile, "</title><script>alert(2)</script>");
  const plain = page("harmless");
  expect(html.match(/<\/?script/g)).toEqual(plain.match(/<\/?script/g));
  expect(html.match(/<!--/g)).toBeNull();
  expect(html).not.toMatch(/[\u2028\u2029]/);
  const [, json = ""] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json).text).toBe(hostile);
});

it("lets no other script run, and nothing be loaded", () => {
  const html = page("harmless");
  const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(html).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`);
  expect(html.replace(/<script[\s\S]*?<\/script>/g, "")).not.toMatch(/\b(?:src|href)="(?!#)|url\(|@import/);
});
