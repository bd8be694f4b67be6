import { createIndexWriter, discardExcept, type IndexedItem, openIndex, type SearchIndex, setCurrent } from "right-rag/search";

/** Documents in every state; one of them tells the edition, the others were edited in turn. */
const DOCUMENTS = 40;
const WORDS = ["ferry", "alarm", "hotel", "w30", "valve", "court", "roof"];

/** What the index holds after `edition` commits. */
export function stateOf(edition: number): IndexedItem[] {
  const items = [documentOf("edition", edition)];
  for (let number = 0; number < DOCUMENTS; number++) {
    const edited = edition - ((((edition - number) % DOCUMENTS) + DOCUMENTS) % DOCUMENTS);
    items.push(documentOf(`d${number}`, Math.max(0, edited)));
  }
  return items;
}

export function editionOf(index: SearchIndex): number {
  return (index.read(["edition"])[0]?.stored as number | undefined) ?? -1;
}

function documentOf(id: string, edition: number): IndexedItem {
  const text = Array.from({ length: 5 + ((edition * 7) % 30) }, (_, k) => WORDS[(k * k + edition + id.length) % WORDS.length]).join(" ");
  return { id, documentId: id, text, path: [], stored: edition };
}

/** Commits one edition after the other until it is killed. */
async function run(dir: string): Promise<void> {
  let manifest: string | undefined;
  let edition = -1;
  try {
    const index = await openIndex(dir);
    edition = editionOf(index);
    manifest = index.stats.manifest;
    index.close();
  } catch {
    // The first run finds nothing.
  }
  for (;;) {
    const writer = await createIndexWriter(dir, manifest === undefined ? {} : { previous: manifest });
    edition++;
    const changed =
      manifest === undefined ? stateOf(edition) : stateOf(edition).filter(({ id }) => id === "edition" || id === `d${edition % DOCUMENTS}`);
    for (const item of changed) await writer.replaceDocument(item.documentId, [item]);
    ({ manifest } = await writer.commit());
    await setCurrent(dir, manifest);
    if (edition === 0 || started === false) process.stdout.write("ready\n");
    started = true;
    await discardExcept(dir, manifest);
  }
}

let started = false;
const [, script, dir] = process.argv;
if (script?.endsWith("writer.mjs") && dir !== undefined) await run(dir);
