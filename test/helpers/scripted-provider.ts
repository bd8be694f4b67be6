import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * One reply of the scripted server. Steps are taken in order, and the last one repeats. Field names are ours; what goes over
 * the wire is what OpenAI's chat completions look like.
 */
export interface Step {
  readonly content?: string;
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly arguments: string }[];
  readonly refusal?: string;
  /** Sent beside the content, as some servers send reasoning. */
  readonly reasoning?: string;
  /** @default "tool_calls" with calls, else "stop"; null: none is sent */
  readonly finish?: string | null;
  /** @default 10 and 5; null: none is sent */
  readonly usage?: object | null;
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly error?: unknown;
  /** The body as it is. */
  readonly raw?: string;
  /** The body as packets, each written by itself with a short pause; the connection is destroyed afterwards when `cut` is set. */
  readonly packets?: readonly Uint8Array[];
  readonly cut?: boolean;
  /** Before the headers. */
  readonly delayMs?: number;
  /** Between events. */
  readonly eventDelayMs?: number;
  /** False: one JSON body although a stream was asked for. */
  readonly stream?: boolean;
  /** Events of content after which the connection is destroyed, or with `cleanCut` ended as if all was well. */
  readonly cutAfter?: number;
  readonly cleanCut?: boolean;
  /** Characters of content in an event. @default 8 */
  readonly eventSize?: number;
  /** Never answers. */
  readonly hang?: boolean;
  /** A request with one of these fields gets a 400 and uses up no step. */
  readonly rejectIf?: readonly string[];
  /** The wording of that refusal. */
  readonly rejection?: (field: string) => { readonly status?: number; readonly body: unknown };
}

export interface SeenRequest {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly [field: string]: unknown } & { readonly messages: readonly SeenMessage[] };
  /** Requests being answered, this one among them. */
  readonly inFlight: number;
  /** True when the reply was sent to its end; false while it is not. */
  finished: boolean;
  closed: boolean;
}

export interface SeenMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

export interface ScriptedProvider {
  /** With `/v1`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** A chat server on loopback that says what a script says. */
export async function scriptedProvider(steps: readonly (Step | ((request: SeenRequest) => Step))[]): Promise<ScriptedProvider> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let taken = 0;
  let open = 0;

  const server = createServer(async (request, response) => {
    const seen: SeenRequest = {
      at: Date.now(),
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(await bodyOf(request)),
      inFlight: ++open,
      finished: false,
      closed: false,
    };
    requests.push(seen);
    response.on("close", () => {
      open -= 1;
      seen.finished = response.writableFinished;
      seen.closed = true;
    });
    const next = steps[Math.min(taken, steps.length - 1)] ?? {};
    const step = typeof next === "function" ? next(seen) : next;
    const bad = step.rejectIf?.find((field) => seen.body[field] !== undefined);
    if (bad !== undefined) return reject(response, bad, step);
    taken += 1;
    await play(step, seen, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}

/** The events of a whole reply, as bytes: to be cut or split by a test. */
export function replyBytes(step: Step): Uint8Array {
  return Buffer.from(
    events(step, 8)
      .map((data) => `data: ${data}\n\n`)
      .join(""),
  );
}

function reject(response: ServerResponse, field: string, { rejection }: Step): void {
  const { status = 400, body } = rejection?.(field) ?? {
    body: {
      error: { message: `Unsupported parameter: '${field}'`, type: "invalid_request_error", param: field, code: "unsupported_parameter" },
    },
  };
  sendJson(response, status, body);
}

async function play(step: Step, { body }: SeenRequest, response: ServerResponse): Promise<void> {
  if (step.hang) return;
  if (step.delayMs !== undefined) await wait(step.delayMs);
  const { status = 200, headers = {} } = step;
  if (step.raw !== undefined) {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(step.raw);
  } else if (status !== 200) {
    sendJson(response, status, { error: step.error ?? { message: `scripted ${status}` } }, headers);
  } else if (step.packets !== undefined) {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    for (const packet of step.packets) {
      response.write(packet);
      await wait(2);
    }
    if (step.cut) response.destroy();
    else response.end();
  } else if (step.stream ?? body.stream === true) await stream(step, response);
  else
    sendJson(
      response,
      200,
      { choices: [{ index: 0, message: { role: "assistant", ...wholeMessage(step) }, finish_reason: finishOf(step) }], ...usageOf(step) },
      headers,
    );
}

async function stream(step: Step, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", ...step.headers });
  const { cutAfter = Number.POSITIVE_INFINITY, eventDelayMs = 0 } = step;
  let sent = 0;
  for (const data of events(step, step.eventSize ?? 8)) {
    if (sent++ >= cutAfter) {
      // What was written must be on its way before the connection goes.
      await wait(10);
      if (step.cleanCut) response.end();
      else response.destroy();
      return;
    }
    response.write(`data: ${data}\n\n`);
    if (eventDelayMs > 0) await wait(eventDelayMs);
  }
  response.end();
}

function events(step: Step, eventSize: number): readonly string[] {
  const delta = (value: object, finish: string | null = null) =>
    JSON.stringify({ choices: [{ index: 0, delta: value, finish_reason: finish }] });
  const pieces = (step.content ?? "").match(new RegExp(`[\\s\\S]{1,${eventSize}}`, "gu")) ?? [];
  const calls = (step.calls ?? []).flatMap(({ id = "", name, arguments: input }, index) => [
    delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
    ...(input.match(/[\s\S]{1,4}/g) ?? []).map((part) => delta({ tool_calls: [{ index, function: { arguments: part } }] })),
  ]);
  return [
    ...(step.reasoning === undefined ? [] : [delta({ reasoning_content: step.reasoning })]),
    ...pieces.map((content) => delta({ content })),
    ...(step.refusal === undefined ? [] : [delta({ refusal: step.refusal })]),
    ...calls,
    delta({}, finishOf(step)),
    ...(step.usage === null ? [] : [JSON.stringify({ choices: [], ...usageOf(step) })]),
    "[DONE]",
  ];
}

function wholeMessage({ content, refusal, reasoning, calls }: Step): object {
  const tool_calls = calls?.map(({ id = "", ...called }) => ({ id, type: "function", function: called }));
  return {
    content: content ?? null,
    ...(refusal === undefined ? {} : { refusal }),
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(tool_calls === undefined ? {} : { tool_calls }),
  };
}

function finishOf({ finish, calls }: Step): string | null {
  return finish === undefined ? (calls === undefined ? "stop" : "tool_calls") : finish;
}

function usageOf({ usage }: Step): object {
  return usage === null ? {} : { usage: usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } };
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Step["headers"] = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
