import { appendFile, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf, writeFailed } from "../errors.ts";
import { stableHash } from "../hash.ts";
import { makeFolder } from "../make-folder.ts";
import type { Json } from "../model.ts";
import { modelFailed, modelUnconfigured } from "./model-errors.ts";
import type { Redact } from "./redact.ts";
import type { Fetch } from "./transport.ts";

/** One line of a recording. Headers are not kept: keys stand there. */
interface Exchange {
  /** Of path and body, so that a recording serves at any address. */
  readonly hash: string;
  readonly at: string;
  readonly path: string;
  readonly request: Json;
  readonly reply: { readonly status: number; readonly contentType: string; readonly body: string };
}

/**
 * Adds each exchange to a file, as one line of JSON. Replies that were cut or that asked to come again (429, 5xx) are left
 * out, so that a replay has neither waits nor faults.
 *
 * @throws WRITE_FAILED in the reading of a reply that could not be kept: an audit must not have holes
 */
export function recorded(fetch: Fetch, file: string, redact: Redact): Fetch {
  let writing: Promise<void> = Promise.resolve();

  function write(exchange: Exchange): Promise<void> {
    const line = `${redact(JSON.stringify(exchange))}\n`;
    const mine = writing.then(async () => {
      try {
        makeFolder(dirname(file));
        await appendFile(file, line);
      } catch (cause) {
        throw writeFailed(file, cause);
      }
    });
    writing = mine.catch(() => undefined);
    return mine;
  }

  return async (url, init) => {
    const reply = await fetch(url, init);
    if (reply.status === 429 || reply.status >= 500 || reply.body === null) return reply;
    const packets: Uint8Array[] = [];
    const keep = new TransformStream<Uint8Array, Uint8Array>({
      transform(packet, controller) {
        packets.push(packet);
        controller.enqueue(packet);
      },
      async flush() {
        const body = Buffer.concat(packets).toString("utf8");
        const { status, headers } = reply;
        const at = new Date().toISOString();
        await write({ ...keyOf(url, init), at, reply: { status, contentType: headers.get("content-type") ?? "", body } });
      },
    });
    return new Response(reply.body.pipeThrough(keep), { status: reply.status, headers: reply.headers });
  };
}

/**
 * Replies from a recording instead of a server. A request that was made several times gets its replies in their order, and the
 * last again after that.
 */
export function replayed(file: string): Fetch {
  let loading: Promise<Map<string, Exchange["reply"][]>> | undefined;

  return async (url, init) => {
    loading ??= load(file);
    const { hash, path, request } = keyOf(url, init);
    const replies = (await loading).get(hash) ?? [];
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === undefined) {
      const { model } = request as { readonly model?: string };
      throw modelFailed(
        `${model}`,
        `"${file}" holds no reply to this request (${path}, ${hash})`,
        "Record it anew, or unset models.replay.",
      );
    }
    return new Response(reply.body, { status: reply.status, headers: { "content-type": reply.contentType } });
  };
}

function keyOf(url: string, { body }: RequestInit): Pick<Exchange, "hash" | "path" | "request"> {
  const path = new URL(url).pathname.split("/").slice(-2).join("/");
  // The SDK made it from plain data.
  const request: Json = typeof body === "string" ? JSON.parse(body) : null;
  return { hash: stableHash({ path, request }), path, request };
}

async function load(file: string): Promise<Map<string, Exchange["reply"][]>> {
  const replies = new Map<string, Exchange["reply"][]>();
  try {
    for (const line of (await readFile(file, "utf8")).split("\n")) {
      if (line === "") continue;
      // Written by `recorded`; what is not fails below.
      const { hash, reply } = JSON.parse(line) as Exchange;
      replies.set(hash, [...(replies.get(hash) ?? []), reply]);
    }
    return replies;
  } catch (cause) {
    throw modelUnconfigured(`Cannot read the recording "${file}": ${messageOf(cause)}`, "Correct models.replay in the config.");
  }
}
