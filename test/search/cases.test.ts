import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IndexedItem, SearchIndex } from "right-rag/search";
import { openIndex } from "right-rag/search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIn, idsOf, indexOf, item } from "./helpers.ts";

const notices = Array.from({ length: 8 }, (_, k) =>
  item(`same.md#${k + 1}`, "The ferry is cancelled.", { path: ["Notices", `Notice ${k + 1}`] }),
);
const corpus: readonly IndexedItem[] = [
  item("act.md#12.1", "§ 12(1) The owner keeps exits clear.", { path: ["Fire Act", "§ 12 Duties"] }),
  item("act.md#12.2", "§ 12(2) The owner tests alarms monthly.", { path: ["Fire Act", "§ 12 Duties"] }),
  item("act.md#12.3a", "§ 12(3)(a) Alarms in hotels are tested weekly.", { path: ["Fire Act", "§ 12 Duties"] }),
  item("act.md#12.3b", "§ 12(3)(b) Alarms in schools are tested daily.", { path: ["Fire Act", "§ 12 Duties"] }),
  item("act.md#123", "§ 123 A breach costs 500.", { path: ["Fire Act", "§ 123 Penalties"] }),
  item("act.md#2", "§ 2.12.3 Alarm means a device that sounds.", { path: ["Fire Act", "§ 2 Terms"] }),
  item("ja.md#1", "従業員は年次有給休暇を十日取得できる。", { path: ["規程", "休暇"] }),
  item("ja.md#2", "出張費は実費を支給する。", { path: ["規程", "出張"] }),
  item("people.md#1", "A résumé is one page. The Straße office and the İstanbul office differ. Naïve façade.", {
    path: ["Glossary", "Résumé rules"],
  }),
  ...notices,
  item("tech.md#1", "The AB-12.5/C pump is state-of-the-art and uses an opt-in valve.", { path: ["Pumps", "Model AB-12.5/C"] }),
  item("tech.md#2", "The AB-125C pump is older. Email pumps@example.test, tag #pump, price 50% off, path C:\\pumps\\new.", {
    path: ["Pumps", "Model AB-125C"],
  }),
  item("tech.md#3", "The C++ driver is separate from the C# driver. NOTE: do not mix AND with OR.", {
    path: ["Pumps", "C++ and C# notes"],
  }),
  item("th.md#1", "พนักงานมีสิทธิลาพักผ่อนประจำปีสิบวันทำงาน", { path: ["คู่มือ", "วันลา"] }),
  item("th.md#2", "บริษัทจ่ายค่าเดินทางตามจริง", { path: ["คู่มือ", "ค่าเดินทาง"] }),
  item("zh.md#1", "承租人逾期支付租金的，应当支付违约金。", { path: ["合同", "违约责任"] }),
  item("zh.md#2", "出租人负责屋顶维修。", { path: ["合同", "维修"] }),
];
const decomposed = item("nfd.md#1", "The café résumé desk is upstairs. 캘린더 항목.".normalize("NFD"), {
  path: ["Résumé".normalize("NFD")],
});

let index: SearchIndex;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "right-rag-search-"));
  index = await openIndex(dir, { manifest: await buildIn(dir, [...corpus, decomposed]) });
});
afterAll(() => {
  index.close();
  rmSync(dir, { recursive: true });
});

describe("K1: questions that say little", () => {
  it.each(["the", "is it of the", "???"])("%j finds nothing, and nothing breaks", (text) => {
    expect(index.search(text).hits).toEqual([]);
  });

  it("'the ferry' finds the ferry notices and nothing else first", () => {
    const hits = index.search({ text: "the ferry", topK: 8 }).hits;
    expect(hits.map((hit) => hit.id)).toEqual(notices.map((notice) => notice.id));
    expect(hits.every((hit) => hit.score > 0)).toBe(true);
  });
});

describe("K3: questions with marks in them", () => {
  it.each([
    ["AB-12.5/C", "tech.md#1"],
    ["AB-125C", "tech.md#2"],
    ["state-of-the-art", "tech.md#1"],
    ["opt-in", "tech.md#1"],
    ["50%", "tech.md#2"],
    ["#pump", "tech.md#2"],
    ["pumps@example.test", "tech.md#2"],
    ["C++", "tech.md#3"],
    ["C#", "tech.md#3"],
    ["C:\\pumps\\new", "tech.md#2"],
    ["§ 12(3)(a)", "act.md#12.3a"],
    ["section 12(3)(b)", "act.md#12.3b"],
    ["§ 123", "act.md#123"],
    ["2.12.3", "act.md#2"],
  ])("%s puts its own section first", (text, first) => {
    expect(idsOf(index, text)[0]).toBe(first);
  });
});

describe("K5: one word, many spellings", () => {
  it("finds accented words by any spelling, with the same hits in the same order", () => {
    const found = idsOf(index, "RÉSUMÉ");
    expect([...found].sort()).toEqual(["nfd.md#1", "people.md#1"]);
    for (const spelling of ["résumé", "re\u0301sume\u0301", "resume"]) expect(idsOf(index, spelling)).toEqual(found);
  });

  it.each([
    ["캘린더", "nfd.md#1"],
    ["strasse", "people.md#1"],
    ["STRASSE", "people.md#1"],
    ["istanbul", "people.md#1"],
    ["facade", "people.md#1"],
    ["休暇", "ja.md#1"],
    ["违约金", "zh.md#1"],
    ["ค่าเดินทาง", "th.md#2"],
  ])("%s finds its section first", (text, first) => {
    expect(idsOf(index, text)[0]).toBe(first);
  });

  it("a ligature finds the plain word", () => {
    expect(idsOf(index, "ﬁre")[0]).toMatch(/^act\.md/);
  });
});

describe("K7: a word that is everywhere", () => {
  it("is still found in an index of one item", async () => {
    const one = await indexOf([item("only.md#1", "hello world hello", { path: ["Only"] })]);
    const [hit] = one.search("hello").hits;
    expect(hit?.id).toBe("only.md#1");
    expect(hit?.score).toBeGreaterThan(0);
  });

  it("gives equal items in one order, however they were added", async () => {
    const forward = await indexOf(notices);
    const backward = await indexOf([...notices].reverse());
    for (let run = 0; run < 10; run++) {
      expect(idsOf(forward, { text: "ferry cancelled", topK: 3 })).toEqual(["same.md#1", "same.md#2", "same.md#3"]);
      expect(backward.search("ferry cancelled")).toEqual(forward.search("ferry cancelled"));
    }
  });
});
