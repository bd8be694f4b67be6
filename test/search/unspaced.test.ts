import type { IndexedItem } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { analyze } from "../../src/search/analysis/analyze.ts";
import { detectLanguage } from "../../src/search/analysis/language.ts";
import { idsOf, indexOf, item } from "./helpers.ts";

/** Each says: leave of fifteen days a year; travel is paid as spent; rent is paid every month; water is turned off on Sunday. */
const documents: { readonly [language: string]: readonly string[] } = {
  km: [
    "បុគ្គលិកមានសិទ្ធិឈប់សម្រាកប្រចាំឆ្នាំដប់ប្រាំថ្ងៃ។",
    "ក្រុមហ៊ុនបង់ថ្លៃធ្វើដំណើរតាមការចំណាយជាក់ស្តែង។",
    "អ្នកជួលត្រូវបង់ថ្លៃឈ្នួលរៀងរាល់ខែ។",
    "ទឹកត្រូវបានបិទនៅថ្ងៃអាទិត្យទី១៥។",
  ],
  lo: ["ພະນັກງານມີສິດລາພັກປະຈຳປີສິບຫ້າວັນ", "ບໍລິສັດຈ່າຍຄ່າເດີນທາງຕາມຈິງ", "ຜູ້ເຊົ່າຕ້ອງຈ່າຍຄ່າເຊົ່າທຸກເດືອນ", "ນ້ຳປະປາຈະຖືກປິດໃນວັນອາທິດທີ໑໕"],
  th: ["พนักงานมีสิทธิลาพักผ่อนประจำปีสิบห้าวัน", "บริษัทจ่ายค่าเดินทางตามจริง", "ผู้เช่าต้องชำระค่าเช่าทุกเดือน", "น้ำประปาจะถูกปิดในวันอาทิตย์ที่๑๕"],
  my: ["ဝန်ထမ်းများသည်တစ်နှစ်လျှင်ခွင့်ဆယ့်ငါးရက်ရနိုင်သည်။", "ကုမ္ပဏီသည်ခရီးစရိတ်ကိုအမှန်အတိုင်းပေးသည်။", "အိမ်ငှားသည်လစဉ်အိမ်ငှားခပေးရမည်။", "ရေကိုတနင်္ဂနွေနေ့၁၅ရက်တွင်ပိတ်မည်။"],
};

const itemsOf = (language: string): IndexedItem[] =>
  (documents[language] as readonly string[]).map((text, number) => item(`${language}#${number + 1}`, text));

describe("words inside text that is written without spaces", () => {
  it.each([
    ["km", "ឈប់សម្រាក", 1],
    ["km", "ថ្លៃធ្វើដំណើរ", 2],
    ["km", "ថ្លៃឈ្នួល", 3],
    ["km", "តើខ្ញុំត្រូវបង់ថ្លៃឈ្នួលនៅពេលណា?", 3],
    ["km", "ទឹក", 4],
    ["km", "15", 4],
    ["lo", "ລາພັກ", 1],
    ["lo", "ຄ່າເດີນທາງ", 2],
    ["lo", "ຄ່າເຊົ່າ", 3],
    ["lo", "ຕ້ອງຈ່າຍຄ່າເຊົ່າເມື່ອໃດ?", 3],
    ["lo", "ນ້ຳປະປາ", 4],
    ["lo", "15", 4],
    ["th", "ลาพักผ่อน", 1],
    ["th", "ค่าเดินทาง", 2],
    ["th", "ค่าเช่า", 3],
    ["th", "น้ำ", 4],
    ["my", "ခွင့်", 1],
    ["my", "ခရီးစရိတ်", 2],
    ["my", "အိမ်ငှားခ", 3],
    ["my", "ရေကို", 4],
  ])("%s: %s finds its sentence first, alone and among other languages", async (language, text, first) => {
    const own = await indexOf(itemsOf(language));
    expect(idsOf(own, text)[0]).toBe(`${language}#${first}`);
    if (text === "15") return;
    const all = await indexOf(Object.keys(documents).flatMap(itemsOf));
    expect(idsOf(all, text)[0]).toBe(`${language}#${first}`);
  });

  it.each([
    ["th", "ลา", ["พนักงานขอลาป่วยได้", "ลาพักผ่อนสิบวัน", "ต้องแจ้งก่อนลา"], "ค่าเดินทาง"],
    ["th", "ก", ["กา", "มากมาย", "มาก"], "พนง"],
    ["km", "ខែ", ["រាល់ខែ។", "ខែមករាឆ្នាំ"], "ទឹកត្រូវបាន"],
    ["ja", "法", ["憲法", "憲法は国の最高法規である。", "法令を守る"], "国の歴史"],
    ["ko", "법", ["헌법은 최고법이다", "법률"], "역사"],
  ])("%s: %s, shorter than a gram, is found wherever it stands", async (_language, word, having, other) => {
    const index = await indexOf([...having, other].map((text, number) => item(`d#${number}`, text)));
    expect(new Set(idsOf(index, word))).toEqual(new Set(having.map((_, number) => `d#${number}`)));
  });

  it("are told apart by their script", () => {
    for (const [language, sentences] of Object.entries(documents)) {
      for (const text of sentences) expect(detectLanguage(text)).toBe(language);
    }
  });

  it("stand where their terms say, to the character", () => {
    for (const text of Object.values(documents).flat()) {
      const tokens = analyze(text);
      expect(tokens.length).toBeGreaterThan(5);
      for (const { term, start, end } of tokens) expect(analyze(text.slice(start, end)).map((token) => token.term)).toContain(term);
    }
  });

  it("are found in quotes", async () => {
    const index = await indexOf([...itemsOf("km"), ...itemsOf("lo")]);
    expect(idsOf(index, '"ថ្លៃធ្វើដំណើរ"')).toEqual(["km#2"]);
    expect(idsOf(index, '"ຄ່າເດີນທາງ"')).toEqual(["lo#2"]);
  });
});

describe("what looks the same is the same", () => {
  const termsOf = (text: string): string[] => analyze(text).map((token) => token.term);

  it("whether or not the places where a line may break are marked", () => {
    expect(termsOf("ថ្លៃ\u200bធ្វើ\u200bដំណើរ")).toEqual(termsOf("ថ្លៃធ្វើដំណើរ"));
    expect(termsOf("ຄ່າ\u200bເດີນທາງ")).toEqual(termsOf("ຄ່າເດີນທາງ"));
    expect(termsOf("ค่า\u2060เดินทาง")).toEqual(termsOf("ค่าเดินทาง"));
    expect(termsOf("data\u200bbase")).toEqual(termsOf("database"));
  });

  it("in whatever order a tone and the ring of am were typed", () => {
    // As one sign behind the tone; ring, tone and a apart; tone, ring and a apart.
    for (const [whole, apart, also] of [
      ["ນ\u0ec9\u0eb3", "ນ\u0ecd\u0ec9\u0eb2", "ນ\u0ec9\u0ecd\u0eb2"],
      ["น\u0e49\u0e33", "น\u0e4d\u0e49\u0e32", "น\u0e49\u0e4d\u0e32"],
    ] as const) {
      expect(termsOf(apart)).toEqual(termsOf(whole));
      expect(termsOf(also)).toEqual(termsOf(whole));
    }
  });

  it("for the subscripts of da and ta in Khmer", () => {
    expect(termsOf("ជាក់ស្ដែង")).toEqual(termsOf("ជាក់ស្តែង"));
  });

  it("for digits of their own", () => {
    expect(termsOf("ទី១៥")).toContain("15");
    expect(termsOf("ທີ໑໕")).toContain("15");
  });
});

describe("numbers of provisions in Chinese and Japanese", () => {
  it("are one term, in digits or in signs", () => {
    const numbers = (text: string): string[] =>
      analyze(text)
        .map(({ term }) => term)
        .filter((term) => /^第\d/.test(term));
    for (const text of ["第九条", "第9条", "第９條", "第 9 条"]) expect(numbers(text)).toEqual(["第9条"]);
    expect(numbers("民法典第一千二百六十条和第二十章、第十条，第二〇二四号，第十万号")).toEqual([
      "第1260条",
      "第20章",
      "第10条",
      "第2024号",
      "第100000号",
    ]);
    expect(numbers("第十二条の二 第三節")).toEqual(["第12条", "第3节"]);
    for (const text of ["第九", "第9", "第一次", "第条", "九条", "9条"]) expect(numbers(text)).toEqual([]);
    expect(analyze("见第九条。").find(({ term }) => term === "第9条")).toMatchObject({ start: 1, end: 4 });
    expect(analyze("见第 12 条。").find(({ term }) => term === "第12条")).toMatchObject({ start: 1, end: 7 });
  });

  it("find each other, and not their neighbours", async () => {
    const index = await indexOf([
      item("nine", "第九条 当事人应当遵守约定。", { language: "zh" }),
      item("ten", "第十条 当事人可以解除合同。", { language: "zh" }),
      item("ninety", "第九十条 合同的变更。", { language: "zh" }),
      item("digits", "依照第9条的规定处理。", { language: "zh" }),
    ]);
    for (const question of ["第9条", "第九条"]) expect(idsOf(index, question).slice(0, 2).sort()).toEqual(["digits", "nine"]);
    expect(idsOf(index, "第90条")[0]).toBe("ninety");
    expect(idsOf(index, "第10条")[0]).toBe("ten");
  });

  it("are found in quotes, in digits or in signs, at the beginning of a line and in the midst of one", async () => {
    const index = await indexOf([
      item("title", "第九条 当事人应当遵守约定。", { language: "zh" }),
      item("digits", "依照第9条的规定处理。", { language: "zh" }),
      item("signs", "依照第九条的规定处理。", { language: "zh" }),
      item("japanese", "本契約第９条の規定に従う。", { language: "ja" }),
      item("ten", "依照第十条的规定处理，共9条的。", { language: "zh" }),
      item("ninety", "第90条的规定。", { language: "zh" }),
    ]);
    const found = (text: string) => {
      const { hits, notes } = index.search(text);
      return [hits.map(({ id }) => id).sort(), notes];
    };
    for (const question of ['"第9条"', '"第九条"', "「第九条」 \u201c第９條\u201d"])
      expect(found(question)).toEqual([["digits", "japanese", "signs", "title"], []]);
    for (const question of ['"第9条的规定"', '"依照第九条的规定处理"', '"照第 9 条的规"'])
      expect(found(question)).toEqual([["digits", "signs"], []]);
    expect(found('"第9条の規定"')).toEqual([["japanese"], []]);
    expect(found('"第九十条"')).toEqual([["ninety"], []]);
    expect(found('"第8条"')[1]).toEqual(["phrase-not-found"]);
    expect(found('"第8条的规定"')[1]).toEqual(["phrase-not-found"]);
    expect(index.searchExhaustive('"第九条"').hits).toEqual(index.search('"第九条"').hits);
  });
});

it("a single character at the end of a quoted part is found where more of its script follows", async () => {
  const index = await indexOf([
    item("within", "会社は2026年に設立された。", { language: "ja" }),
    item("end", "設立は2026年。", { language: "ja" }),
    item("month", "2026月に、5年の間。", { language: "ja" }),
    item("korean", "회사는 2026년에 설립되었다.", { language: "ko" }),
  ]);
  expect(idsOf(index, '"2026年"').sort()).toEqual(["end", "within"]);
  expect(idsOf(index, '"2026년"')).toEqual(["korean"]);
  expect(idsOf(index, '"は2026年に"')).toEqual(["within"]);
});
