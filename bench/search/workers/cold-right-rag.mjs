// A whole new process up to its first answer, as an application would write it: nothing but the search door is imported.
import { openIndex } from "../../../dist/search.js";

const [dir, text] = process.argv.slice(2);
const index = await openIndex(dir);
const { hits } = await index.search({ text, topK: 10 });
process.stdout.write(`${hits.length}\n`);
await index.close();
