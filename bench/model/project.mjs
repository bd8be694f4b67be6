// The policy handbook as a project in a temporary folder, with a generator and a model; and one question asked of it.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const example = fileURLToPath(new URL("../../examples/policy-handbook/", import.meta.url));
const { openProject } = await import(pathToFileURL(join(dist, "index.js")).href);

/** Way → generator, and its settings. The agent's steps are bounded low: a bound that is never reached is not tried. */
const generators = {
  native: ({ maxSteps }) => ["react", { protocol: "native", maxSteps }],
  text: ({ maxSteps }) => ["react", { protocol: "text", maxSteps }],
  auto: ({ maxSteps }) => ["react", { protocol: "auto", maxSteps }],
  grounded: ({ maxCalls }) => ["grounded", { maxCalls }],
};
const classes = { react: "ReactAnswerGenerator", grounded: "GroundedAnswerGenerator" };

/** A project for each way, since an open project keeps its config. */
export async function openHandbook(way, { baseUrl, model, maxTokens, topK, key }, bounds) {
  const root = mkdtempSync(join(tmpdir(), "right-rag-model-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const [answerGenerator, settings] = generators[way](bounds);
    const config = {
      answerGenerator,
      topK,
      plugins: { [answerGenerator]: settings },
      models: { provider: "openai", baseUrl, model, maxTokens, temperature: 0, apiKey: key },
    };
    cpSync(example, root, { recursive: true, filter: (path) => !/[\\/](?:node_modules|output)$|\.test\.ts$/.test(path) });
    const generator = `export { ${classes[answerGenerator]} as default } from "right-rag/plugins";\n`;
    writeFileSync(join(root, "spec", "answer_generators", `${answerGenerator}.ts`), generator);
    const written = `import { defineConfig } from "right-rag";\n\nexport default defineConfig(${JSON.stringify(config)});\n`;
    writeFileSync(join(root, "right-rag.config.ts"), written);
    const project = await openProject(root);
    const { failures } = await project.index();
    if (failures.length > 0) throw new Error(`The handbook cannot be indexed: ${JSON.stringify(failures)}`);
    return { project, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Never throws: that an exception came is a result. */
export async function askedOf(project, question) {
  const began = performance.now();
  const took = () => performance.now() - began;
  const events = [];
  try {
    const call = project.query(question);
    for await (const event of call) events.push(event);
    const { answer } = await call;
    const ms = took();
    return { ms, events, answer, verification: await project.verify(answer) };
  } catch (error) {
    return { ms: took(), events, error: `${error.code ?? error.name}: ${error.message}` };
  }
}
