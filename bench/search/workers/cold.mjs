// A whole new process up to its first answer, for the engines beside ours.
const [engine, dir, store, text] = process.argv.slice(2);
const { open } = await import(`./engines/${engine}.mjs`);
const index = await open(dir, { store: store === "store" });
const hits = await index.search(text);
await index.close();
process.exitCode = hits.length > 0 ? 0 : 1;
