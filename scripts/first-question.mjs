// What the build looks at to know what a process that asks one question runs: with `write` it makes an index, without it it asks.
import { pathToFileURL } from "node:url";

const [search, dir, task] = process.argv.slice(2);
const { createIndexWriter, openIndex, setCurrent } = await import(pathToFileURL(search).href);

if (task === "write") {
  const writer = await createIndexWriter(dir, { options: { storeText: false } });
  for (let document = 0; document < 8; document++) {
    const items = Array.from({ length: 100 }, (_, item) => ({
      id: `d${document}-${item}`,
      documentId: `d${document}`,
      path: ["Fees", `Section ${item}`],
      text: `The fee of part ${item} is refunded within ${document + item} days of the deadline when the application is withdrawn.`,
    }));
    await writer.replaceDocument(`d${document}`, items);
  }
  const { manifest } = await writer.commit();
  await setCurrent(dir, manifest);
} else {
  const index = await openIndex(dir);
  const { hits } = index.search({ text: "Which fees are refunded after the deadline when the application is withdrawn?", topK: 10 });
  index.close();
  if (hits.length === 0) throw new Error("The question about the index of the build found nothing.");
}
