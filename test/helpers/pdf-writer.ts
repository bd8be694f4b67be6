import { deflateSync } from "node:zlib";

/** A page to be written. `fonts` and `pictures` name what the content uses, and come from `PdfWriter`. */
export interface WrittenPage {
  readonly content: string;
  readonly fonts?: Readonly<Record<string, number>>;
  readonly objects?: Readonly<Record<string, number>>;
  readonly states?: Readonly<Record<string, number>>;
  readonly rotate?: number;
  readonly box?: readonly [number, number, number, number];
  readonly packed?: boolean;
}

/** Writes small PDF files, object by object. Its output is plain, so that a test shows what a reader is given. */
export class PdfWriter {
  readonly #objects: Buffer[] = [];
  readonly #pages: number[] = [];
  readonly #root = this.#reserve();
  readonly #tree = this.#reserve();
  #outline = "";

  /** A dictionary, or anything else that stands between `obj` and `endobj`. */
  add(body: string): number {
    this.#objects.push(Buffer.from(body, "latin1"));
    return this.#objects.length;
  }

  stream(dictionary: string, data: string | Uint8Array, pack = true): number {
    const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : Buffer.from(data);
    const packed = pack ? deflateSync(bytes) : bytes;
    const filter = pack ? " /Filter /FlateDecode" : "";
    const head = `<< ${dictionary}${filter} /Length ${packed.length} >>\nstream\n`;
    this.#objects.push(Buffer.concat([Buffer.from(head, "latin1"), packed, Buffer.from("\nendstream", "latin1")]));
    return this.#objects.length;
  }

  /** One of the fonts that every reader has. */
  standardFont(name: string, more = ""): number {
    return this.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} ${more || "/Encoding /WinAnsiEncoding"} >>`);
  }

  /** A font of glyph numbers; `map` says which characters they are, and without it nothing does. */
  glyphFont(name: string, map?: ReadonlyMap<number, string>, width = 500): number {
    const descriptor = this.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
    );
    const descendant = this.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW ${width} /CIDToGIDMap /Identity >>`,
    );
    const unicode = map === undefined ? "" : ` /ToUnicode ${this.unicodeMap(map, 2)} 0 R`;
    return this.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R]${unicode} >>`,
    );
  }

  /** @param bytes - length of a code */
  unicodeMap(map: ReadonlyMap<number, string>, bytes: 1 | 2): number {
    const code = (value: number) => value.toString(16).padStart(bytes * 2, "0");
    const units = (text: string) => [...Array(text.length).keys()].map((i) => text.charCodeAt(i).toString(16).padStart(4, "0")).join("");
    const lines = [...map].map(([from, to]) => `<${code(from)}> <${units(to)}>`);
    const blocks: string[] = [];
    for (let i = 0; i < lines.length; i += 100) {
      const block = lines.slice(i, i + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
    }
    return this.stream(
      "",
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def 1 begincodespacerange <${"00".repeat(bytes)}> <${"ff".repeat(bytes)}> endcodespacerange\n${blocks.join("\n")}\nendcmap end end`,
    );
  }

  picture(more = "", data: Uint8Array = new Uint8Array(64 * 64).fill(180), pack = true): number {
    const color = /ColorSpace|ImageMask/.test(more) ? "" : " /ColorSpace /DeviceGray";
    const bits = /BitsPerComponent/.test(more) ? "" : " /BitsPerComponent 8";
    return this.stream(`/Type /XObject /Subtype /Image /Width 64 /Height 64${color}${bits} ${more}`, data, pack);
  }

  page({ content, fonts = {}, objects = {}, states = {}, rotate, box = [0, 0, 595, 842], packed = true }: WrittenPage): void {
    const list = (entries: Readonly<Record<string, number>>) =>
      Object.entries(entries)
        .map(([name, id]) => `/${name} ${id} 0 R`)
        .join(" ");
    const resources = `<< /Font << ${list(fonts)} >> /XObject << ${list(objects)} >> /ExtGState << ${list(states)} >> >>`;
    const stream = this.stream("", content, packed);
    const turned = rotate === undefined ? "" : ` /Rotate ${rotate}`;
    this.#pages.push(
      this.add(
        `<< /Type /Page /Parent ${this.#tree} 0 R /MediaBox [${box.join(" ")}]${turned} /Resources ${resources} /Contents ${stream} 0 R >>`,
      ),
    );
  }

  /** A flat outline: each title at a height of a page (0-based). */
  outline(entries: readonly { readonly title: string; readonly page: number; readonly y: number }[]): void {
    const root = this.#reserve();
    const ids = entries.map(() => this.#reserve());
    for (const [i, { title, page, y }] of entries.entries()) {
      const before = i > 0 ? ` /Prev ${ids[i - 1]} 0 R` : "";
      const behind = i < ids.length - 1 ? ` /Next ${ids[i + 1]} 0 R` : "";
      this.#set(
        ids[i] ?? 0,
        `<< /Title (${title}) /Parent ${root} 0 R${before}${behind} /Dest [${this.#pages[page]} 0 R /XYZ 0 ${y} null] >>`,
      );
    }
    this.#set(root, `<< /Type /Outlines /First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length} >>`);
    this.#outline = ` /Outlines ${root} 0 R`;
  }

  /** @param catalog - further entries of the catalog */
  bytes(catalog = ""): Uint8Array {
    this.#set(this.#root, `<< /Type /Catalog /Pages ${this.#tree} 0 R${this.#outline} ${catalog} >>`);
    this.#set(this.#tree, `<< /Type /Pages /Count ${this.#pages.length} /Kids [${this.#pages.map((id) => `${id} 0 R`).join(" ")}] >>`);
    const parts = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1")];
    const offsets: number[] = [];
    let length = parts[0]?.length ?? 0;
    for (const [i, object] of this.#objects.entries()) {
      offsets.push(length);
      const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
      parts.push(whole);
      length += whole.length;
    }
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const trailer = `trailer\n<< /Size ${offsets.length + 1} /Root ${this.#root} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    parts.push(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}${trailer}`, "latin1"));
    return Uint8Array.from(Buffer.concat(parts));
  }

  #reserve(): number {
    return this.add("null");
  }

  #set(id: number, body: string): void {
    this.#objects[id - 1] = Buffer.from(body, "latin1");
  }
}

/** Text that an operator shows, in brackets. */
export function shown(text: string): string {
  return `(${text.replaceAll(/[\\()]/g, "\\$&")})`;
}

/** Lines of a paragraph, from a point downwards. */
export function paragraph(font: string, size: number, x: number, y: number, lines: readonly string[], leading = size * 1.3): string {
  return `BT /${font} ${size} Tf ${leading} TL ${x} ${y} Td ${lines.map((line) => `${shown(line)} Tj T*`).join(" ")} ET\n`;
}
