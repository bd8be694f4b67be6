import { describe, expect, it } from "vitest";
import { CsvLoader, type CsvLoaderOptions } from "../../../src/plugins/document_loaders/csv.ts";
import { testDocumentLoader, testRun, testSource } from "../../../src/testing/index.ts";

const loadAll = (content: string | Uint8Array, options: CsvLoaderOptions = {}, settings = {}) =>
  new CsvLoader(options).load(testSource("a.csv", content), testRun({ settings }));
const load = async (content: string | Uint8Array, options: CsvLoaderOptions = {}, settings = {}) => {
  const [document] = await loadAll(content, options, settings);
  if (document === undefined) throw new Error("no document");
  return document;
};

testDocumentLoader({
  create: () => new CsvLoader(),
  accepts: [testSource("a.csv", "part,days\nseal,30\n"), testSource("A.TSV", "a\tb\nc\td\n")],
  rejects: [testSource("a.txt", "a,b"), testSource("a.csv.md", "a,b")],
});
testDocumentLoader({ create: () => new CsvLoader({ each: "document" }), accepts: testSource("a.csv", "id,text\n1,a\n1,a\n,b\n,b\n") });

it("makes a section of each row: its first value as topic, names before values, empty cells left out", async () => {
  const document = await load("part,days,note\nseal,30,\nvalve,90,oil it\n");
  expect(document).toMatchObject({ mediaType: "text/csv", notices: [], metadata: { columns: ["part", "days", "note"], records: 2 } });
  expect(document.text).toBe("part: seal\ndays: 30\n\npart: valve\ndays: 90\nnote: oil it");
  expect(document.outline).toEqual([
    { level: 1, title: "seal", at: { start: 0, end: 10 } },
    { level: 1, title: "valve", at: { start: 21, end: 32 } },
  ]);
});

it("takes names for a header whose lines all end in a delimiter", async () => {
  const document = await load("part,days,\nseal,30,\nvalve,90,\n");
  expect(document.text).toBe("part: seal\ndays: 30\n\npart: valve\ndays: 90");
  expect(document.notices).toEqual([]);
});

it("takes names for a header though two are alike, where numbers stand below one, and no row of equal words", async () => {
  const sums = await load("who,amount,amount\nBob,5,7\nEve,6,8\n");
  expect(sums.text).toBe("who: Bob\namount: 5\namount: 7\n\nwho: Eve\namount: 6\namount: 8");
  const words = await load("seal,yes,yes\nvalve,no,yes\n");
  expect(words.metadata).toMatchObject({ columns: ["column 1", "column 2", "column 3"], records: 2 });
});

it("knows titles with their numbers, texts, ids and languages by common names", async () => {
  const document = await load('id,article_number,article_title,article_text,language\nx1,1,Scope,"All lamps.\n\nAnd ""wicks"".",en\n');
  expect(document.text).toBe('1 Scope\n\nAll lamps.\n\nAnd "wicks".');
  expect(document).toMatchObject({ language: "en", outline: [{ title: "1 Scope", attributes: { id: "x1", language: "en" } }] });
});

it("takes them as it is told, by options or settings, and leaves out and counts what it is told to", async () => {
  const rows = "no,head,body,secret,year\n7,Fees,Pay.,pssst,2020\n";
  const options = { title: ["no", "head"], text: "body", metadata: ["year"], omit: ["secret"] };
  const document = await load(rows, options);
  expect(document).toMatchObject({
    text: "7 Fees\n\nPay.",
    outline: [{ attributes: { year: "2020" } }],
    metadata: { leftOutCharacters: 5 },
  });
  expect((await load(rows, {}, options)).text).toBe(document.text);
  expect(() => new CsvLoader({ delimiter: ",," })).toThrow(/plugins\.csv\.delimiter is ",,"/);
  await expect(load(rows, {}, { titel: "no" })).rejects.toThrow(/plugins\.csv\.titel/);
});

it("makes a document of each row when told to, with an id of its own though rows share one", async () => {
  const documents = await loadAll("id,title,text,language\nA,One,a,de\nA,Two,b,de\n,Three,c,fr\n", { each: "document" });
  expect(documents.map(({ title, text, language }) => [title, text, language])).toEqual([
    ["One", "One\n\na", "de"],
    ["Two", "Two\n\nb", "de"],
    ["Three", "Three\n\nc", "fr"],
  ]);
  expect(new Set(documents.map(({ id }) => id)).size).toBe(3);
});

describe("forms of tables", () => {
  it.each([
    ["commas", "a,b\n1,2\n"],
    ["semicolons and decimal commas", "a;b\n1;2\n3,5;4,5\n"],
    ["tabs", "a\tb\n1\t2\n"],
    ["bars", "a|b\n1|2\n"],
    ["a first line for Excel", "sep=;\na;b\n1;2\n"],
    ["CRLF and a byte order mark", "\uFEFFa,b\r\n1,2\r\n"],
    ["lone CR", "a,b\r1,2\r"],
  ])("%s", async (_, table) => {
    expect((await load(table)).text).toContain("a: 1\nb: 2");
  });

  it("names columns by number where there is no header, or as it is told", async () => {
    expect((await load("1,2\n3,4\n")).text).toBe("column 1: 1\ncolumn 2: 2\n\ncolumn 1: 3\ncolumn 2: 4");
    expect((await load("1,2\n", { header: ["x", "y"] })).text).toBe("x: 1\ny: 2");
    expect((await load("a,b\nc,d\n", { header: false })).text).toContain("column 1: a");
    expect((await load(",days\nseal,30\n")).text).toBe("column 1: seal\ndays: 30");
  });

  it("reads other encodings, and says so", async () => {
    const document = await load(Uint8Array.from(Buffer.from("Straße;Größe\nMünchner Straße;groß\n", "latin1")));
    expect(document.text).toBe("Straße: Münchner Straße\nGröße: groß");
    expect(document.notices).toMatchObject([{ code: "ENCODING_GUESSED" }]);
  });
});

it("finds the header below a title and blank lines, which begin the text and give the document its title", async () => {
  const table = "Spare parts,,\nas of May\n,,\n  \n\npart,days,note\nseal,30,\nvalve,90,oil it\n";
  const document = await load(table);
  expect(document).toMatchObject({ title: "Spare parts", notices: [], metadata: { columns: ["part", "days", "note"], records: 2 } });
  expect(document.text).toBe("Spare parts\nas of May\n\npart: seal\ndays: 30\n\npart: valve\ndays: 90\nnote: oil it");
  expect(document.outline?.map(({ at }) => document.text.slice(at.start, at.end))).toEqual(["part: seal", "part: valve"]);
  const [first] = await loadAll(table, { each: "document" });
  expect(first).toMatchObject({ title: "seal", metadata: { above: ["Spare parts", "as of May"] } });
  expect(await load("Spare parts, May\npart,days,note\nseal,30,a\nvalve,90,b\n")).toMatchObject({
    title: "Spare parts, May",
    metadata: { columns: ["part", "days", "note"] },
  });
  // A first column alone is no title where no header stands below.
  expect((await load("seal,\nvalve,90\npump,30\n")).text).toBe(
    "column 1: seal\n\ncolumn 1: valve\ncolumn 2: 90\n\ncolumn 1: pump\ncolumn 2: 30",
  );
});

describe("damage", () => {
  it("names rows with more or fewer cells by their lines, and keeps every cell", async () => {
    const document = await load('a,b\n1,2\n"3\n3",4,5\n\n6\n7,8\n');
    expect(document.text).toBe("a: 1\nb: 2\n\na: 3\n3\nb: 4\ncolumn 3: 5\n\na: 6\n\na: 7\nb: 8");
    expect(document.notices).toMatchObject([{ code: "ROWS_RAGGED", lost: 0, message: expect.stringContaining("lines 3, 6.") }]);
  });

  it("names a broken row by its line, counts it as lost, and keeps the others", async () => {
    const document = await load('a,b\n1,2\n"x,3\n4,5 "y"\n"open,6\n7,8\n');
    expect(document.text).toBe('a: 1\nb: 2\n\na: 4\nb: 5 "y"\n\na: 7\nb: 8');
    expect(document.notices).toEqual([
      {
        code: "RECORD_UNREADABLE",
        message:
          "Records could not be read: line 3 (text stands behind a closing quotation mark), line 5 (a quotation mark is never closed). The others are kept.",
        lost: 2,
      },
    ]);
  });

  it("takes a quotation mark inside an unquoted cell as it stands, in however many rows", async () => {
    const document = await load('a\tb\npipe\t5" wide\n\nfilm\tthe "long" cut\n"x, ""y"""\t2\n', { delimiter: "\t" });
    expect(document.text).toBe('a: pipe\nb: 5" wide\n\na: film\nb: the "long" cut\n\na: x, "y"\nb: 2');
    expect(document.notices).toEqual([]);
    const rows = Array.from({ length: 3000 }, (_, i) => `part ${i},"in two\nlines",${i}" long\n`);
    const long = await load(`part,note,size\n${rows.join("")}`);
    expect(long.notices).toEqual([]);
    expect(long.metadata).toMatchObject({ records: 3000 });
    expect(long.text.endsWith('part: part 2999\nnote: in two\nlines\nsize: 2999" long')).toBe(true);
  });

  it("keeps a cell whose quotation has text behind it as it stands", async () => {
    const document = await load('a,b\n"x"y,3\n4,"say ""no"" "now\n5,6\n');
    expect(document.text).toBe('a: "x"y\nb: 3\n\na: 4\nb: "say "no" "now\n\na: 5\nb: 6');
    expect(document.notices).toEqual([]);
  });

  it("says of a table of one row that it may be a header, and reads it as it is told", async () => {
    expect(await load("part,days\n")).toMatchObject({
      text: "column 1: part\ncolumn 2: days",
      notices: [{ code: "TABLE_WITHOUT_ROWS", lost: 0 }],
    });
    expect((await load("seal,30\n")).notices).toEqual([]);
    expect((await load("part,days\n", { header: false })).notices).toEqual([]);
    await expect(load("part,days\n", { header: true })).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
  });

  it("reads a quotation that is longer than what is parsed at once", async () => {
    const note = "one line of many\n".repeat(20_000);
    const document = await load(`a,b\n1,"${note}end"\n2,x\n`);
    expect(document.metadata).toMatchObject({ records: 2 });
    expect(document.text).toContain("one line of many\nend");
  });

  it("counts every row as lost that it does not try, after many that are none", async () => {
    const document = await load(`a,b\n1,2\n${'"x,3\n'.repeat(150)}\n${"4,5\n".repeat(50)}`);
    expect(document.metadata).toMatchObject({ records: 1 });
    expect(document.notices).toMatchObject([{ code: "RECORD_UNREADABLE", lost: 200 }]);
  });

  it("refuses a file without rows, and gives up on one that is no table", async () => {
    await expect(load('"x\n'.repeat(5000))).rejects.toMatchObject({ code: "DOCUMENT_DAMAGED" });
    await expect(load(" \n")).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
    await expect(load(",,\n,,\n")).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
  });
});
