import { describe, expect, it } from "vitest";
import { buildUnits } from "../../../src/index.ts";
import { unitsFromOutline } from "../../../src/parsing/index.ts";
import { JsonLoader, type JsonLoaderOptions } from "../../../src/plugins/document_loaders/json.ts";
import { testDocumentLoader, testRun, testSource } from "../../../src/testing/index.ts";

const load = async (name: string, content: string | Uint8Array, options: JsonLoaderOptions = {}, settings = {}) => {
  const [document] = await new JsonLoader(options).load(testSource(name, content), testRun({ settings }));
  if (document === undefined) throw new Error("no document");
  return document;
};

const act = JSON.stringify({
  title_th: "พระราชบัญญัติ",
  url: "https://example.org/1",
  year: 2484,
  provisions: [
    { section: "1", title: "มาตรา 1", content: "ก", language: "th" },
    { section: "1", title: "มาตรา 1", content: "ข", language: "th" },
  ],
});

const docling = JSON.stringify({
  schema_name: "DoclingDocument",
  version: "1.3.0",
  origin: { filename: "lamps.pdf", mimetype: "application/pdf" },
  body: { children: [{ $ref: "#/texts/0" }, { $ref: "#/texts/1" }] },
  furniture: { children: [{ $ref: "#/texts/2" }] },
  pages: { "1": { size: { width: 600, height: 800 } } },
  texts: [
    {
      label: "section_header",
      level: 1,
      text: "Lamps",
      prov: [{ page_no: 1, bbox: { l: 1, t: 790, r: 9, b: 780, coord_origin: "BOTTOMLEFT" } }],
    },
    { label: "text", text: "They burn.", prov: [{ page_no: 1, bbox: { l: 1, t: 20, r: 9, b: 30, coord_origin: "TOPLEFT" } }] },
    { label: "page_footer", text: "1", prov: [{ page_no: 1 }] },
  ],
});

testDocumentLoader({
  create: () => new JsonLoader(),
  accepts: [
    testSource("lamps.json", docling),
    testSource("act.json", act),
    testSource("a.jsonl", '{"a":1}\n'),
    testSource("a.NDJSON", '"x"\n'),
  ],
  rejects: [testSource("a.txt", "{}"), testSource("a.json5", "{}")],
});

it("makes a section of each line, with its title, its fields and its text", async () => {
  const lines =
    '{"_id":"d1","title":"Lamps","text":"They burn.\\n\\nOften.","tags":["oil","gas"],"by":{"name":"Ada"},"none":null}\n\n{"text":"Wicks."}\n';
  const document = await load("a.jsonl", lines);
  expect(document.text).toBe("Lamps\n\ntags: oil, gas\nby.name: Ada\n\nThey burn.\n\nOften.\n\nWicks.");
  expect(document.outline).toEqual([
    { level: 1, title: "Lamps", at: { start: 0, end: 5 }, attributes: { id: "d1" } },
    { level: 1, title: "Wicks.", at: { start: 56, end: 62 } },
  ]);
});

it("takes the records of an object from its longest list, and what stands around them as the document's facts", async () => {
  const document = await load("act.json", act);
  expect(document).toMatchObject({
    title: "พระราชบัญญัติ",
    language: "th",
    url: "https://example.org/1",
    metadata: { year: "2484", records: 2 },
    text: "มาตรา 1\n\nsection: 1\n\nก\n\nมาตรา 1\n\nsection: 1\n\nข",
  });
});

it("gives records of one number units of different ids, with what is known of each", async () => {
  const document = await load("act.json", act);
  const units = buildUnits(document, unitsFromOutline(document, document.outline ?? []), "test");
  expect(units.map(({ topic }) => topic)).toEqual(["พระราชบัญญัติ", "มาตรา 1", "มาตรา 1"]);
  expect(new Set(units.map(({ id }) => id)).size).toBe(3);
  expect(units[1]?.attributes).toMatchObject({ language: "th", citation: "มาตรา 1", unitType: "section" });
});

it("finds the records where it is told to, and reads a list, a lone object and lines under the wrong name", async () => {
  const nested = '{"a":[{"x":1},{"x":2},{"x":3}],"b":{"c":[{"y":1},{"y":2}]}}';
  expect((await load("a.json", nested, { records: "b.c" })).text).toBe("y: 1\n\ny: 2");
  expect((await load("a.json", nested, {}, { records: "b.c" })).text).toBe("y: 1\n\ny: 2");
  expect((await load("a.json", nested)).text).toBe("x: 1\n\nx: 2\n\nx: 3");
  expect((await load("a.json", '[{"x":1},"two"]')).text).toBe("x: 1\n\nvalue: two");
  expect((await load("a.json", '{"x":{"y":[1,2]}}')).text).toBe("x.y: 1, 2");
  expect((await load("a.json", '{"x":1}\n{"x":2}\n')).text).toBe("x: 1\n\nx: 2");
});

it("makes a record of each member of an object whose members are alike, called by its key", async () => {
  const document = await load("a.json", '{"sick-leave":{"days":30,"text":"Ask."},"parental":{"days":90}}');
  expect(document.text).toBe("sick-leave\n\ndays: 30\n\nAsk.\n\nparental\n\ndays: 90");
  expect(document.outline).toMatchObject([
    { title: "sick-leave", attributes: { id: "sick-leave" } },
    { title: "parental", attributes: { id: "parental" } },
  ]);
  const titled = await load("a.json", '{"name":"Rules","v":{"a":{"title":"A","id":"7"},"b":{"title":"B"}}}');
  expect(titled).toMatchObject({
    title: "Rules",
    text: "A\n\nkey: a\n\nB",
    outline: [{ attributes: { id: "7" } }, { attributes: { id: "b" } }],
  });
  expect((await load("a.json", '{"x":{"a":1},"y":[{"b":1},{"b":2}]}')).text).toBe("b: 1\n\nb: 2");
  expect((await load("a.json", '{"server":{"host":"h"},"log":{"level":2}}')).text).toBe("server.host: h\nlog.level: 2");
  expect((await load("a.json", '{"p":{"server":{"host":"h"},"log":2}}', { records: "p" })).text).toBe(
    "server\n\nhost: h\n\nlog\n\nvalue: 2",
  );
});

it("keeps every value of a key that stands twice in one object, and names the key", async () => {
  const document = await load(
    "a.json",
    '{\n"days": 20,\n"of": [{"days": 1}, {"days": 2, "a\\u0062": "x", "ab": "y, \\"days\\": 3"}],\n"days": 25}',
    { records: "none" },
  );
  expect(document.text).toBe('days: 20\nof.days: 1\nof.days: 2\nof.ab: x\nof.ab: y, "days": 3\ndays: 25');
  expect(document.notices).toEqual([
    {
      code: "KEYS_REPEATED",
      lost: 0,
      message: 'Keys stand more than once in one object: "ab" (line 3), "days" (line 4). Every value is kept, in the order of the file.',
    },
  ]);
  const lines = await load("a.jsonl", '{"x":1}\n{"x":2,"x":3}\n');
  expect(lines.text).toBe("x: 1\n\nx: 2\nx: 3");
  expect(lines.notices).toMatchObject([{ code: "KEYS_REPEATED", message: expect.stringContaining('"x" (line 2)') }]);
});

it("keeps every digit of a long number", async () => {
  expect((await load("a.json", '{"account":12345678901234567890,"text":"No. 12345678901234567890","n":-9007199254740993}')).text).toBe(
    "account: 12345678901234567890\nn: -9007199254740993\n\nNo. 12345678901234567890",
  );
});

it("keeps each number as the file writes it", async () => {
  const document = await load(
    "a.json",
    '{"price":1.50,"rate":0.10,"big":1e400,"none":-0,"part":0.12345678901234567890,"list":[2.0,7],"s":"a \\"1.0"}',
  );
  expect(document.text).toBe('price: 1.50\nrate: 0.10\nbig: 1e400\nnone: -0\npart: 0.12345678901234567890\nlist: 2.0, 7\ns: a "1.0');
  expect((await load("a.jsonl", '{"price":1.50}\n{"price":2E3}\n')).text).toBe("price: 1.50\n\nprice: 2E3");
  for (const wrong of ['{"a":01.50}', '{"a":1,1.50:2}', '{"a":1.}', '{"a":12345678901234567890"b"}']) {
    await expect(load("a.json", wrong)).rejects.toMatchObject({ code: "DOCUMENT_DAMAGED" });
  }
});

it("reads Docling's numbers as numbers, however they are written", async () => {
  const written = docling.replace('"l":1,"t":790', '"l":1.0,"t":790.0');
  expect(written).not.toBe(docling);
  expect((await load("lamps.json", written)).places).toEqual((await load("lamps.json", docling)).places);
});

it("puts U+FFFD for half a surrogate pair, and counts it as lost", async () => {
  const document = await load("a.json", '{"x":"a\\ud800b","y":"\\ud83d\\ude00","z":"\\\\ud800","w":"\\uDC00"}');
  expect(document.text).toBe("x: a\ufffdb\ny: \u{1f600}\nz: \\ud800\nw: \ufffd");
  expect(document.notices).toMatchObject([{ code: "TEXT_MALFORMED", lost: 2 }]);
});

it("reads what Docling made of a file as the document that it is", async () => {
  expect(await load("lamps.json", docling)).toMatchObject({
    text: "Lamps\n\nThey burn.\n\n1",
    outline: [{ level: 1, title: "Lamps" }],
    pages: [{ number: 1, start: 0, end: 20 }],
    places: [{ box: [1, 10, 9, 20] }, { box: [1, 20, 9, 30] }, { page: 1 }],
    omissions: [{ omitted: { start: 19, end: 20 }, reason: "page footer" }],
    metadata: { madeBy: "Docling", file: "lamps.pdf", fileType: "application/pdf" },
  });
  const broken = docling.replace("#/texts/1", "#/texts/8");
  expect((await load("lamps.json", broken)).notices).toMatchObject([{ code: "REFERENCE_BROKEN", lost: 1 }]);
  const newer = JSON.stringify({
    ...JSON.parse(docling),
    version: "2.0.0",
    holograms: [{ label: "hologram" }],
    pictures: [{ label: "picture" }],
  });
  expect(await load("lamps.json", newer)).toMatchObject({
    metadata: { schemaVersion: "2.0.0", pictures: 1 },
    notices: [
      { code: "ITEMS_UNKNOWN", lost: 0, message: expect.stringContaining("form 2.0.0") },
      { code: "ITEMS_UNKNOWN", lost: 1, message: expect.stringContaining('"hologram"') },
    ],
  });
  await expect(load("a.json", '{"schema_name":"DoclingDocument","body":{"children":[]}}')).rejects.toMatchObject({
    code: "DOCUMENT_EMPTY",
  });
});

describe("damage", () => {
  it("names a broken line, counts it as lost, and keeps the others", async () => {
    const document = await load("a.jsonl", '{"x":1}\n{"x":\n{"x":2}\nnot json\n');
    expect(document.text).toBe("x: 1\n\nx: 2");
    expect(document.notices).toMatchObject([
      { code: "RECORD_UNREADABLE", lost: 2, message: expect.stringMatching(/line 2 \(column 6: .+\), line 4 \(column/) },
    ]);
  });

  it("refuses JSON that is broken, with line and column", async () => {
    await expect(load("a.json", '{\n  "a": 1,\n}')).rejects.toMatchObject({
      code: "DOCUMENT_DAMAGED",
      message: expect.stringContaining("is no JSON at line 3, column 1"),
    });
    await expect(load("a.json", '{"a": [1,')).rejects.toThrow(/line 1, column 10/);
    await expect(load("a.jsonl", "not json\n")).rejects.toMatchObject({ code: "DOCUMENT_DAMAGED" });
  });

  it("refuses what holds no text", async () => {
    await expect(load("a.json", '{"a":null,"b":[]}')).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
    await expect(load("a.json", "[]")).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
  });

  it("goes through nesting of 500 levels, and names what is deeper: names would make the text grow with the square of the depth", async () => {
    const nested = (depth: number, inner = "1") => `${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`;
    expect((await load("a.json", nested(500))).text).toHaveLength(500 * 2 + 2);
    const lists = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const [deep, levels] of [[nested(501), 501] as const, [lists, 100_000] as const, ["[".repeat(900), 900] as const]) {
      const failed = { code: "DOCUMENT_TOO_LARGE", message: expect.stringContaining(`is nested ${levels} levels deep`) };
      await expect(load("a.json", deep)).rejects.toMatchObject(failed);
      await expect(load("a.jsonl", deep)).rejects.toMatchObject(failed);
    }
    const { text, notices } = await load("a.jsonl", `{"a":"[[[["}\n${lists}\n`);
    expect(text).toBe("a: [[[[");
    expect(notices).toMatchObject([
      { code: "RECORD_UNREADABLE", lost: 1, message: expect.stringContaining("line 2 (nested 100000 levels") },
    ]);
  });
});
