// Does the right section come first or second, and does the answer cite it? Keyword index and extractive answers, no model.
//
//   npm run build && node bench/corpus/questions.mjs QUESTIONS.json DIR [--json FILE] [--answers]
//
// A question names the sections that answer it, by source and the end of the path; any one of them will do. `says` is a part of
// the sentence that answers it, and is looked for in the answer as well: an answer may cite the right section with the wrong
// sentence. `abstains` marks a question that the documents do not answer.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { dist, makeProject } from "./project.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, answers: { type: "boolean", default: false } },
});
const [file, folder] = positionals;
if (file === undefined || folder === undefined) {
  console.error("Usage: node bench/corpus/questions.mjs QUESTIONS.json DIR [--json FILE] [--answers]");
  process.exit(2);
}
if (!existsSync(folder)) {
  console.log(`${folder}: not there, skipped.`);
  process.exit(0);
}

const { openProject } = await import(pathToFileURL(join(dist, "index.js")).href);
const made = makeProject(folder);
const results = [];
try {
  if (made.failed !== undefined) throw new Error(made.failed);
  const project = await openProject(made.root);
  for (const asked of JSON.parse(readFileSync(file, "utf8"))) results.push(judge(asked, (await project.query(asked.question)).answer));
  await project.close();
} finally {
  made.remove();
}

console.log("place cited says confidence question");
for (const { place, cited, says, confidence, holds, question, text } of results) {
  const cells = [place ?? "-", cited ? "yes" : "-", says ? "yes" : "-", confidence.toFixed(2)];
  console.log(
    `${cells[0].toString().padStart(5)} ${cells[1].padStart(5)} ${cells[2].padStart(4)} ${cells[3].padStart(10)} ${holds ? " " : "!"}${question}`,
  );
  if (values.answers) console.log(text.replace(/^/gm, "        "));
}
const held = results.filter(({ holds }) => holds).length;
const saying = results.filter(({ says }) => says).length;
console.log(`\n${basename(file)}: ${held} of ${results.length} hold (first or second, and cited; or rightly abstained);`);
console.log(`the answer says what it should in ${saying} of ${results.length}.`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (held < results.length) process.exit(1);

function judge({ question, sections = [], says, abstains = false }, answer) {
  const { text, abstained, evidence, citations, confidence = 0 } = answer;
  if (abstains) return { question, place: undefined, cited: false, says: abstained, confidence, holds: abstained, text };
  const isRight = ({ source, path }) => sections.some((right) => right.source === source && endsWith(path, right.path));
  const at = evidence.findIndex(isRight);
  const cited = !abstained && citations.some(isRight);
  const holds = at !== -1 && at < 2 && cited;
  const said = !abstained && citations.some((citation) => isRight(citation) && citation.quote.includes(says));
  return { question, place: at === -1 ? undefined : at + 1, cited, says: said, confidence, holds, text };
}

function endsWith(path, tail) {
  return tail.every((topic, i) => path[path.length - tail.length + i] === topic);
}
