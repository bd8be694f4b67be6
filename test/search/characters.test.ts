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

  it("are told without expressions where the page has its signs listed", () => {
    const asked = (code: number): number => {
      const character = String.fromCharCode(code);
      if (!/[\p{L}\p{N}\p{M}]/u.test(character)) return 0;
      return /\p{Nd}/u.test(character) ? 1 : 2;
    };
    for (const page of [1, 2, 3, 4, 0x1e]) {
      for (let low = 0; low < 256; low++) {
        const code = page * 256 + low;
        // A soft hyphen and the like are left out before their class is asked.
        const entry = makeEntry(code);
        if (asked(code) === 0) expect(entry, code.toString(16)).toBe(0);
        else expect(entry, code.toString(16)).not.toBe(0);
        expect(asked(code), code.toString(16)).not.toBe(1);
      }
    }
    // Latin 1 too, for what the letters of other pages are made of.
    for (let code = 0x80; code < 0x100; code++) if (code !== 0xad) expect(makeEntry(code) === 0, code.toString(16)).toBe(asked(code) === 0);
  });
});
