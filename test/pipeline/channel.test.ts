import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Channel, inOrder } from "../../src/pipeline/channel.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) yield i;
}

async function all<T>(many: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of many) items.push(item);
  return items;
}

it("gives items in order, and then ends", async () => {
  const channel = new Channel<number>(10);
  await channel.push(1);
  await channel.push(2);
  channel.end();
  expect(await all(channel)).toEqual([1, 2]);
});

it("holds the writer back while it is full", async () => {
  const channel = new Channel<number>(1);
  await channel.push(1);
  let pushed = false;
  const second = channel.push(2).then(() => {
    pushed = true;
  });
  await sleep(5);
  expect(pushed).toBe(false);
  const reader = channel[Symbol.asyncIterator]();
  expect((await reader.next()).value).toBe(1);
  await second;
  expect(pushed).toBe(true);
});

it("hands the reader what was queued before the writer's failure", async () => {
  const channel = new Channel<number>(10);
  await channel.push(1);
  channel.fail(new Error("out of paper"));
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const item of channel) seen.push(item);
    })(),
  ).rejects.toThrow("out of paper");
  expect(seen).toEqual([1]);
});

it("lets the writer go on when the reader has left", async () => {
  const channel = new Channel<number>(1);
  await channel.push(1);
  for await (const _ of channel) break;
  await channel.push(2);
  await channel.push(3);
});

it("yields what tasks yield in the order of their inputs, whichever ends first", async () => {
  const outputs = inOrder(numbers(4), 4, async function* (n) {
    await sleep(20 - n * 5);
    yield `${n}a`;
    yield `${n}b`;
  });
  expect(await all(outputs)).toEqual(["0a", "0b", "1a", "1b", "2a", "2b", "3a", "3b"]);
});

it("runs no more tasks at once than it was told", async () => {
  let running = 0;
  let most = 0;
  const outputs = inOrder(numbers(10), 3, async function* (n) {
    most = Math.max(most, ++running);
    await sleep(1);
    running--;
    yield n;
  });
  expect(await all(outputs)).toHaveLength(10);
  expect(most).toBe(3);
});

it("fails with the task's error, in its turn", async () => {
  const seen: number[] = [];
  const outputs = inOrder(numbers(3), 3, async function* (n) {
    if (n === 1) throw new Error("one is broken");
    yield n;
  });
  await expect(
    (async () => {
      for await (const output of outputs) seen.push(output);
    })(),
  ).rejects.toThrow("one is broken");
  expect(seen).toEqual([0]);
});
