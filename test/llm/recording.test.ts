import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { bench, outcomeOf, question, temporaryFolder, textOf } from "./fixture.ts";

it("what was recorded is replayed without a server, refused fields and second answers too", async () => {
  const root = await temporaryFolder();
  const live = await bench(
    [{ rejectIf: ["stream_options"], content: "First." }, { status: 429 }, { content: "Second 👍." }, { content: '{"a":1}' }],
    { root, settings: { record: "traffic/calls.jsonl" } },
  );
  const said = [await textOf(live.model), await textOf(live.model), await live.model.object(question, z.object({ a: z.number() }))];
  await live.provider.close();

  const replay = await bench([], { root, settings: { replay: "traffic/calls.jsonl" }, env: { OPENAI_API_KEY: "" } });
  expect([
    await textOf(replay.model),
    await textOf(replay.model),
    await replay.model.object(question, z.object({ a: z.number() })),
  ]).toEqual(said);
  expect(replay.provider.requests).toHaveLength(0);
  expect(replay.sleeps).toEqual([]);
});

it("a recording holds no key, though the server repeats it", async () => {
  const root = await temporaryFolder();
  const { model } = await bench([{ content: "Your key is sk-test-123456.", eventSize: 99 }], {
    root,
    settings: { record: "calls.jsonl", headers: { "x-api-key": "gw-secret-1" } },
  });
  await textOf(model, {}, [{ role: "user", content: "What is gw-secret-1?" }]);
  const text = await readFile(join(root, "calls.jsonl"), "utf8");
  expect(text).not.toMatch(/sk-test-123456|gw-secret-1|authorization/i);
  expect(text).toContain("Your key is [key].");
  expect(JSON.parse(text)).toMatchObject({
    hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    path: "chat/completions",
    reply: { status: 200 },
  });
});

it("a cut reply is not recorded", async () => {
  const root = await temporaryFolder();
  const { model } = await bench([{ content: "Half of it", cutAfter: 1 }, { content: "Whole." }], {
    root,
    settings: { record: "calls.jsonl" },
  });
  expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_FAILED" });
  expect(await textOf(model)).toBe("Whole.");
  expect((await readFile(join(root, "calls.jsonl"), "utf8")).trim().split("\n")).toHaveLength(1);
});

it("a request that was never recorded fails, and says so", async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, "calls.jsonl"), "");
  const { model } = await bench([], { root, settings: { replay: "calls.jsonl" } });
  expect(await outcomeOf(model)).toMatchObject({
    code: "MODEL_FAILED",
    message: expect.stringContaining("holds no reply to this request"),
  });
});

it("a recording that cannot be read or written is an error, never a hole", async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, "file"), "");
  const reading = await bench([], { root, settings: { replay: "missing.jsonl" } });
  expect(await outcomeOf(reading.model)).toMatchObject({ code: "MODEL_UNCONFIGURED" });
  const writing = await bench([{ content: "Yes." }], { root, settings: { record: "file/calls.jsonl" } });
  expect(await outcomeOf(writing.model)).toMatchObject({ code: "WRITE_FAILED" });
});
