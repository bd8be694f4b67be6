// One measured task of one engine in a process of its own: node worker.mjs '{"task":"build","engine":"fts5",...}'.
// It prints one line of JSON. Plain JavaScript, so that no loader's time or memory is counted.
import { readFileSync } from "node:fs";
import { readChunks } from "./read-chunks.mjs";

const WARM_UP_PASSES = 10;
const HIT_SAMPLE = 20;
const task = JSON.parse(process.argv[2]);
const settings = { store: task.store };
const report = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** CPU of this process so far in milliseconds, all its threads. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let engine;
try {
  engine = await import(`./engines/${task.engine}.mjs`);
} catch (error) {
  report({ missing: String(error.message).split("\n")[0] });
  process.exit(0);
}

const tasks = {
  probe: () => {
    report({ description: engine.describe() });
  },

  build: async () => {
    const before = cpuMs();
    await engine.build(task.dir, readChunks(task.file), settings);
    report({ cpuMs: cpuMs() - before, peakMb: process.resourceUsage().maxRSS / 1024 });
  },

  append: async () => {
    const before = cpuMs();
    await engine.append(task.dir, readChunks(task.file), settings);
    report({ cpuMs: cpuMs() - before });
  },

  warm: async () => {
    const index = await engine.open(task.dir, settings);
    const sets = JSON.parse(readFileSync(task.questions, "utf8"));
    const samples = {};
    for (const { name, questions, seconds } of sets) {
      // Unmeasured: pages come into memory and code is compiled, which V8 goes on with for thousands of calls; slow engines get what time allows.
      await ask(index, questions, task.round, WARM_UP_PASSES, seconds / 3);
      samples[name] = await ask(index, questions, task.round, task.passes, seconds);
    }
    // Shows an engine that answers fast because it finds nothing.
    let hits = 0;
    for (const question of sets[0].questions.slice(0, HIT_SAMPLE)) {
      hits += (await index.search(question)).length;
    }
    await index.close();
    report({ samples, hitsPerQuestion: hits / HIT_SAMPLE });
  },

  // Pruned against exhaustive: same ids in the same order with the same scores, to the last bits of a floating point sum.
  verify: async () => {
    const index = await engine.open(task.dir, settings);
    const differences = [];
    let asked = 0;
    let withoutHits = 0;
    for (const { questions } of JSON.parse(readFileSync(task.questions, "utf8"))) {
      for (const text of questions) {
        const pruned = await index.searchWithScores(text);
        const exhaustive = await index.searchExhaustive(text);
        asked += 1;
        withoutHits += pruned.length === 0 ? 1 : 0;
        const same =
          pruned.length === exhaustive.length &&
          pruned.every((hit, i) => hit.id === exhaustive[i].id && Math.abs(hit.score - exhaustive[i].score) <= 1e-9 * Math.abs(hit.score));
        if (!same) {
          differences.push(text);
        }
      }
    }
    await index.close();
    report({ asked, withoutHits, differences });
  },
};

/** CPU milliseconds of every query, by question, until `passes` are done or `seconds` are over. */
async function ask(index, questions, round, passes, seconds) {
  const end = performance.now() + seconds * 1000;
  const samples = questions.map(() => []);
  // Each round starts elsewhere, so that an engine too slow for a whole pass is asked different questions in each.
  const offset = Math.floor((round * questions.length) / 3);
  for (let i = 0; i < passes * questions.length && performance.now() < end; i += 1) {
    const place = (i + offset) % questions.length;
    const before = process.cpuUsage();
    await index.search(questions[place]);
    const { user, system } = process.cpuUsage(before);
    samples[place].push((user + system) / 1000);
  }
  return samples;
}

await tasks[task.task]();
// LanceDB's and others' threads may keep the process alive; all that was asked for is done.
process.exit(0);
