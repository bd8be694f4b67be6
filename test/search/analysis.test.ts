import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { analyze } from "../../src/search/analysis/analyze.ts";
import { stemEnglish } from "../../src/search/analysis/english-stemmer.ts";
import { detectLanguage } from "../../src/search/analysis/language.ts";
import { stemmerOf } from "../../src/search/analysis/stemming.ts";

const termsOf = (text: string, language?: string): string[] =>
  analyze(text, language === undefined ? {} : { language }).map((token) => token.term);

describe("words", () => {
  it("folds case, accents, ligatures and widths, and keeps offsets into the text as given", () => {
    const text = "RÉSUMÉ Straße ﬁre ２０２６";
    expect(analyze(text, { language: "und" }).map(({ term, start, end }) => [term, text.slice(start, end)])).toEqual([
      ["resum", "RÉSUMÉ"],
      ["strass", "Straße"],
      ["fire", "ﬁre"],
      ["2026", "２０２６"],
    ]);
  });

  it("gives the same terms for composed and decomposed text", () => {
    for (const text of ["Résumé façade", "캘린더 항목", "йод ещё", "がぎぐ ポンプ", "Ελλάς", "Việt Nam"]) {
      expect(termsOf(text.normalize("NFD"), "en")).toEqual(termsOf(text.normalize("NFC"), "en"));
    }
  });

  it("keeps й apart from и, and takes Arabic vowel marks away", () => {
    expect(termsOf("мой мои", "xx")).toEqual(["мой", "мои"]);
    expect(termsOf("كِتَاب", "xx")).toEqual(["كتاب"]);
  });

  it("parts words at an apostrophe and drops the possessive", () => {
    expect(termsOf("l'école d’Été", "xx")).toEqual(["l", "ecole", "d", "ete"]);
    expect(termsOf("the owner's dog", "en")).toEqual(["the", "owner", "dog"]);
  });

  it("finds a number in groups of three by its digits, however the groups are parted", () => {
    for (const text of ["5.000,00", "5,000.00", "5'000", "5’000.5", "5.000", "5,000"]) expect(termsOf(`€${text}!`, "xx")).toContain("5000");
    expect(termsOf("1,234,567.89", "xx")).toContain("1234567");
    expect(termsOf("die 5.000-Euro-Grenze, USD 7,000.00/month", "xx")).toEqual(expect.arrayContaining(["5000", "7000"]));
    expect(termsOf("5,000-6,000 und 7.000,00/8.000,00", "xx")).toEqual(expect.arrayContaining(["5000", "6000", "7000", "8000"]));
    expect(analyze("EUR 5.000,50 each").find(({ term }) => term === "5000")).toMatchObject({ start: 4, end: 9 });
    // Sections, versions, decimals and dates are none.
    for (const text of ["1.2.3", "0.500", "12.345.67", "5.0000", "1,000,00", "5.000.00", "1.000a", "5'10", "12.10.2024"])
      expect(termsOf(text, "xx").filter((term) => /^\d{4,}$/.test(term) && term !== "2024" && term !== "0000")).toEqual([]);
  });

  it("finds a number whose groups spaces part by its digits, and its groups as well", () => {
    for (const text of ["5 000", "5\u00a0000", "5\u2009000 km", "5\u202f000,50", "(5 000)", "5 000km", "4 000-5 000"]) {
      expect(termsOf(text, "xx")).toContain("5000");
      expect(termsOf(text, "xx")).toContain("5");
      expect(termsOf(text, "xx")).toContain(text.endsWith("km") && !text.includes(" km") ? "000km" : "000");
    }
    expect(termsOf("1 234 567,89", "xx")).toContain("1234567");
    expect(analyze("rooms 12 500 and 7", { language: "xx" })).toEqual([
      { term: "rooms", start: 0, end: 5, position: 0 },
      { term: "12", start: 6, end: 8, position: 1 },
      { term: "500", start: 9, end: 12, position: 2 },
      { term: "12500", start: 6, end: 12, position: 1 },
      { term: "and", start: 13, end: 16, position: 3 },
      { term: "7", start: 17, end: 18, position: 4 },
    ]);
    // A row of a table, lines, years, decimals, and what has too many digits or too few.
    for (const text of ["100 200 300 400 500 600", "12\n500", "12  500", "2024 500", "1.5 000", "12 50", "12 5000", "012 500"])
      expect(termsOf(text, "xx").filter((term) => /^\d{5,}$/.test(term))).toEqual([]);
  });

  it("finds a number with a unit or a currency written on by its digits", () => {
    for (const text of [
      "5,000km",
      "EUR5.000",
      "€5,000",
      "5000€",
      "5000km",
      "usd5000",
      "Rs.5,000",
      "5.000,5km",
      "5000m²",
      "5,000円",
      "1-5,000kg",
    ])
      expect(termsOf(text, "xx")).toContain("5000");
    for (const [text, term] of [
      ["30%", "30"],
      ["48h", "48"],
      ["2.5km", "2.5"],
      ["5-10km", "10"],
    ] as const) {
      expect(termsOf(text, "xx")).toContain(term);
    }
    expect(analyze("EUR5.000,50", { language: "xx" }).find(({ term }) => term === "5000")).toMatchObject({ start: 0, end: 8, position: 0 });
    expect(analyze("is 5 000km and 7km", { language: "xx" }).filter(({ term }) => term === "5000" || term === "7")).toEqual([
      { term: "5000", start: 3, end: 10, position: 1 },
      { term: "7", start: 15, end: 16, position: 4 },
    ]);
    // Numbers of provisions, models and versions are other numbers.
    for (const [text, term] of [
      ["12a", "12"],
      ["§ 675s", "675"],
      ["Section 12bis", "12"],
      ["the 20th", "20"],
      ["the 1980s", "1980"],
      ["1er", "1"],
      ["v1.000", "1000"],
      ["AB125", "125"],
      ["5abcd", "5"],
    ] as const) {
      expect(termsOf(text, "xx")).not.toContain(term);
    }
  });

  it("finds a number in groups as they are written in India by its digits", () => {
    expect(termsOf("Rs 1,00,000 and 12,34,567.50", "xx")).toEqual(expect.arrayContaining(["100000", "1234567"]));
    for (const text of ["1,00", "1,00,00", "1,000,00", "100,00,000", "1.00.000"])
      expect(termsOf(text, "xx").filter((term) => /^\d{4,}$/.test(term))).toEqual([]);
  });

  it("marks words that say little", () => {
    expect(analyze("the ferry", { language: "en" })).toEqual([
      { term: "the", start: 0, end: 3, position: 0, stop: true },
      { term: "ferri", start: 4, end: 9, position: 1 },
    ]);
  });

  it("cuts scripts without spaces into overlapping grams, and mixed text at the change of script", () => {
    expect(termsOf("休暇を取得", "ja")).toEqual(["休暇", "暇を", "を取", "取得"]);
    expect(termsOf("ลาพัก", "th")).toEqual(["ลาพ", "าพั", "พัก"]);
    expect(termsOf("AI法案2026年", "ja")).toEqual(["ai", "法案", "2026", "年"]);
  });

  it("has no terms for a text without words", () => {
    expect(analyze(" \n… — !? 😀")).toEqual([]);
    expect(analyze("")).toEqual([]);
  });
});

describe("citation forms", () => {
  it("are terms as a whole, by their beginnings, and with the word that names the provision", () => {
    expect(termsOf("§ 12(3)(a)", "en")).toEqual(["12", "3", "a", "§12", "12(3)", "§12(3)", "12(3)(a)", "§12(3)(a)"]);
    expect(termsOf("Section 12(3)(a)", "en")).toContain("§12(3)(a)");
    expect(termsOf("Artikel 6(1)(f)", "de")).toContain("art 6(1)(f)");
    expect(termsOf("Art. 6(1)(f)", "en")).toContain("art 6(1)(f)");
    expect(termsOf("12.3.2", "en")).toEqual(["12", "3", "2", "12.3", "12.3.2"]);
  });

  it("keep model names, addresses and signs", () => {
    expect(termsOf("AB-12.5/C", "en")).toContain("ab-12.5/c");
    expect(termsOf("AB-125C", "en")).toEqual(["ab", "125c", "ab-125c"]);
    expect(termsOf("C++ and C#", "en")).toEqual(["c", "c++", "and", "c", "c#"]);
    expect(termsOf("50% #pump", "en")).toEqual(["50", "50%", "pump", "#pump"]);
    expect(termsOf("pumps@example.test", "en")).toContain("pumps@example.test");
    expect(termsOf("C:\\pumps\\new", "en")).toContain("c:\\pumps\\new");
  });

  it("join hyphened words and initials", () => {
    expect(termsOf("pre-existing", "en")).toEqual(["pre", "exist", "preexist"]);
    expect(termsOf("U.S. law", "en")).toContain("us");
  });

  it("have the position of their first word, and its offsets", () => {
    const text = "see § 12(3) now";
    const whole = analyze(text, { language: "en" }).find((token) => token.term === "§12(3)");
    expect(whole).toEqual({ term: "§12(3)", start: 4, end: 11, position: 1 });
  });
});

describe("languages", () => {
  it.each([
    ["en", "The owner of the building must test the alarms that are in it."],
    ["de", "Der Eigentümer des Gebäudes muss die Anlagen prüfen, die sich in ihm befinden."],
    ["fr", "Le propriétaire de la maison doit vérifier les alarmes qui sont dans le bâtiment."],
    ["es", "El propietario de la casa debe probar las alarmas que están en el edificio."],
    ["nl", "De eigenaar van het gebouw moet de alarmen testen die zich daarin bevinden en niet werken."],
    ["sv", "Ägaren av huset ska prova de larm som finns i det och inte fungerar."],
    ["ru", "Владелец здания должен проверять сигнализацию."],
    ["ar", "يجب على مالك المبنى فحص الإنذارات."],
    ["ja", "従業員は年次有給休暇を十日取得できる。"],
    ["zh", "承租人逾期支付租金的，应当支付违约金。"],
    ["th", "พนักงานมีสิทธิลาพักผ่อนประจำปีสิบวันทำงาน"],
    ["ko", "직원은 연차 휴가를 사용할 수 있다."],
    ["und", "12 … 34"],
  ])("tells %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language === "und" ? "en" : language);
  });

  it("takes a heading or a list of names for English", () => {
    expect(detectLanguage("INTRODUCTION")).toBe("en");
    expect(detectLanguage("Part I. Schedule A")).toBe("en");
  });

  it("stems by the language that is told", () => {
    expect(termsOf("Versicherungen", "de")).toEqual(["versicher"]);
    expect(termsOf("Versicherungen", "de-AT")).toEqual(["versicher"]);
    expect(termsOf("insurances", "en")).toEqual(["insur"]);
  });

  it.each([
    ["nl", "huis huizen", "brief brieven", "bedrijf bedrijven", "actief actieve", "reis reizen"],
    ["es", "información informaciones", "obligación obligaciones", "nación naciones"],
    ["pt", "informação informações", "solução soluções", "decisão decisões"],
    ["fr", "concerné concernée concernés concernées", "année années", "créé créée créer"],
  ])("takes the forms of a word to one term in %s, with accents and without", (language, ...rows) => {
    for (const forms of rows) {
      const terms = [...termsOf(forms, language), ...termsOf(forms.normalize("NFD").replace(/\p{M}/gu, ""), language)];
      expect([forms, ...new Set(terms)]).toHaveLength(2);
    }
    // Terms are folded, whatever the stemmer was shown.
    expect(termsOf(rows.join(" "), language).join("")).toMatch(/^[a-z]+$/);
  });

  it("stems English as the Snowball program does", () => {
    const words =
      "generously running ties flies hopping hoping agreed university relational conditional probate dying early news skies".split(" ");
    const snowball = createRequire(import.meta.url)("snowball-stemmers") as { newStemmer(name: string): { stem(word: string): string } };
    const stemmer = snowball.newStemmer("english");
    expect(words.map(stemEnglish)).toEqual(words.map((word) => stemmer.stem(word)));
  });
});

it("says what to do where a bundle left the stemmers behind", () => {
  const absent = new Error("Cannot find module 'snowball-stemmers'");
  const builtin = vi.spyOn(process, "getBuiltinModule").mockReturnValue({
    createRequire: () => () => {
      throw absent;
    },
  } as never);
  try {
    expect(() => stemmerOf("eu")).toThrow(
      expect.objectContaining({
        code: "PACKAGE_MISSING",
        message: expect.stringContaining('"eu"'),
        hint: expect.stringContaining("external"),
        cause: absent,
      }),
    );
  } finally {
    builtin.mockRestore();
  }
  expect(stemmerOf("eu")("etxeak")).not.toBe("etxeak");
});
