import { describe, expect, it } from "vitest";
import { z } from "zod";
import { strictSchema } from "../../src/llm/json-schema.ts";
import { bench, question } from "./fixture.ts";

const Grade = z.object({ relevant: z.enum(["yes", "no", "unclear"]), reason: z.string() });

describe("object()", () => {
  it("shows the model the schema, in response_format and in words", async () => {
    const { model, provider } = await bench([{ content: '{"relevant":"yes","reason":"fee"}' }]);
    expect(await model.object([{ role: "system", content: "Grade." }, ...question], Grade)).toEqual({ relevant: "yes", reason: "fee" });
    const { messages, response_format } = provider.requests[0]?.body ?? { messages: [] };
    expect(messages[1]?.content).toMatch(
      /^What is the fee\?\n\nReply with one JSON value and nothing else.*\{"type":"object","properties":\{"relevant"/s,
    );
    expect(response_format).toMatchObject({
      json_schema: { strict: true, schema: { required: ["relevant", "reason"], additionalProperties: false } },
    });
  });

  it("asks once more with the fault named, and the faulty reply before it", async () => {
    const { model, provider } = await bench([
      { content: '{"relevant":"maybe"}' },
      { content: 'Sorry!\n```json\n{"relevant":"unclear","reason":"r"}\n```' },
    ]);
    expect(await model.object(question, Grade)).toEqual({ relevant: "unclear", reason: "r" });
    const messages = provider.requests[1]?.body.messages ?? [];
    expect(messages.at(-2)).toEqual({ role: "assistant", content: '{"relevant":"maybe"}' });
    expect(messages.at(-1)?.content).toMatch(/^That reply cannot be used: "relevant": .*; "reason": /);
  });

  it.each([
    ["prose", "I think it is relevant.", "there is no JSON in the reply"],
    ["cut JSON", '{"relevant":"yes","reason":"th', "the JSON is cut off"],
    ["another form", "[1,2,3]", "the value: "],
  ])("fails with the second fault after two replies of %s", async (_, content, fault) => {
    const { model, provider, events } = await bench([{ content }]);
    await expect(model.object(question, Grade)).rejects.toMatchObject({
      code: "MODEL_OUTPUT_INVALID",
      message: expect.stringContaining(fault),
    });
    expect(provider.requests).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(["model:call", "model:call"]);
  });

  it("asks to be brief when the reply reached the limit of its tokens", async () => {
    const { model, provider } = await bench([
      { content: '{"relevant":"yes","rea', finish: "length" },
      { content: '{"relevant":"no","reason":""}' },
    ]);
    expect(await model.object(question, Grade)).toMatchObject({ relevant: "no" });
    expect(provider.requests[1]?.body.messages.at(-1)?.content).toContain("be briefer");
  });

  it("takes the first value that fits, not the first value", async () => {
    const { model, provider } = await bench([{ content: 'By [1] and {"score": 2}:\n{"relevant":"no","reason":"r"}' }]);
    expect(await model.object(question, Grade)).toEqual({ relevant: "no", reason: "r" });
    expect(provider.requests).toHaveLength(1);
  });

  it("works with any schema that has parse(), without a JSON Schema of it", async () => {
    const { model, provider } = await bench([{ content: "7" }]);
    expect(await model.object(question, { parse: (value) => Number(value) * 2 })).toBe(14);
    expect(provider.requests[0]?.body.response_format).toBeUndefined();
  });

  it("is not repaired when the model declines", async () => {
    const { model, provider } = await bench([{ refusal: "No." }]);
    await expect(model.object(question, Grade)).rejects.toMatchObject({ code: "MODEL_REFUSED" });
    expect(provider.requests).toHaveLength(1);
  });
});

describe("a schema that OpenAI holds to strictly", () => {
  it("has all its members required, at every depth", () => {
    const schema = z.object({ type: z.string(), items: z.array(z.object({ n: z.number() })) }).toJSONSchema({ io: "input" });
    expect(strictSchema(schema)).toMatchObject({
      additionalProperties: false,
      properties: { items: { items: { additionalProperties: false } } },
    });
  });

  it.each([z.object({ a: z.string().optional() }), z.object({ a: z.record(z.string(), z.number()) }), z.looseObject({ a: z.string() })])(
    "does not exist for optional members and open objects",
    (schema) => {
      expect(strictSchema(schema.toJSONSchema({ io: "input" }))).toBeUndefined();
    },
  );
});
