import { describe, expect, it } from "vitest";
import { makeEntry, pageOf } from "../../src/search/analysis/characters.ts";

describe("the entries of characters", () => {
  it("are for pages that are known beforehand what Unicode's properties give", () => {
    for (const page of [0, 0x20, 0x21, 0x22, 0x25, 0x26]) {
      const worked = Uint16Array.from({ length: 256 }, (_, low) => {
        const code = page * 256 + low;
        return code < 128
          ? /[0-9A-Za-z]/.test(String.fromCharCode(code))
            ? String.fromCharCode(code).toLowerCase().charCodeAt(0)
            : 0
          : makeEntry(code);
      });
      expect([...pageOf(page)], `page ${page}`).toEqual([...worked]);
    }
  });
});
