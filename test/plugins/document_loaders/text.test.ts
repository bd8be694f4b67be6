import { expect, it } from "vitest";
import { TextLoader } from "../../../src/plugins/document_loaders/text.ts";
import { testDocumentLoader, testSource } from "../../../src/testing/index.ts";
import { documentId } from "../../../src/units.ts";

testDocumentLoader({
  create: () => new TextLoader(),
  accepts: [
    testSource("a/fees.txt", "The fee is 12 €.\r\n"),
    testSource("OLD.TXT", "x"),
    testSource("https://example.test/fees.text?v=2#top", "x"),
  ],
  rejects: [testSource("fees.md", "x"), testSource("txt", "x"), testSource("why.txt?", "x")],
});

it("gives the text as it stands, CRLF and all", async () => {
  expect(await new TextLoader().load(testSource("a/fees.txt", "The fee is 12 €.\r\nNo more.\r\n"))).toEqual([
    {
      id: documentId("a/fees.txt"),
      source: "a/fees.txt",
      text: "The fee is 12 €.\r\nNo more.\r\n",
      mediaType: "text/plain",
      notices: [],
    },
  ]);
});

it("hands on what the decoder has to tell (L3)", async () => {
  const [document] = await new TextLoader().load(testSource("fees.txt", Uint8Array.of(0x63, 0x61, 0x66, 0xe9)));
  expect(document?.text).toBe("café");
  expect(document?.notices).toMatchObject([{ code: "ENCODING_GUESSED", lost: 0 }]);
});

it("refuses an empty file by name", async () => {
  await expect(new TextLoader().load(testSource("a/empty.txt", ""))).rejects.toMatchObject({
    code: "DOCUMENT_EMPTY",
    message: '"a/empty.txt" holds no text.',
  });
});

it("takes other extensions, and says which are none", () => {
  const loader = new TextLoader({ extensions: [".LOG"] });
  expect(loader.canHandle(testSource("run.log", "x"))).toBe(true);
  expect(loader.canHandle(testSource("run.txt", "x"))).toBe(false);
  expect(() => new TextLoader({ extensions: ["log"] })).toThrow(
    'extensions of document loader "text" is ["log"], but must be a list of endings with their dot, for example [".txt"].',
  );
});
