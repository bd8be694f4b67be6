// A whole new process up to its first answer, as an application would write it: nothing but the search door is imported.
import { openIndex } from "../../../dist/search.js";

const [dir, text] = process.argv.slice(2);
const index = await openIndex(dir);
const { hits } = index.search({ text, topK: 10 });
index.close();
// Not printed: making a stream of standard output costs milliseconds that are not the search's.
process.exitCode = hits.length > 0 ? 0 : 1;
