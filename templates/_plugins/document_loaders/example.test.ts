import { testDocumentLoader, testSource } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleDocumentLoader from "./example.ts";

const note = testSource("hr/Leave.note", "Title: Leave policy\nOwner: HR\n\nEvery employee has 25 days.\n");
const letter = testSource("hr/letter.txt", "Title: none of ours\n\nDear colleagues.\n");

testDocumentLoader({ create: () => new ExampleDocumentLoader(), accepts: note, rejects: letter });

async function load(content: string | Uint8Array) {
  const [document] = await new ExampleDocumentLoader().load(testSource("a.note", content));
  return document;
}

it("takes the fields off the text", async () => {
  expect(await load("\uFEFFTitle: Leave\r\nVersion: 2\r\nOwner: HR: Berlin\r\n\r\n25 days.\r\n\r\nTitle: stays.")).toMatchObject({
    title: "Leave",
    version: "2",
    metadata: { owner: "HR: Berlin" },
    text: "25 days.\r\n\r\nTitle: stays.",
  });
});

it("leaves a text without fields whole", async () => {
  expect((await load("Dear colleagues,\n\n25 days."))?.text).toBe("Dear colleagues,\n\n25 days.");
  expect((await load("Title: all there is"))?.text).toBe("Title: all there is");
});

it("refuses a note without text, and one that is no UTF-8", async () => {
  await expect(load("Title: Leave\n\n \n")).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
  await expect(load(Uint8Array.of(0x63, 0x61, 0x66, 0xe9))).rejects.toThrow("utf-8");
});
