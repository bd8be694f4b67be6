import { readdirSync, readFileSync } from "node:fs";
import { unzipSync, zipSync } from "fflate";
import type { DocumentLoader } from "../../src/interfaces.ts";
import * as builtIn from "../../src/plugins/index.ts";

/** A loader and small files for it. A new loader adds a row. */
export interface FuzzedLoader {
  readonly create: () => DocumentLoader;
  readonly ending: string;
  readonly seeds: readonly Uint8Array[];
  /** Files made of its seeds; the text loaders share what is left. @default 160 */
  readonly files?: number;
  /** For a format whose text lies deeper than its bytes: most changes are made there. */
  readonly within?: (file: Uint8Array, change: (part: Uint8Array) => Uint8Array, random: () => number) => Uint8Array;
}

const fixtures = new URL("../fixtures/", import.meta.url);
const documents = new URL("../../templates/default/data/documents/", import.meta.url);

export const fuzzedLoaders: readonly FuzzedLoader[] = [
  { create: () => new builtIn.MarkdownLoader(), ending: ".md", seeds: [...files(".md"), ...files(".md", documents)], files: 640 },
  {
    create: () => new builtIn.TextLoader(),
    ending: ".txt",
    seeds: [...files(".txt"), ...files(".txt", documents), ...files(".md")],
    files: 500,
  },
  {
    create: () => new builtIn.HtmlLoader(),
    ending: ".html",
    seeds: [
      '<!doctype html><html lang="en"><head><title>Leave</title></head><body><nav><a href="/">Home</a></nav><main><h1 id="a">Leave</h1><p>Twenty <b>days</b>.<br>Except in May.</p><h2>Sick</h2><ul><li>A note<ol><li>is due</ol></ul><table><tr><th>part<th>days<tr><td>seal<td>30</table><pre>a\n  b</pre></main></body></html>',
      "<p>A &amp; B&nbsp;&#x1f600;<p>C<script>no()</script><style>b{}</style><!-- no --><h3>D</h3>E",
    ].map(text),
    files: 300,
  },
  { create: () => new builtIn.XmlLoader(), ending: ".xml", seeds: files(".xml"), files: 240, within: withinXml },
  {
    create: () => new builtIn.CsvLoader(),
    ending: ".csv",
    seeds: [
      'id,topic,text\n1,Leave,"Twenty ""days"", paid"\n2,Sick,"A note\nis due"\n',
      "a;b\n1,5;x\n2,5;y\n",
      "name\ttext\nä\t漢字\n",
    ].map(text),
    files: 120,
  },
  {
    create: () => new builtIn.JsonLoader(),
    ending: ".jsonl",
    seeds: [
      '{"id":1,"title":"Leave","text":"Twenty days."}\n{"id":2,"title":"Sick","text":"A note is due.\\nExcept in May."}\n',
      '[{"text":"a"},{"text":"b"}]',
    ].map(text),
    files: 120,
  },
  {
    create: () => new builtIn.DocxLoader(),
    ending: ".docx",
    seeds: files(".docx"),
    files: 60,
    within: (file, change, random) => {
      const { "word/document.xml": body = new Uint8Array(), ...parts } = unzipSync(file);
      return zipSync({ ...parts, "word/document.xml": Uint8Array.from(withinXml(body, change, random)) });
    },
  },
  { create: () => new builtIn.PdfLoader(), ending: ".pdf", seeds: files(".pdf"), files: 40 },
];

/** XML that stays well-formed: words between tags are changed, and elements without children doubled, moved or taken out. */
function withinXml(file: Uint8Array, change: (part: Uint8Array) => Uint8Array, random: () => number): Uint8Array {
  let xml = new TextDecoder().decode(file);
  for (let i = 1 + Math.floor(random() * 3); i > 0; i--) {
    const words = [...xml.matchAll(/>[^<>]*[^<>\s][^<>]*</g)];
    const at = words[Math.floor(random() * words.length)];
    if (at === undefined) break;
    const changed = new TextDecoder().decode(change(text(at[0].slice(1, -1)))).replace(/[^\t\n\r -\ud7ff\ue000-\ufffd]/g, "");
    const escaped = changed.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
    xml = `${xml.slice(0, at.index + 1)}${escaped}${xml.slice(at.index + at[0].length - 1)}`;
    const leaves = [...xml.matchAll(/<([\w:.-]+)(?:\s[^<>]*)?>[^<>]*<\/\1>/g)];
    const [leaf, target] = [leaves[Math.floor(random() * leaves.length)], leaves[Math.floor(random() * leaves.length)]];
    if (leaf === undefined || target === undefined || random() < 0.5) continue;
    const moved = random() < 0.3 ? "" : leaf[0].repeat(random() < 0.1 ? 300 : 1);
    xml = `${xml.slice(0, target.index)}${moved}${xml.slice(target.index)}`;
  }
  return text(xml);
}

/** Files of the fixtures whose names end so, in the order of their paths. */
function files(ending: string, folder = fixtures): Uint8Array[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => Uint8Array.from(readFileSync(new URL(name, folder))));
}

function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}
