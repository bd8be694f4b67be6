import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createIndexWriter, type IndexedItem } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { englishExceptions, englishSuffixes } from "../../src/search/analysis/english-stemmer.ts";
import { LISTED_LANGUAGES, stopWordList } from "../../src/search/analysis/stop-words.ts";
import { readManifest } from "../../src/search/storage/manifest.ts";
import { withoutKernel } from "../../src/search/write/kernel/kernel.ts";
import { KernelBuilder } from "../../src/search/write/kernel/kernel-builder.ts";
import { byDocument, item, randomDocument, randomNumbers, temporaryFolder } from "./helpers.ts";

/** The bytes of all segments, and what the manifest says of the index. */
async function built(items: readonly IndexedItem[]): Promise<{ readonly segments: Buffer[]; readonly manifest: unknown }> {
  const dir = temporaryFolder();
  const writer = await createIndexWriter(dir);
  for (const [documentId, own] of byDocument(items)) await writer.replaceDocument(documentId, own);
  const manifest = readManifest(dir, (await writer.commit()).manifest);
  const segments = manifest.segments.map(({ file }) => readFileSync(join(dir, file)));
  return { segments, manifest: { ...manifest, segments: manifest.segments.map(({ file: _, ...rest }) => rest) } };
}

async function expectSame(items: readonly IndexedItem[]): Promise<void> {
  const [kernel, script] = [await built(items), await withoutKernel(() => built(items))];
  expect(kernel.manifest).toEqual(script.manifest);
  expect(kernel.segments.length).toBe(script.segments.length);
  for (const [k, segment] of kernel.segments.entries()) expect(segment.equals(script.segments[k] as Buffer)).toBe(true);
}

const TEXTS = [
  "",
  " ",
  "Section 12(3)(a) and § 4, Art. 6(1)(f); section\n7.2.1, para 3. AB-12.5/C, C++ and C#, 50% #pump ##x (#y",
  "pre-existing U.S.A. U.S john.doe@example.com C:\\Temp\\a_b.txt a/b/c x-ray ing-ing re-re-read b2b-c foo.bar2",
  "it's the keeper’s dogs' 's s's l'école d’un 1,000.50 1,0a 12(abcdef) 12(abcde) 12( a) 3(4)(5).6-7",
  "5.000-Euro-Grenze 5,000-6,000 7.000,00/8.000,00 1,000.5.6-7,000 3(4,000)(5,000) a-1,000-b 5.000,00 5'000.50 5’000 1,234,567.89 12.345.67 0.500 1.2.3 1,000,00 1,000.5.6 10000,000 € 5.000 1,000a 1,000,000,000,000,000,000,000,000,000",
  "5 000 5\u00a0000\u202f000 1\u2009234,56 rooms 12 500 5 000-6 000 7 000km 100 200 300 400 500 600 0 500 1.5 000 2024 500, 12\n500 9 999.",
  "5,000km EUR5.000 usd5000 eur5km EUR5,000k XEUR5 €5,000 5000€ 30% 48h 12a § 675s § 12.3m 5000m² 5000µm 5\u212a 5\u00adkm EUR5\u00ad Rs.5,000 5-10km 2.5km AB-2.5KG 1980s 20TH 1er 12bis 5sts 5th. 7te x86 rfc2616 5abcd 1a1b",
  "1,00,000 12,34,567.50 1,00 1,00,00 100,00,000 1.00.000 1,00,000km 5,000km,000 1,234.5km 3(4,000km)(5,000) dkk1,00,000/- \u0665\u0660km",
  "Straße STRASSE ﬁne Æsop Œuvre naïve naïve й й ё İstanbul ıIi soft­hyphen zero‌width",
  "право на труд είναι Ἀθήνα 'שלום' السَّلامُ عَلَيْكُمْ العربيّة हिन्दी में காப்புரிமை",
  "ภาษาไทยไม่มีช่องว่าง กำแพง ພາສາລາວ ភាសាខ្មែរ မြန်မာ 日本語の検索はカナｶﾞも。漢字 한국어 검색은 𠮷野家 か゛ 鿿",
  "第九条 第9条 第 12 條 第１２条の二 第一千二百六十条第二十章第三節 第九 第9 第十万号 第二〇二四号 第1.2条 第5,000号 第条 第九百",
  "𝒜𝓁𝑔𝑒𝒷𝓇𝒶 𐍈𐌰 \ud800 lone \udc00 \uffff#x x\uffff #y",
  `${"x".repeat(70)} ${"é".repeat(70)} ${"𝒜".repeat(70)} ${"ab-".repeat(40)}c ${"1.".repeat(50)}2 § ${"9".repeat(80)}`,
  "Rentenversicherungsbeiträge der Bundesrepublik und die Krankenversicherung sind nicht mit der Rentenversicherung zu verwechseln",
  `the of and to a in is it ${"that ".repeat(9000)}the`,
];

describe("the kernel", () => {
  it("is there, in tests as in the package", () => {
    expect(KernelBuilder.start(new Float64Array(24))).toBeDefined();
  });

  it("writes, byte for byte, what JavaScript writes", async () => {
    await expectSame(
      TEXTS.map((text, k) => item(`d${k}#1`, text, { path: [`Section ${k}`, text.slice(0, 40)], context: text.slice(5, 90) })),
    );
    await expectSame([...TEXTS, ...TEXTS].map((text, k) => item(`all#${k}`, text)));
    await expectSame(TEXTS.map((text, k) => item(`d${k}#1`, text, { language: ["de", "en", "fr", "th", "ja-JP", "xx"][k % 6] as string })));
  });

  it("does so for the two terms of long words in languages that write compounds", async () => {
    const words = "Produkthaftung Ratenzahlungen Einkommensteuererklärungspflichten huurwoning yttrandefrihet 𝒜𝒷𝒸𝒹𝑒𝒻𝑔𝒽ung straßenordnung";
    const texts = [words, `${words} ${words.toUpperCase()}`, words.replaceAll(" ", "-"), `${"Haftung ".repeat(400)}${words}`];
    await expectSame(
      ["de", "nl", "en", "sv", "fi", "hu"].flatMap((language) => texts.map((text, k) => item(`${language}${k}#1`, text, { language }))),
    );
    await expectSame(texts.map((text, k) => item(`d${k}#1`, `die der und ist nicht ${text}`)));
  });

  it("does so for every form of posting: many items, many times, far apart, in many fields", async () => {
    const random = randomNumbers(17);
    const documents = Array.from({ length: 900 }, (_, k) => randomDocument(random, k, 0)).flat();
    await expectSame(documents);
    const word = (): string => `w${Math.floor(random() ** 4 * 600)}`;
    await expectSame(
      Array.from({ length: 3000 }, (_, k) => {
        const words = Array.from({ length: Math.floor(random() ** 3 * 120) }, word);
        const often = random() < 0.03 ? " often".repeat(Math.floor(random() * 400)) : "";
        const fields = random() < 0.3 ? { fields: { summary: word(), names: [word(), word(), word()], [`f${k % 5}`]: word() } } : {};
        return item(`d${Math.floor(k / 7)}#${k}`, words.join(" ") + often, { path: [word()], ...fields });
      }),
    );
  });

  it("does so for words and gaps of any length, which begin and end at any place of a row of units", async () => {
    const texts: string[] = [];
    for (let length = 1; length < 140; length++) {
      const word = "aB3z".repeat(35).slice(0, length);
      for (const tail of [" s", "é", "\u00ad", "-x'S", "", "\u4e00z"]) {
        texts.push(`${" ".repeat(length % 67)}${word}${tail} ${".".repeat(length)}q${word.slice(1)}é ${word}`);
      }
    }
    await expectSame(texts.map((text, k) => item(`d${k >> 3}#${k}`, text)));
  });

  it("does so for long texts, in which a word may be as far from its next as may be", async () => {
    const random = randomNumbers(5);
    const long = Array.from({ length: 270_000 }, () => `w${Math.floor(random() ** 3 * 3000)}`).join(" ");
    const apart = [239, 240, 3839, 3840, 3841, 4079, 4080, 4081].map((gap) => `far${" x".repeat(gap - 1)} far`);
    await expectSame([item("a#1", long, { path: ["One"] }), ...apart.map((text, k) => item(`b#${k}`, text))]);
  });

  it("does so for a word whose positions take more bytes than there is room for at first", async () => {
    const random = randomNumbers(29);
    const text = (): string => Array.from({ length: 6000 }, () => (random() < 0.3 ? "word" : `w${Math.floor(random() * 9)}`)).join(" ");
    await expectSame(Array.from({ length: 900 }, (_, k) => item(`d#${k}`, text())));
  });

  it("tells languages as JavaScript does", async () => {
    const texts = LISTED_LANGUAGES.map((language) => `${stopWordList(language)} ${stopWordList("en").slice(0, 120)}`);
    await expectSame(texts.map((text, k) => item(`d${k}#1`, text)));
    // The kernel keeps no longer ones.
    for (const language of LISTED_LANGUAGES)
      for (const word of stopWordList(language).split(" ")) expect(Buffer.byteLength(word)).toBeLessThanOrEqual(16);
  });

  it("stems English as JavaScript does", async () => {
    const random = randomNumbers(41);
    const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string;
    const letters = () => Array.from({ length: Math.floor(random() * 7) }, () => pick([..."abcdefghilmnorstuyyz"])).join("");
    const endings = [...englishSuffixes().flat().flat(), ..."s es ies ied us ss sses ed edly ing ingly eed eedly y e ll ied".split(" ")];
    const made = Array.from({ length: 40_000 }, () => letters() + pick(endings) + (random() < 0.5 ? pick(endings) : ""));
    const starts = ["gener", "commun", "arsen", "y", "log"].flatMap((start) => endings.map((ending) => start + ending));
    const words = [...englishExceptions(), ...starts, ...made];
    await expectSame(
      Array.from({ length: 40 }, (_, k) => item(`d${k}#1`, words.filter((_, at) => at % 40 === k).join(" "), { language: "en" })),
    );
  });

  it("does so for numbers, however they are parted and whatever stands beside them", async () => {
    const random = randomNumbers(37);
    const pieces = ["1", "12", "5", "345", "000", "0", "6789", " ", "\u00a0", ",", ".", "'", "’", "-", "/", "(", ")", "%", "#", "\n"];
    pieces.push(" ", ",", "km", "th", "h", "a", "EUR", "usd", "€", "µm", "§ ", "Art. ", "s", "第", "条", "٥");
    const text = (): string =>
      Array.from({ length: Math.floor(random() * 60) }, () => pieces[Math.floor(random() * pieces.length)]).join("");
    await expectSame(Array.from({ length: 4000 }, (_, k) => item(`d${Math.floor(k / 9)}#${k}`, text())));
  });

  it("does so for random characters of all kinds", async () => {
    const random = randomNumbers(23);
    const alphabets = [
      "abcXYZ019",
      " .,-/:_@&()#%+'’§\n\t",
      "äöüßéèñçøłđ",
      "жийЁґї",
      "かガ漢字ー。",
      "กำแพงไทย",
      "한국어",
      "٠١٢عربي",
      "\u0301\u00ad\u200d",
      "0123456789 \u00a0,.kmhEURUSD",
      "😀𝒜𠮷\ud83d",
    ];
    const text = (): string => {
      let made = "";
      for (let n = Math.floor(random() * 200); n > 0; n--) {
        const alphabet = random() < 0.7 ? alphabets[Math.floor(random() * 2)] : alphabets[Math.floor(random() * alphabets.length)];
        made += (alphabet as string)[Math.floor(random() * (alphabet as string).length)];
      }
      return made;
    };
    await expectSame(Array.from({ length: 2500 }, (_, k) => item(`d${Math.floor(k / 9)}#${k}`, text(), { path: [text().slice(0, 20)] })));
  });
});
