import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { PdfLoader } from "../../../src/plugins/document_loaders/pdf.ts";
import { testRun, testSource } from "../../../src/testing/index.ts";
import { judgedPages, pdfOf } from "../../helpers/pdf-pages.ts";
import { PdfWriter, paragraph } from "../../helpers/pdf-writer.ts";

/** What became of it: notices, or the code of the error. Anything else that is thrown fails the test. */
async function outcome(bytes: Uint8Array, pageTimeoutSeconds = 60): Promise<string> {
  try {
    const [document] = await new PdfLoader({ pageTimeoutSeconds }).load(testSource("hostile.pdf", bytes), testRun());
    return `read: ${document?.notices?.map(({ code }) => code).join(" ")}`;
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (typeof code !== "string") throw cause;
    return code;
  }
}

function one(make: (pdf: PdfWriter, font: number) => Parameters<PdfWriter["page"]>[0], catalog = ""): Uint8Array {
  const pdf = new PdfWriter();
  const font = pdf.standardFont("Helvetica");
  pdf.page({ content: paragraph("F", 11, 60, 700, ["A page that is as it should be."]), fonts: { F: font } });
  pdf.page(make(pdf, font));
  return pdf.bytes(catalog);
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytes = (written: string) => Uint8Array.from(Buffer.from(written, "latin1"));

it("ends for a form that draws itself", async () => {
  const file = one((pdf) => {
    const form = pdf.add("null");
    const id = pdf.stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${form + 1} 0 R >> >>`,
      "/X Do /X Do",
    );
    return { content: "/X Do", objects: { X: id } };
  });
  expect(await outcome(file, 4)).toMatch(/^read|DOCUMENT_TOO_LARGE|DOCUMENT_DAMAGED/);
});

it("ends for a tree of pages that holds itself, and for one that says it is endless", async () => {
  const file = text(one(() => ({ content: "" })));
  expect(await outcome(bytes(file.replace(/\/Kids \[(\d+) 0 R/, "/Kids [2 0 R $1 0 R")))).toMatch(/^read|DOCUMENT_/);
  expect(await outcome(bytes(file.replace("/Count 2", "/Count 900000000")))).toMatch(/^read|DOCUMENT_/);
});

it("gives up what unpacks to more than a page can be", async () => {
  const zeros = Buffer.alloc(80 * 1024 * 1024, " ");
  const once = one((pdf) => ({ content: "", objects: { X: pdf.stream("/Filter /FlateDecode", deflateSync(zeros), false) } }));
  expect(await outcome(once)).toBe("DOCUMENT_TOO_LARGE");
  const packed = deflateSync(deflateSync(zeros));
  const twice = one((pdf) => ({ content: "", objects: { X: pdf.stream("/Filter [/FlateDecode /FlateDecode]", packed, false) } }));
  expect(await outcome(twice)).toBe("DOCUMENT_TOO_LARGE");
});

it("reads a page whose picture says that it is larger than any memory", async () => {
  const file = one((pdf, font) => {
    const picture = pdf.add(
      "<< /Type /XObject /Subtype /Image /Width 99999999 /Height 99999999 /ColorSpace /DeviceRGB /BitsPerComponent 16 /Filter /FlateDecode /Length 3 >>\nstream\nabc\nendstream",
    );
    return {
      content: `q 500 0 0 700 50 50 cm /I Do Q ${paragraph("F", 9, 50, 20, ["Stamp"])}`,
      fonts: { F: font },
      objects: { I: picture },
    };
  });
  expect(await outcome(file)).toBe("read: PDF_IMAGE_ONLY");
});

it("ends for tables of objects that lead back to themselves", async () => {
  const file = text(one(() => ({ content: "" })));
  const start = /startxref\n(\d+)/.exec(file)?.[1];
  expect(await outcome(bytes(file.replace("/Root", `/Prev ${start} /Root`)))).toMatch(/^read|DOCUMENT_DAMAGED/);
});

it("ends for brackets without end and operators without number", async () => {
  expect(await outcome(one(() => ({ content: "[".repeat(200_000) })))).toMatch(/^read/);
  expect(
    await outcome(
      one(() => ({ content: "q ".repeat(300_000) })),
      4,
    ),
  ).toMatch(/^read|DOCUMENT_TOO_LARGE/);
});

it("names a password", async () => {
  const file = text(one(() => ({ content: "" })));
  const encrypted = file.replace(
    "/Root",
    `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${"5a".repeat(32)}> /U <${"a5".repeat(32)}> >> /Root`,
  );
  expect(await outcome(bytes(encrypted))).toBe("DOCUMENT_PROTECTED");
});

it("is never undone by bytes that are changed or missing", async () => {
  const whole = pdfOf(judgedPages.slice(0, 12));
  let seed = 11;
  const random = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  for (let i = 0; i < 24; i++) {
    const broken = Uint8Array.from(whole.subarray(0, i % 2 === 0 ? whole.length : Math.floor(random() * whole.length)));
    for (let k = 0; k < 20; k++) broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
    expect(await outcome(broken)).toMatch(/^read|^DOCUMENT_|^PDF_/);
  }
});
