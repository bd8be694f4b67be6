import { describe, expect, it } from "vitest";
import { decode } from "../../src/text/decode.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits.replaceAll(" ", ""), "hex"));
const utf16le = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le"));
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le").swap16());
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const read = (bytes: Uint8Array, declared?: string) => decode(bytes, "fees.txt", declared);
const facts = async (bytes: Uint8Array, declared?: string) => {
  const { text, encoding, notices } = await read(bytes, declared);
  return { text, encoding, notices: notices.map(({ code, lost }) => [code, lost]) };
};

describe("UTF-8", () => {
  it("is read as it stands, line ends and all, without a notice", async () => {
    const text = "é\r\n€\r😀\n";
    expect(await read(utf8(text))).toEqual({ text, encoding: "utf-8", notices: [] });
  });

  it("loses its byte order mark (L1)", async () => {
    expect(await facts(utf8("\uFEFF# Alpha\n"))).toEqual({ text: "# Alpha\n", encoding: "utf-8", notices: [] });
  });

  it("loses marks that came in when files were joined, with a warning (L1)", async () => {
    expect(await facts(utf8("\uFEFF# A\n\uFEFF# B\n"))).toEqual({
      text: "# A\n# B\n",
      encoding: "utf-8",
      notices: [["BYTE_ORDER_MARK_REMOVED", 0]],
    });
  });

  it("cut inside its last character keeps the rest, with U+FFFD and a count (L3)", async () => {
    const { text, encoding, notices } = await read(utf8("The café fee is 12 €. last word café").slice(0, -1));
    expect(text).toBe("The café fee is 12 €. last word caf\uFFFD");
    expect(encoding).toBe("utf-8");
    expect(notices).toEqual([
      { code: "TEXT_MALFORMED", message: "1 byte sequence is not valid utf-8 and stands in the text as U+FFFD.", lost: 1 },
    ]);
  });

  it("cut inside the only character that is not ASCII is still UTF-8 (L3)", async () => {
    expect((await facts(hex("636166 c3"))).text).toBe("caf\uFFFD");
    expect((await facts(hex("3132 e282"))).text).toBe("12\uFFFD");
  });

  it("with a stray byte between whole characters counts it", async () => {
    expect(await facts(join(utf8("café, naïve "), hex("80"), utf8(" déjà")))).toEqual({
      text: "café, naïve \uFFFD déjà",
      encoding: "utf-8",
      notices: [["TEXT_MALFORMED", 1]],
    });
  });

  it("that holds U+FFFD itself gives a warning and no loss", async () => {
    expect(await facts(utf8("a\uFFFDb"))).toEqual({ text: "a\uFFFDb", encoding: "utf-8", notices: [["TEXT_REPLACED_BEFORE", 0]] });
  });
});

describe("UTF-16 and UTF-32", () => {
  const fees = "# Fees\n\nThe café fee is 12 €\n";

  it("are read by their byte order mark (L3)", async () => {
    expect(await facts(utf16le(`\uFEFF${fees}`))).toEqual({ text: fees, encoding: "utf-16le", notices: [] });
    expect(await facts(utf16be(`\uFEFF${fees}`))).toEqual({ text: fees, encoding: "utf-16be", notices: [] });
    expect(await facts(hex("fffe0000 41000000 ac200000"))).toEqual({ text: "A€", encoding: "utf-32le", notices: [] });
    expect(await facts(hex("0000feff 00000041 000020ac"))).toEqual({ text: "A€", encoding: "utf-32be", notices: [] });
  });

  it.each([fees, "ค่าธรรมเนียม 12 บาท\r\n", "Плата 12 рублей\n", "料金は12円です。これはテスト。", "人人生而自由，在尊严上一律平等。\n"])(
    "without a mark are told by the pattern of their bytes: %j",
    async (text) => {
      expect(await facts(utf16le(text))).toEqual({ text, encoding: "utf-16le", notices: [["ENCODING_GUESSED", 0]] });
      expect(await facts(utf16be(text))).toEqual({ text, encoding: "utf-16be", notices: [["ENCODING_GUESSED", 0]] });
    },
  );

  it("cut inside a character, or with half a surrogate pair, count what is malformed", async () => {
    expect(await facts(utf16le("\uFEFFabc").slice(0, -1))).toEqual({
      text: "ab\uFFFD",
      encoding: "utf-16le",
      notices: [["TEXT_MALFORMED", 1]],
    });
    expect(await facts(utf16le("\uFEFFa\uD83Db"))).toEqual({ text: "a\uFFFDb", encoding: "utf-16le", notices: [["TEXT_MALFORMED", 1]] });
  });
});

describe("other encodings", () => {
  it("windows-1252 is guessed, with its euro sign and quotation marks, and the guess is told (L3)", async () => {
    // The café fee is 12 € per visit. Naïve reading gives “twelve”.
    const bytes = join(
      utf8("The caf"),
      hex("e9"),
      utf8(" fee is 12 "),
      hex("80"),
      utf8(" per visit. Na"),
      hex("ef"),
      utf8("ve reading gives "),
      hex("93"),
      utf8("twelve"),
      hex("94"),
      utf8(".\n"),
    );
    const { text, encoding, notices } = await read(bytes);
    expect(text).toBe("The café fee is 12 € per visit. Naïve reading gives “twelve”.\n");
    expect(encoding).toBe("windows-1252");
    expect(notices).toEqual([
      {
        code: "ENCODING_GUESSED",
        message: "Read as windows-1252, a guess from the bytes; save the file as UTF-8 to be sure of every letter.",
        lost: 0,
      },
    ]);
  });

  it("a text that ends in é is windows-1252, not UTF-8 that was cut", async () => {
    expect((await facts(hex("636166 e9"))).text).toBe("café");
  });

  it("apostrophes of windows-1252 are not taken for the first halves of Japanese characters", async () => {
    expect(
      (await facts(join(utf8("It"), hex("92"), utf8("s fine, we"), hex("92"), utf8("re done, don"), hex("92"), utf8("t worry")))).text,
    ).toBe("It’s fine, we’re done, don’t worry");
  });

  it("section signs of windows-1252 are not taken for Thai", async () => {
    expect((await facts(join(utf8("see "), hex("a7"), utf8(" 12 and "), hex("a7"), utf8(" 13")))).text).toBe("see § 12 and § 13");
  });

  it.each([
    ["Thai", "windows-874", "a4e8d2b8c3c3c1e0b9d5c2c1 203132 20 bad2b7 0d0a", "ค่าธรรมเนียม 12 บาท\r\n"],
    ["Japanese", "shift_jis", "97bf8be082cd 3132 897e82c582b78142 0a", "料金は12円です。\n"],
    ["Japanese", "euc-jp", "cec1b6e2a4cf 3132 b1dfa4c7a4b9a1a3 0a", "料金は12円です。\n"],
    ["Japanese", "iso-2022-jp", "1b2442 4e413662244f 1b2842 3132 1b2442 315f 1b2842 0a", "料金は12円\n"],
    ["an address in Japanese, all kanji", "shift_jis", "938c 8b9e 9373 90e7 91e3 9363 8be6", "東京都千代田区"],
    [
      "Korean",
      "euc-kr",
      "b8f0b5e720c0ceb0a3c0ba20c5c2beeeb3af20b6a7bacec5cd20c0dac0afb7cebfecb8e7",
      "모든 인간은 태어날 때부터 자유로우며",
    ],
  ])("%s is guessed (%s)", async (_, encoding, digits, text) => {
    expect(await facts(hex(digits))).toEqual({ text, encoding, notices: [["ENCODING_GUESSED", 0]] });
  });

  it("a guess that leaves bytes over counts them", async () => {
    // Shift_JIS, cut inside its last character.
    expect(await facts(hex("97bf8be082cd 3132 897e82c582b78142 82"))).toEqual({
      text: "料金は12円です。\uFFFD",
      encoding: "shift_jis",
      notices: [
        ["ENCODING_GUESSED", 0],
        ["TEXT_MALFORMED", 1],
      ],
    });
  });
});

describe("an encoding that the file declares", () => {
  it("is believed where the bytes bear it out, without a notice", async () => {
    expect(await facts(hex("b3f364"), "ISO-8859-2")).toEqual({ text: "łód", encoding: "iso-8859-2", notices: [] });
    expect(await facts(hex("a1d2"), "tis-620")).toEqual({ text: "กา", encoding: "windows-874", notices: [] });
    expect(await facts(hex("636166e9"), "iso-8859-1")).toEqual({ text: "café", encoding: "windows-1252", notices: [] });
  });

  it("is not believed against valid UTF-8, nor when nobody knows it", async () => {
    expect((await facts(utf8("café"), "iso-8859-1")).text).toBe("café");
    expect((await facts(hex("636166e92e"), "klingon")).text).toBe("café.");
    expect((await facts(utf8("abc"), "utf-16")).text).toBe("abc");
  });

  it("gives way to a guess when the bytes are something else", async () => {
    expect(await facts(hex("636166e92064"), "utf-8")).toEqual({
      text: "café d",
      encoding: "windows-1252",
      notices: [["ENCODING_GUESSED", 0]],
    });
  });
});

describe("a text of two encodings", () => {
  const german = "Die Gebühr für die Fähre beträgt 18 €. „Größere“ Boote legen an der Brücke an.\n";
  const russian = "Плата за переезд взимается дважды в год, а дети не платят.\n";
  const greek = "Η άδεια ισχύει για ένα έτος από την ημέρα της έκδοσης.\n";
  /** Bytes of one of the tables that TextDecoder has. */
  const encoded = (text: string, encoding: string) => {
    const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, i) => i));
    // Node 20 has C1 controls there.
    const more: Record<string, number> = { "€": 0x80, "„": 0x84, "“": 0x93 };
    return Buffer.from([...text].map((char) => (encoding === "windows-1252" ? more[char] : undefined) ?? table.indexOf(char)));
  };
  const both = (text: string, encoding: string) => [Buffer.from(text.repeat(10)), encoded(text.repeat(10), encoding)] as const;

  it.each([
    ["windows-1252", german, "\n"],
    ["windows-1252", german, " "],
    ["windows-1251", russian, "\n"],
    ["iso-8859-7", greek, "\n"],
  ])("is read in both, whichever comes first: UTF-8 and %s", async (encoding, text, between) => {
    const one = text.replaceAll("\n", between);
    const [utf8, other] = both(one, encoding);
    for (const bytes of [Buffer.concat([utf8, other]), Buffer.concat([other, utf8])]) {
      const read = await decode(bytes, "a.txt");
      expect(read.text).toBe(one.repeat(20));
      expect(read.notices).toMatchObject([
        { code: "ENCODINGS_MIXED", lost: 0, message: expect.stringContaining("letters of UTF-8 were read as such") },
      ]);
    }
    const declared = await decode(Buffer.concat([utf8, other]), "a.html", encoding);
    expect(declared.text).toBe(one.repeat(20));
    expect(declared.notices).toMatchObject([{ code: "ENCODINGS_MIXED" }]);
  });

  it("counts what neither of them has", async () => {
    const [utf8, other] = both(german, "windows-1252");
    const { text, notices } = await decode(Buffer.concat([utf8, Buffer.from([0x81, 0x0a]), other]), "a.txt");
    expect(text).toContain("\n\uFFFD\n");
    expect(notices).toMatchObject([{ code: "ENCODINGS_MIXED" }, { code: "TEXT_MALFORMED", lost: 1 }]);
  });

  it("is none where capitals look like it by chance", async () => {
    const capitals = encoded("« CAFÉ\u00a0» et « SOCIÉTÉ\u00a0» à l'été, déjà là. ".repeat(20), "windows-1252");
    expect((await decode(capitals, "a.txt")).notices).toMatchObject([{ code: "ENCODING_GUESSED" }]);
    const romanian = encoded("ORĂŞELUL ŞI PĂŞUNEA sunt mici, iar taxa se plăteşte în fiecare an. ".repeat(20), "windows-1250");
    expect((await decode(romanian, "a.txt", "windows-1250")).notices).toEqual([]);
  });
});

describe("what is no text", () => {
  it("NUL characters are taken out and counted (L5)", async () => {
    expect(await read(utf8("# Pumps\n\nValve \0 seven is normally open.\n"))).toEqual({
      text: "# Pumps\n\nValve  seven is normally open.\n",
      encoding: "utf-8",
      notices: [{ code: "NUL_REMOVED", message: "1 NUL character was removed.", lost: 1 }],
    });
  });

  it("bytes of every value are refused, naming the file (L5)", async () => {
    const all = Uint8Array.from({ length: 1024 }, (_, i) => i % 256);
    await expect(read(all)).rejects.toMatchObject({
      code: "DOCUMENT_BINARY",
      message: '"fees.txt" is not text: it holds 23 different control characters.',
    });
  });

  it.each([
    ["a PDF", utf8("%PDF-1.7 fees")],
    ["a zip file (as DOCX, XLSX and EPUB are)", hex("504b0304 14000600")],
    ["a PNG image", hex("89504e470d0a1a0a 0000000d")],
  ])("%s under a text file's name is refused", async (kind, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: "DOCUMENT_BINARY",
      message: `"fees.txt" is not text: it begins like ${kind}.`,
    });
  });

  it("a file that is mostly NUL, or full of control characters, is refused", async () => {
    await expect(read(new Uint8Array(512))).rejects.toMatchObject({ code: "DOCUMENT_BINARY" });
    await expect(read(hex("01020304 66656573 01020304"))).rejects.toMatchObject({ code: "DOCUMENT_BINARY" });
  });

  it("escape sequences, page ends and the DOS end-of-file sign are text", async () => {
    const text = "\x1b[1mFees\x1b[0m\n\f\x1a";
    expect((await facts(utf8(text))).text).toBe(text);
  });

  it.each([
    ["no bytes", new Uint8Array()],
    ["a byte order mark", utf8("\uFEFF")],
    ["white space", utf8(" \r\n\t\u3000")],
  ])("%s alone is an empty document, and named so", async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: "DOCUMENT_EMPTY", message: '"fees.txt" holds no text.' });
  });
});

it("reads surrogates that were written one by one as the letter they stand for, and counts single ones", async () => {
  expect(await facts(join(utf8("café "), hex("eda0bd edb880"), utf8(" fee")))).toEqual({
    text: "café 😀 fee",
    encoding: "utf-8",
    notices: [],
  });
  const { text, notices } = await facts(join(utf8("# A\n"), hex("eda080"), utf8(" fee"), hex("edb880 eda080")));
  expect(text).toBe("# A\n\ufffd fee\ufffd\ufffd");
  expect(notices).toEqual([["TEXT_MALFORMED", 3]]);
  expect((await facts(utf8("íŽ 한국 \uD7FF"))).text).toBe("íŽ 한국 \uD7FF");
});
