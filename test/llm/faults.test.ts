import { describe, expect, it } from "vitest";
import { z } from "zod";
import { collectReply } from "../../src/llm/collect-reply.ts";
import { replyBytes, type Step } from "../helpers/scripted-provider.ts";
import { bench, callsOf, outcomeOf, question, textOf } from "./fixture.ts";

const ok: Step = { content: "The fee is 18.50." };

describe("a limited rate (case F1)", () => {
  it("waits as many seconds as retry-after names, and asks once more", async () => {
    const { model, provider, sleeps, events } = await bench([{ status: 429, headers: { "retry-after": "2" } }, ok]);
    expect(await textOf(model)).toBe("The fee is 18.50.");
    expect(provider.requests).toHaveLength(2);
    expect(sleeps).toEqual([2000]);
    expect(events.map(({ type }) => type)).toEqual(["model:retry", "model:call"]);
    expect(events[0]).toMatchObject({ attempt: 1, waitMs: 2000, reason: "HTTP 429: scripted 429" });
    expect(callsOf(events)[0]).toMatchObject({ attempts: 2, inputTokens: 10, outputTokens: 5, finish: "stop" });
  });

  it("waits until the date that retry-after names, not a moment less", async () => {
    const retryAfter = () => new Date(Date.now() + 2000).toUTCString();
    const { model, provider } = await bench(
      [() => (provider.requests.length > 1 ? ok : { status: 429, headers: { "retry-after": retryAfter() } })],
      {
        realTime: true,
      },
    );
    expect(await textOf(model)).toBe("The fee is 18.50.");
    const [first, second] = provider.requests;
    expect(provider.requests).toHaveLength(2);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000);
  });

  it("stops with the wait named when it is an hour", async () => {
    const { model, provider, sleeps } = await bench([{ status: 429, headers: { "retry-after": "3600" } }, ok]);
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ text: "", code: "MODEL_LIMITED" });
    expect(outcome.message).toContain("asks to wait 3600 s before the next request, and 60 s is the most that is waited");
    expect(provider.requests).toHaveLength(1);
    expect(sleeps).toEqual([]);
  });

  it("counts all waits of a call against one limit", async () => {
    const { model, provider } = await bench([{ status: 429, headers: { "retry-after": "40" } }]);
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_LIMITED" });
    expect(provider.requests).toHaveLength(2);
  });

  it.each([
    ["insufficient_quota", { status: 429, error: { message: "You exceeded your current quota", code: "insufficient_quota" } }],
    ["no balance", { status: 402, error: { message: "Insufficient Balance" } }],
    ["no credit", { status: 400, error: { message: "Your credit balance is too low to access the API" } }],
    ["an account in arrears", { status: 400, error: { message: "Access denied", code: "Arrearage" } }],
  ] satisfies [string, Step][])("does not ask again when the quota is used up: %s", async (_, step) => {
    const { model, provider } = await bench([step]);
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ code: "MODEL_LIMITED" });
    expect(outcome.message).toContain("quota or balance");
    expect(outcome.hint).toContain("billing");
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    ["a quota that is used up", { status: 429, error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, 1],
    ["a wait of an hour", { status: 429, headers: { "retry-after": "3600" } }, 1],
    ["a key that is refused", { status: 401 }, 1],
    ["a request of its own", { status: 400, error: { message: "messages: too odd" } }, 2],
    ["a wait that was only too long together", { status: 429, headers: { "retry-after": "40" } }, 4],
  ] satisfies [string, Step, number][])("asks no more in a run for %s, as far as it concerns all calls", async (_, step, requests) => {
    const { model, provider, events } = await bench([step]);
    const first = await outcomeOf(model);
    expect(await outcomeOf(model)).toEqual(first);
    expect(provider.requests).toHaveLength(requests);
    // A call that was never made is no call.
    expect(events.filter(({ type }) => type === "model:call")).toHaveLength(requests === 1 ? 1 : 2);
  });

  it("gives up after the attempts that the settings allow", async () => {
    const { model, provider, sleeps } = await bench([{ status: 429 }], { settings: { retries: { attempts: 3 } } });
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_LIMITED" });
    expect(provider.requests).toHaveLength(3);
    expect(sleeps).toEqual([500, 1000]);
  });
});

describe("a server that fails", () => {
  it.each([500, 502, 503, 529, 408])("is asked again after HTTP %i", async (status) => {
    const { model, provider } = await bench([{ status }, ok]);
    expect(await textOf(model)).toBe("The fee is 18.50.");
    expect(provider.requests).toHaveLength(2);
  });

  it("is named with what it said when it never recovers", async () => {
    const { model } = await bench([{ status: 503, error: { message: "overloaded" } }], { settings: { retries: { attempts: 2 } } });
    const outcome = await outcomeOf(model);
    expect(outcome.code).toBe("MODEL_FAILED");
    expect(outcome.message).toMatch(/^test-model \(OpenAI, 127\.0\.0\.1:\d+\): it failed after 2 attempts: HTTP 503: overloaded$/);
  });

  it("cannot be reached: the hint says to start it", async () => {
    const { model, provider } = await bench([ok]);
    await provider.close();
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ code: "MODEL_FAILED" });
    expect(outcome.message).toContain("cannot be reached");
    expect(outcome.hint).toContain("Start the server");
  });

  it("closes the connection without a reply, and is asked again", async () => {
    const { model, provider } = await bench([{ packets: [], cut: true }, ok]);
    expect(await textOf(model)).toBe("The fee is 18.50.");
    expect(provider.requests).toHaveLength(2);
  });

  it.each([
    [
      "an unknown model",
      { status: 404, raw: '{"error":"model \\"x\\" not found, try pulling it first"}' },
      'model "x" not found',
      "pulled",
    ],
    ["a page of HTML", { status: 404, raw: "<html><h1>Not Found</h1></html>" }, "HTTP 404: Not Found", "/v1"],
    [
      "a redirect, which is not followed",
      { status: 308, raw: "", headers: { location: "https://elsewhere.example/" } },
      "moved to https://elsewhere.example/",
      "base URL",
    ],
    [
      "a prompt that is too long",
      { status: 400, error: { message: "maximum context length is 8192 tokens", code: "context_length_exceeded" } },
      "too long",
      "less evidence",
    ],
    [
      "a value it does not allow",
      { status: 400, error: { message: "max_tokens is too large: at most 4096", param: "max_tokens" } },
      "too large",
      "setting",
    ],
  ] satisfies [string, Step, string, string][])("stops at once with the fix: %s", async (_, step, message, hint) => {
    const { model, provider } = await bench([step]);
    const outcome = await outcomeOf(model);
    expect(outcome.code).toBe("MODEL_FAILED");
    expect(outcome.message).toContain(message);
    expect(outcome.hint).toContain(hint);
    expect(provider.requests).toHaveLength(1);
  });

  it("says nothing for longer than allowed, and is asked again", async () => {
    const { model, provider } = await bench([{ hang: true }, ok], { settings: { idleTimeoutMs: 60 } });
    expect(await textOf(model)).toBe("The fee is 18.50.");
    expect(provider.requests).toHaveLength(2);
  });

  it("falls silent in the middle: the part is no answer", async () => {
    const { model } = await bench([{ content: "The fee is", eventDelayMs: 150 }], {
      settings: { idleTimeoutMs: 60, retries: { attempts: 1 } },
    });
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ text: "The fee ", code: "MODEL_FAILED" });
    expect(outcome.message).toContain("nothing came for 60 ms");
  });

  it("takes longer than a whole reply may, and is not asked again", async () => {
    const { model, provider } = await bench([{ content: "x".repeat(400), eventDelayMs: 20 }], { settings: { timeoutMs: 120 } });
    const outcome = await outcomeOf(model);
    expect(outcome.message).toContain("no whole reply within 120 ms");
    expect(provider.requests).toHaveLength(1);
  });
});

describe("a stream that is cut (case F3)", () => {
  it.each([
    ["its connection is destroyed", { content: "The fee is 18.50.", cutAfter: 2 }],
    ["it ends as if all was well", { content: "The fee is 18.50.", cutAfter: 2, cleanCut: true }],
  ] satisfies [string, Step][])("is an error after a part was passed on: %s", async (_, step) => {
    const { model, provider, events } = await bench([step, ok]);
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ text: "The fee is 18.50", code: "MODEL_FAILED" });
    expect(outcome.message).toContain("that part is no answer");
    expect(provider.requests).toHaveLength(1);
    expect(callsOf(events)).toMatchObject([{ finish: "failed", error: "MODEL_FAILED", inputTokens: null, outputTokens: null, cost: null }]);
  });

  it("is asked for again as long as nothing was passed on", async () => {
    const { model, provider } = await bench([
      { content: "The fee is 18.50.", cutAfter: 0 },
      { content: "x", cutAfter: 0, cleanCut: true },
      ok,
    ]);
    expect(await textOf(model)).toBe("The fee is 18.50.");
    expect(provider.requests).toHaveLength(3);
  });

  it("is asked for again by readers of whole replies and of objects", async () => {
    const { model, provider } = await bench([
      { content: "The fee is 18.50.", cutAfter: 2 },
      ok,
      { content: '{"a": 1, "b": 2}', cutAfter: 1 },
      { content: '{"a":3}' },
    ]);
    expect(await collectReply(model, question)).toEqual({ text: "The fee is 18.50.", calls: [] });
    expect(await model.object(question, z.object({ a: z.number() }))).toEqual({ a: 3 });
    expect(provider.requests).toHaveLength(4);
  });

  it("at every byte: half a text never passes for a whole one, and a whole one is never lost", async () => {
    const whole = "Gebühr: 5 € 👍";
    const bytes = replyBytes({ content: whole, usage: null });
    // Behind the event with the finish reason only counts can be missing.
    const needed = Buffer.from(bytes).indexOf('"finish_reason":"stop"}]}') + '"finish_reason":"stop"}]}'.length;
    for (const cut of [false, true]) {
      const { model } = await bench([({ body }) => ({ packets: [bytes.subarray(0, Number(body.messages[0]?.content))], cut })], {
        settings: { retries: { attempts: 1 } },
      });
      // A connection that breaks loses an event whose blank line has not come.
      const enough = cut ? needed + 2 : needed;
      const outcomes = Array.from(bytes.keys(), (end) => outcomeOf(model, [{ role: "user", content: String(end) }]));
      for (const [end, outcome] of (await Promise.all(outcomes)).entries()) {
        expect(whole.startsWith(outcome.text), `cut at ${end}`).toBe(true);
        expect(outcome.code, `cut at ${end}`).toBe(end < enough ? "MODEL_FAILED" : undefined);
        if (end >= enough) expect(outcome.text).toBe(whole);
      }
    }
  });

  it("gives characters whole whose bytes came in two packets", async () => {
    const bytes = replyBytes({ content: "Gebühr: 5 € 👍🏽 é" });
    const { model } = await bench([{ packets: Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)) }]);
    expect(await textOf(model)).toBe("Gebühr: 5 € 👍🏽 é");
  });

  it("accepts [DONE] without a finish reason, and a finish reason without [DONE]", async () => {
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
    const delta = event({ choices: [{ delta: { content: "Yes." } }] });
    const { model } = await bench([
      { packets: [Buffer.from(`${delta}data: [DONE]\n\n`)] },
      { packets: [Buffer.from(`: a comment\r\n\r\n${delta}${event({ choices: [{ delta: {}, finish_reason: "stop" }] })}`)] },
    ]);
    expect(await textOf(model)).toBe("Yes.");
    expect(await textOf(model)).toBe("Yes.");
  });

  it.each([
    ["an error in its midst", { error: { message: "engine died", code: 502 } }, "MODEL_FAILED"],
    ["a quota that ends in its midst", { error: { message: "insufficient_quota", code: "insufficient_quota" } }, "MODEL_LIMITED"],
  ])("may bring %s", async (_, event, code) => {
    const { model } = await bench([{ packets: [Buffer.from(`data: ${JSON.stringify(event)}\n\n`)] }]);
    expect(await outcomeOf(model)).toMatchObject({ text: "", code });
  });
});

describe("a reply that is no answer", () => {
  it("is refused by the model", async () => {
    const { model, provider } = await bench([{ refusal: "I can't help with that." }]);
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ code: "MODEL_REFUSED" });
    expect(outcome.message).toContain("I can't help with that.");
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    { content: "The", finish: "content_filter" },
    { status: 400, error: { code: "content_filter", message: "filtered" } },
  ])("is stopped by the provider's filter: %o", async (step) => {
    const { model } = await bench([step]);
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_REFUSED" });
  });

  it("is cut at the limit of its tokens: what came is marked as a part by the error", async () => {
    const { model, events } = await bench([{ content: "The fee", finish: "length" }]);
    expect(await outcomeOf(model)).toMatchObject({ text: "The fee", code: "MODEL_OUTPUT_INVALID" });
    expect(callsOf(events)).toMatchObject([{ finish: "length", outputTokens: 5 }]);
  });

  it("never gives a call of a tool whose input was cut at the limit", async () => {
    const { model } = await bench([{ calls: [{ id: "1", name: "search", arguments: '{"query":"fe' }], finish: "length" }]);
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
  });

  it("is empty: it is asked for once more, then that is told", async () => {
    const { model, provider } = await bench([{ content: "" }]);
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
    expect(outcome.message).toContain("the reply is empty");
    expect(provider.requests).toHaveLength(2);
  });

  it("is one JSON body although a stream was asked for: it is read all the same", async () => {
    const { model } = await bench([{ ...ok, stream: false }]);
    expect(await textOf(model)).toBe("The fee is 18.50.");
  });
});

describe("stopping", () => {
  it("ends a running request, and says ABORTED", async () => {
    const { model, provider, stop } = await bench([{ hang: true }]);
    setTimeout(() => stop.abort(), 100);
    expect(await outcomeOf(model)).toMatchObject({ code: "ABORTED" });
    await expect.poll(() => provider.requests[0]?.closed).toBe(true);
  });

  it("ends the request when the reader has seen enough", async () => {
    const { model, provider, events } = await bench([{ content: "word ".repeat(400), eventDelayMs: 5 }]);
    for await (const _ of model.stream(question)) break;
    await expect.poll(() => provider.requests[0]?.closed).toBe(true);
    expect(provider.requests[0]?.finished).toBe(false);
    expect(callsOf(events)).toMatchObject([{ finish: "abandoned", inputTokens: null }]);
  });

  it("waits for a place no longer than the run lives", async () => {
    const { model, stop } = await bench([{ hang: true }], { settings: { parallel: 1 } });
    const both = Promise.all([outcomeOf(model), outcomeOf(model)]);
    setTimeout(() => stop.abort(), 100);
    expect(await both).toMatchObject([{ code: "ABORTED" }, { code: "ABORTED" }]);
  });
});

it("has at most as many requests in flight as the settings allow, over all roles", async () => {
  const { provider, modelOf } = await bench([{ ...ok, delayMs: 20 }], { settings: { parallel: 2 } });
  const models = [modelOf("indexer"), modelOf("answerer"), modelOf("judge"), modelOf("indexer"), modelOf("searcher"), modelOf("grader")];
  await Promise.all(models.map((model) => (model === undefined ? undefined : textOf(model))));
  expect(provider.requests).toHaveLength(6);
  expect(Math.max(...provider.requests.map(({ inFlight }) => inFlight))).toBe(2);
});
