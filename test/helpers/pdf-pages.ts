import type { PageKind } from "../../src/text/pdf/judge-page.ts";
import { PdfWriter, paragraph, type WrittenPage } from "./pdf-writer.ts";

export interface JudgedPage {
  readonly what: string;
  readonly kind: PageKind;
  readonly make: (pdf: PdfWriter) => WrittenPage;
}

const PROSE = [
  "The tenant pays the rent on the first working day of each month.",
  "A payment that comes more than ten days late adds a charge of two",
  "percent for every week. The landlord repairs the roof, the heating",
  "and the pipes within thirty days of a written notice, except for",
  "damage that the tenant or a guest has done on purpose.",
];
const LETTER = [
  "Dear Sir or Madam,",
  "we confirm the delivery of forty chairs to the north hall on Monday.",
  "Please have someone ready to sign for them.",
  "Yours faithfully",
];
const GERMAN = [
  "Der Mieter zahlt die Miete am ersten Werktag des Monats.",
  "Der Vermieter haftet nicht, wenn der Schaden gering ist.",
  "Eine schriftliche Anzeige ist innerhalb von drei Tagen n\u00f6tig.",
];
const RUSSIAN =
  "\u041d\u0430\u043d\u0438\u043c\u0430\u0442\u0435\u043b\u044c \u043f\u043b\u0430\u0442\u0438\u0442 \u0430\u0440\u0435\u043d\u0434\u0443 \u0432 \u043f\u0435\u0440\u0432\u044b\u0439 \u0440\u0430\u0431\u043e\u0447\u0438\u0439 \u0434\u0435\u043d\u044c \u043c\u0435\u0441\u044f\u0446\u0430 \u0438 \u0441\u043e\u043e\u0431\u0449\u0430\u0435\u0442 \u043e \u0432\u0441\u0435\u0445 \u0434\u0435\u0444\u0435\u043a\u0442\u0430\u0445";

const helvetica = (pdf: PdfWriter) => pdf.standardFont("Helvetica");
const at = (name: string, width: number, height: number, x: number, y: number) => `q ${width} 0 0 ${height} ${x} ${y} cm /${name} Do Q\n`;
const prose = (y = 780, lines: readonly string[] = PROSE, font = "F") => paragraph(font, 11, 60, y, lines);

/** Text in glyph numbers: letters take the numbers that a subset of an Arial would give them, 29 under their ASCII codes. */
const glyphs = (text: string) => `<${[...text].map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, "0")).join("")}>`;
const glyphLines = (lines: readonly string[], y = 780, font = "F") =>
  `BT /${font} 11 Tf 14 TL 60 ${y} Td ${lines.map((line) => `${glyphs(line)} Tj T*`).join(" ")} ET\n`;
const mapped = (to: (letter: string, i: number) => string) =>
  new Map([...Array(95).keys()].map((i) => [i + 3, to(String.fromCharCode(i + 32), i)] as const));
const singleMap = (to: (letter: string, i: number) => string) =>
  new Map([...Array(95).keys()].map((i) => [i + 32, to(String.fromCharCode(i + 32), i)] as const));
/** Letters for other letters, spaces for spaces. */
const exchanged = (letter: string) => {
  if (!/[a-z]/i.test(letter)) return letter;
  const base = letter < "a" ? 65 : 97;
  return String.fromCharCode((((letter.charCodeAt(0) - base) * 7 + 10) % 26) + base);
};

const good: JudgedPage[] = [
  { what: "prose in Helvetica", kind: "good text", make: (pdf) => ({ content: prose(), fonts: { F: helvetica(pdf) } }) },
  {
    what: "two columns in Times",
    kind: "good text",
    make: (pdf) => ({
      content:
        paragraph(
          "F",
          9,
          50,
          780,
          PROSE.map((line) => line.slice(0, 48)),
        ) +
        paragraph(
          "F",
          9,
          320,
          774,
          PROSE.map((line) => line.slice(0, 46)),
        ),
      fonts: { F: pdf.standardFont("Times-Roman") },
    }),
  },
  {
    what: "a table in Courier with rules",
    kind: "good text",
    make: (pdf) => ({
      content: `${prose(780, ["Item        2023     2022", "Revenue    1,204    1,180", "Costs        903      870", "Result       301      310", "Headcount     57       61"])}60 790 m 400 790 l S`,
      fonts: { F: pdf.standardFont("Courier") },
    }),
  },
  {
    what: "a turned page",
    kind: "good text",
    make: (pdf) => ({ content: prose(560), fonts: { F: helvetica(pdf) }, rotate: 90, box: [0, 0, 595, 600] }),
  },
  {
    what: "Cyrillic in glyph numbers with a map",
    kind: "good text",
    make: (pdf) => {
      const letters = [...new Set(RUSSIAN)];
      const codes = new Map(letters.map((letter, i) => [i + 3, letter] as const));
      const hex = [...RUSSIAN].map((letter) => (letters.indexOf(letter) + 3).toString(16).padStart(4, "0")).join("");
      return { content: `BT /F 10 Tf 60 700 Td <${hex}> Tj ET`, fonts: { F: pdf.glyphFont("Cyr", codes) } };
    },
  },
  {
    what: "text over a picture of the whole page's ground, and a logo",
    kind: "good text",
    make: (pdf) => ({
      content:
        at("G", 595, 842, 0, 0) +
        paragraph("F", 12, 40, 800, [...PROSE, ...PROSE, ...PROSE, ...PROSE, ...PROSE, ...PROSE, ...PROSE], 22) +
        at("L", 60, 40, 500, 790),
      fonts: { F: helvetica(pdf) },
      objects: { G: pdf.picture(), L: pdf.picture() },
    }),
  },
];

const images: JudgedPage[] = [
  { what: "a grey picture", kind: "image only", make: (pdf) => ({ content: at("I", 500, 700, 50, 50), objects: { I: pdf.picture() } }) },
  {
    what: "a JPEG that is no good one",
    kind: "image only",
    make: (pdf) => ({
      content: at("I", 595, 842, 0, 0),
      objects: { I: pdf.picture("/Filter /DCTDecode", Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"), false) },
    }),
  },
  {
    what: "a fax as a mask",
    kind: "image only",
    make: (pdf) => ({
      content: `0 g ${at("I", 550, 800, 20, 20)}`,
      objects: { I: pdf.picture("/ImageMask true /BitsPerComponent 1", new Uint8Array(512).fill(170)) },
    }),
  },
  {
    what: "an inline picture",
    kind: "image only",
    make: () => ({ content: "q 560 0 0 800 15 20 cm BI /W 4 /H 4 /CS /G /BPC 8 ID 0123456789abcdef EI Q", packed: false }),
  },
  {
    what: "strips, on a turned page",
    kind: "image only",
    make: (pdf) => ({
      content: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => at("I", 595, 106, 0, i * 105)).join(""),
      objects: { I: pdf.picture() },
      rotate: 180,
    }),
  },
  {
    what: "JPEG 2000 with a stamped number",
    kind: "image only",
    make: (pdf) => ({
      content: at("I", 595, 842, 0, 0) + paragraph("F", 9, 500, 20, ["ABC-000123"]),
      fonts: { F: helvetica(pdf) },
      objects: { I: pdf.picture("/Filter /JPXDecode", new Uint8Array(200).fill(9), false) },
    }),
  },
];

const layer = (render: string) => `BT /F 11 Tf ${render} 14 TL 60 780 Td ${PROSE.map((line) => `(${line}) Tj T*`).join(" ")} ET\n`;
const layers: JudgedPage[] = [
  {
    what: "invisible text over a picture (mode 3)",
    kind: "invisible or doubled OCR layer",
    make: (pdf) => ({ content: at("I", 595, 842, 0, 0) + layer("3 Tr"), fonts: { F: helvetica(pdf) }, objects: { I: pdf.picture() } }),
  },
  {
    what: "text under the picture",
    kind: "invisible or doubled OCR layer",
    make: (pdf) => ({
      content: layer("0 Tr") + layerDown(0) + at("I", 595, 842, 0, 0),
      fonts: { F: helvetica(pdf) },
      objects: { I: pdf.picture() },
    }),
  },
  {
    what: "invisible text in a form of its own",
    kind: "invisible or doubled OCR layer",
    make: (pdf) => {
      const font = helvetica(pdf);
      const form = pdf.stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F ${font} 0 R >> >>`,
        layer("3 Tr") + layerDown(3),
      );
      return { content: `${at("I", 595, 842, 0, 0)}/T Do`, objects: { I: pdf.picture(), T: form } };
    },
  },
  {
    what: "the same text twice",
    kind: "invisible or doubled OCR layer",
    make: (pdf) => ({ content: prose() + prose(780.4), fonts: { F: helvetica(pdf) } }),
  },
  {
    what: "printed text with the same text recognised over it, word by word",
    kind: "invisible or doubled OCR layer",
    make: (pdf) => {
      const words = PROSE.flatMap((line, row) => {
        let x = 60;
        return line.split(" ").map((word) => {
          const placed = `1 0 0 1 ${x.toFixed(1)} ${780 - row * 14.4} Tm (${word}) Tj`;
          x += (word.length + 1) * 6.6;
          return placed;
        });
      });
      return {
        content: `${paragraph("F", 11, 60, 780, PROSE, 14.4)}BT /F 11 Tf 3 Tr ${words.join(" ")} ET`,
        fonts: { F: pdf.standardFont("Courier") },
      };
    },
  },
  {
    what: "wholly transparent text over a picture",
    kind: "invisible or doubled OCR layer",
    make: (pdf) => ({
      content: `${at("I", 595, 842, 0, 0)}/Z gs ${layer("0 Tr")}${layerDown(0)}`,
      fonts: { F: helvetica(pdf) },
      objects: { I: pdf.picture() },
      states: { Z: pdf.add("<< /Type /ExtGState /ca 0 >>") },
    }),
  },
];

/** More of it, so that text stands all over the picture. */
function layerDown(mode: number): string {
  return `BT /F 11 Tf ${mode} Tr 24 TL 60 690 Td ${[...PROSE, ...PROSE, ...PROSE, ...PROSE, ...PROSE].map((line) => `(${line}) Tj T*`).join(" ")} ET\n`;
}

const garbled: JudgedPage[] = [
  {
    what: "glyph numbers without a map",
    kind: "garbled (no Unicode map)",
    make: (pdf) => ({ content: glyphLines(PROSE), fonts: { F: pdf.glyphFont("Sub") } }),
  },
  {
    what: "a map to private use",
    kind: "garbled (no Unicode map)",
    make: (pdf) => ({
      content: glyphLines(PROSE),
      fonts: {
        F: pdf.glyphFont(
          "Priv",
          mapped((_, i) => String.fromCharCode(0xe000 + i)),
        ),
      },
    }),
  },
  {
    what: "a map that exchanges letters",
    kind: "garbled (no Unicode map)",
    make: (pdf) => ({
      content: prose(),
      fonts: { F: pdf.standardFont("Helvetica", `/Encoding /WinAnsiEncoding /ToUnicode ${pdf.unicodeMap(singleMap(exchanged), 1)} 0 R`) },
    }),
  },
  {
    what: "a map to the replacement character",
    kind: "garbled (no Unicode map)",
    make: (pdf) => ({
      content: glyphLines(LETTER),
      fonts: {
        F: pdf.glyphFont(
          "Repl",
          mapped(() => "\ufffd"),
        ),
      },
    }),
  },
  {
    what: "a map to rare Chinese characters",
    kind: "garbled (no Unicode map)",
    make: (pdf) => ({
      content: glyphLines(PROSE),
      fonts: {
        F: pdf.glyphFont(
          "Rare",
          mapped((_, i) => String.fromCharCode(0x7a00 + i * 37)),
        ),
      },
    }),
  },
  {
    what: "drawn letters under made-up names",
    kind: "garbled (no Unicode map)",
    make: (pdf) => {
      const square = pdf.stream("", "500 0 0 0 500 700 d1 50 0 400 700 re f");
      const codes = [...Array(95).keys()].map((i) => i + 32);
      const font = pdf.add(
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 /LastChar 126 /Widths [${codes.map(() => 500).join(" ")}] /Encoding << /Type /Encoding /Differences [32 ${codes.map((code) => `/glyph${(code * 41) % 95}x`).join(" ")}] >> /CharProcs << ${codes.map((code) => `/glyph${(code * 41) % 95}x ${square} 0 R`).join(" ")} >> /Resources << >> /ToUnicode ${pdf.unicodeMap(
          singleMap((_, i) => String.fromCharCode(1 + (i % 8))),
          1,
        )} 0 R >>`,
      );
      return { content: prose(), fonts: { F: font } };
    },
  },
];

const mixed: JudgedPage[] = [
  {
    what: "text above, a picture below",
    kind: "mixed",
    make: (pdf) => ({ content: prose() + at("I", 500, 400, 50, 50), fonts: { F: helvetica(pdf) }, objects: { I: pdf.picture() } }),
  },
  {
    what: "text beside a JPEG",
    kind: "mixed",
    make: (pdf) => ({
      content: paragraph("F", 9, 30, 780, GERMAN) + at("I", 290, 700, 300, 40),
      fonts: { F: helvetica(pdf) },
      objects: { I: pdf.picture("/Filter /DCTDecode", new Uint8Array(64), false) },
    }),
  },
  {
    what: "a paragraph in a font without a map",
    kind: "mixed",
    make: (pdf) => ({ content: prose() + glyphLines(LETTER, 600, "G"), fonts: { F: helvetica(pdf), G: pdf.glyphFont("Sub2") } }),
  },
  {
    what: "a map that leaves one letter out, as of a ligature",
    kind: "mixed",
    make: (pdf) => ({
      content: glyphLines(PROSE),
      fonts: {
        F: pdf.glyphFont(
          "Hole",
          mapped((letter) => (letter === "v" ? "\u0000" : letter)),
        ),
      },
    }),
  },
  {
    what: "a scanned table with recognised text among printed text",
    kind: "mixed",
    make: (pdf) => ({
      content: `${prose() + at("I", 500, 90, 50, 590)}BT /F 9 Tf 3 Tr 11 TL 60 668 Td ${PROSE.map((line) => `(${line}) Tj T*`).join(" ")} ET`,
      fonts: { F: helvetica(pdf) },
      objects: { I: pdf.picture() },
    }),
  },
  {
    what: "strips of a scan with a heading, on a turned page",
    kind: "mixed",
    make: (pdf) => ({
      content: prose() + [0, 1, 2, 3].map((i) => at("I", 550, 130, 20, 20 + i * 130)).join(""),
      fonts: { F: pdf.standardFont("Times-Bold") },
      objects: { I: pdf.picture() },
      rotate: 270,
    }),
  },
  {
    what: "a large mask under a letter",
    kind: "mixed",
    make: (pdf) => ({
      content: prose(780, LETTER) + at("I", 560, 500, 20, 60),
      fonts: { F: helvetica(pdf) },
      objects: { I: pdf.picture("/ImageMask true /BitsPerComponent 1", new Uint8Array(512).fill(90)) },
    }),
  },
];

export const judgedPages: readonly JudgedPage[] = [...good, ...images, ...layers, ...garbled, ...mixed];

/** All of them in one file. */
export function pdfOf(pages: readonly JudgedPage[]): Uint8Array {
  const pdf = new PdfWriter();
  for (const { make } of pages) pdf.page(make(pdf));
  return pdf.bytes();
}
