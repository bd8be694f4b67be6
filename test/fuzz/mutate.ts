/** Uniform numbers in [0, 1) from a seed (mulberry32): the same files in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const times = (text: string, count: number) => text.repeat(count);
const lines = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("\n");

/** What has broken readers of text before: nesting without end, runs of one character, halves of things, marks of other formats. */
const SNIPPETS: readonly string[] = [
  ...[times(">", 3000), times("> ", 2000), times("[", 3000), times("(", 3000), times("{", 3000), times("[[", 1500), times("](", 1500)],
  ...[times("*", 3000), times("_", 3000), times("`", 3000), times("#", 3000), times("|", 3000), times("-", 3000), times("=", 3000)],
  ...[
    times("a", 20_000),
    times(" ", 20_000),
    times("\t", 5000),
    times("\n", 3000),
    times("\r", 2000),
    times("\r\n", 2000),
    times(".", 5000),
  ],
  ...[
    times("<div>", 1500),
    times("<b><i>", 800),
    times("</p>", 1500),
    times("<!--", 1000),
    times("-->", 1000),
    "<!-- never closed\n",
    "<![CDATA[",
  ],
  ...[
    times("<table><tr><td>", 300),
    "<script>",
    "</script>",
    "<style>",
    "<plaintext>",
    "<textarea>",
    "<svg><title>",
    "<a name=x></a>",
    "]]>",
  ],
  ...[
    '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;&b;">]>',
    "&d;&#x110000;&#0;&notit;&amp",
    times("&amp;", 1000),
    "<?xml version='1.0'?>",
  ],
  ...[
    "```\n",
    "~~~\nnever closed\n",
    "    indented\n",
    "---\na: [1, {\n",
    "---\n---\n",
    "+++\n",
    "[^1]: note\n[^1]",
    '[a]: <b> "c\n',
    "![x](",
    "$$\n",
  ],
  ...[lines(200, (i) => `${times(" ", i * 2)}- item ${i}`), lines(200, (i) => `${times(">", i)} q`), lines(300, (i) => `${i}. item`)],
  ...[lines(100, (i) => `| ${times("c | ", i)}`), "| a |\n|---|\n", lines(50, () => "|---|:-:|"), "+---+\n| a |\n+---+\n"],
  ...[
    lines(60, (i) => `${times("1.", i + 1)} deep`),
    times("1.", 3000),
    times("§ ", 1000),
    times("(a)", 1000),
    "Article IV\nArticle IV\n",
    "§ 5\n§ 5\n",
  ],
  ...[times("Provided that it is so. ", 200), "Except\nExcept\nExcept\n", "Unless", times("However, ", 500), "ทั้งนี้ เว้นแต่ ", "但し、"],
  ...[
    times('"', 3001),
    times("'", 3001),
    times(",", 5000),
    times(";", 3000),
    '"a\n"b,c',
    "a,b\n1\n1,2,3\n",
    times('{"a":', 2000),
    times("[1,", 2000),
  ],
  ...[
    '{"id":1}\n{"id":1}\n',
    "null",
    "1e999",
    '"\\ud800"',
    '{"__proto__":{"x":1},"constructor":1}',
    "$& $' $` $1",
    "%s %n",
    "{{data}}",
    `$${"{x}"}`,
  ],
  ...[
    times("\u0301", 3000),
    times("👩‍👩‍👧‍👦", 500),
    times("\u202e", 500),
    times("\u200b", 3000),
    "\u2028\u2029",
    "\ufeff",
    "\u00a0\u3000",
    "\ufffe",
  ],
  ...[
    times("ก", 5000),
    times("漢", 5000),
    "第一条第一条第二条",
    "มาตรา ๑ มาตรา ๑/๑",
    times("ß", 2000),
    "İıſ",
    "\u0000\u0000",
    "\u0001\u001b[31m",
  ],
];

const RAW: readonly Uint8Array[] = [
  [0xed, 0xa0, 0x80], // half of a pair, in UTF-8
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0xef, 0xbb, 0xbf],
  [0x00, 0xd8],
  [0xc0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0x81, 0x40, 0x83, 0x5c], // Shift JIS, with a backslash in it
  [0x0e, 0x24, 0x33, 0x0f],
].map((bytes) => Uint8Array.from(bytes));

const encoder = new TextEncoder();

/** One to four changes to a file. `other` is spliced in. */
export function mutate(file: Uint8Array, other: Uint8Array, random: () => number): Uint8Array {
  let bytes = file;
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const [start, end] = range(bytes.length, random);
    const change = Math.floor(random() * 9);
    if (change === 0) bytes = flipped(bytes, random);
    else if (change === 1) bytes = joined(bytes.subarray(0, start), bytes.subarray(end));
    else if (change === 2) bytes = bytes.subarray(0, start);
    else if (change === 3) bytes = joined(bytes.subarray(0, end), bytes.subarray(start));
    else if (change === 4) bytes = joined(bytes.subarray(0, start), noise(random), bytes.subarray(start));
    else if (change === 5) {
      const [from, to] = range(other.length, random);
      bytes = joined(bytes.subarray(0, start), other.subarray(from, to), bytes.subarray(end));
    } else {
      const at = random() < 0.5 ? lineStart(bytes, start) : start;
      bytes = joined(bytes.subarray(0, at), snippet(random), bytes.subarray(random() < 0.7 ? at : Math.max(at, end)));
    }
  }
  return bytes.length > 200_000 ? bytes.subarray(0, 200_000) : bytes;
}

function range(length: number, random: () => number): [number, number] {
  const a = Math.floor(random() * (length + 1));
  const b = Math.floor(random() * (length + 1));
  return a < b ? [a, b] : [b, a];
}

function flipped(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let i = 1 + Math.floor(random() * 8); i > 0 && copy.length > 0; i--) {
    const at = Math.floor(random() * copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return copy;
}

function noise(random: () => number): Uint8Array {
  return Uint8Array.from({ length: 1 + Math.floor(random() * 16) }, () => Math.floor(random() * 256));
}

function snippet(random: () => number): Uint8Array {
  if (random() < 0.1) return RAW[Math.floor(random() * RAW.length)] ?? noise(random);
  return encoder.encode(SNIPPETS[Math.floor(random() * SNIPPETS.length)] ?? "");
}

function lineStart(bytes: Uint8Array, at: number): number {
  const end = bytes.lastIndexOf(10, Math.max(0, at - 1));
  return end === -1 ? 0 : end + 1;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
