import { describe, expect, it } from "vitest";
import { parseXml } from "../../../src/text/xml/parse-xml.ts";
import { plainText, walkXml } from "../../../src/text/xml/xml-tree.ts";

const textOf = async (source: string) => plainText((await parseXml(source, "a.xml")).root);
const fault = async (source: string) => {
  try {
    await parseXml(source, "a.xml");
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "none";
};

describe("what is read", () => {
  it("resolves entities and CDATA, and leaves out comments and instructions", async () => {
    const source = '<?xml version="1.0"?><!-- a --><a>1 &lt; 2 &#38; 3<!-- b --><![CDATA[ <c> & ]]><?d e?>&#x41;</a>';
    expect(await textOf(source)).toBe("1 < 2 & 3 <c> & A");
  });

  it("resolves entities that the document declares, with markup and entities in them", async () => {
    const source = `<!DOCTYPE a [<!-- <!ENTITY no "x"> --><!ENTITY MUST "<b>MUST</b>"><!ENTITY rule 'You &MUST; pay "now"'>
      <!ENTITY rule "a second declaration does not count">]><a title="&rule;">&rule;.</a>`;
    const { root } = await parseXml(source, "a.xml");
    expect(plainText(root)).toBe('You MUST pay "now".');
    expect(root.children[1]).toMatchObject({ name: "b" });
    expect(root.attributes.title).toBe('You <b>MUST</b> pay "now"');
  });

  it("knows the names of HTML", async () => {
    expect(await textOf("<a>caf&eacute;&nbsp;&sect; &Amacr;</a>")).toBe("café § Ā");
  });

  it("says what external entities are missing, and opens no file", async () => {
    const source = '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY part SYSTEM "file:///etc/passwd">]><a>&part; and &other;, &part;</a>';
    const { root, notices } = await parseXml(source, "a.xml");
    expect(plainText(root)).toBe("&part; and &other;, &part;");
    expect(notices).toEqual([
      {
        code: "XML_ENTITY_UNRESOLVED",
        message: "What &part;, &other; stands for is in no file that was given; the name stands in the text as it is written.",
        lost: 3,
      },
    ]);
  });

  it("reads a line of any length and elements of any depth", async () => {
    const deep = 50_000;
    const { root } = await parseXml("<a>".repeat(deep) + "x".repeat(400_000) + "</a>".repeat(deep), "a.xml");
    let count = 1;
    walkXml(root, {
      enter: () => {
        count++;
        return undefined;
      },
    });
    expect([count, plainText(root).length]).toEqual([deep, 400_000]);
  });
});

describe("what is refused, with its place", () => {
  it.each([
    ["<a>\n  <b></c>\n</a>", "line 2, column 10: unexpected close tag"],
    ["<a>\n<b>", "line 2, column 4: unclosed tag: b"],
    ["<a>&foo;</a>", "line 1, column 9: undefined entity"],
    ["no markup", "line 1, column 10: text data outside of root node"],
    ["<a/><b/>", "line 1"],
    ["<a b='1' b='2'/>", "duplicate attribute: b"],
    ["<a>\u0001</a>", "disallowed character"],
  ])("%j", async (source, message) => {
    expect(await fault(source)).toContain(message);
    expect(await fault(source)).toContain('"a.xml" is damaged: it is not well-formed XML at line');
  });

  it("entities that multiply, hold themselves, or are nested without end", async () => {
    const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
    expect(await fault(`<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l10;</a>`)).toContain("many times its own length");
    expect(await fault(`<!DOCTYPE a [<!ENTITY l0 "">${laughs}]><a b="&l10;"/>`)).toContain("many times its own length");
    expect(await fault('<!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "&x;">]><a>&x;</a>')).toContain('the entity "x" holds itself');
    const chain = Array.from({ length: 20_000 }, (_, i) => `<!ENTITY c${i} "&c${i + 1};">`).join("");
    expect(await fault(`<!DOCTYPE a [${chain}]><a>&c0;</a>`)).toContain("nested more than 50 deep");
  });
});
