import { readFile } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls, rootCertificates } from "node:tls";
import { messageOf } from "../errors.ts";
import type { Endpoint } from "./choose-model.ts";
import { modelUnconfigured } from "./model-errors.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Requests over node's own http, since the built-in fetch takes neither a certificate authority nor a proxy without another
 * package, and gives up after five minutes without headers, which a local model may need for a long prompt. Redirects are
 * not followed: a key goes to no address but the one that was set.
 */
export function createTransport({ caFile, proxy }: Pick<Endpoint, "caFile" | "proxy">): Fetch {
  let authorities: Promise<readonly string[]> | undefined;

  return async (address, init) => {
    authorities ??= caFile === undefined ? Promise.resolve([]) : readAuthorities(caFile);
    const trusted = await authorities;
    const ca = trusted.length > 0 ? { ca: [...trusted] } : {};
    const url = new URL(address);
    const signal = init.signal ?? undefined;
    const headers = plainHeaders(init.headers);
    const common = { method: init.method ?? "GET", headers, ...(signal === undefined ? {} : { signal }) };
    const secure = url.protocol === "https:";
    const via = proxy === undefined ? undefined : new URL(proxy);
    const body = typeof init.body === "string" ? init.body : "";

    if (via === undefined) return send(secure ? requestHttps(url, { ...common, ...ca }) : requestHttp(url, common), body);
    if (!secure) {
      const through = { ...proxyAddress(via), ...common, path: url.href, headers: { ...headers, host: url.host, ...proxyKey(via) } };
      return send(via.protocol === "https:" ? requestHttps({ ...through, ...ca }) : requestHttp(through), body);
    }
    const socket = await tunnel(via, url, ca, signal);
    // A name and no address: TLS knows no server names that are addresses.
    const servername = /^[\d.]+$|:/.test(url.hostname) ? {} : { servername: url.hostname };
    // No agent is named: one would open a connection of its own, past the proxy.
    const createConnection = () => connectTls({ socket, host: url.hostname, ...servername, ...ca });
    return send(requestHttps(url, { ...common, createConnection }), body);
  };
}

function send(request: ReturnType<typeof requestHttp>, body: string): Promise<Response> {
  return new Promise((fulfil, reject) => {
    request.on("error", reject);
    request.on("response", (reply) => fulfil(asResponse(reply)));
    request.end(body);
  });
}

function asResponse(reply: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headersDistinct)) for (const item of value ?? []) headers.append(name, item);
  const status = reply.statusCode ?? 0;
  // Made by hand, since Response refuses statuses such as 529 beyond its range of reason phrases and bodies of 204.
  const bare = status === 204 || status === 304;
  if (bare) reply.resume();
  // The two stream types describe the same thing in node's and the web's words.
  return new Response(bare ? null : (Readable.toWeb(reply) as ReadableStream<Uint8Array>), { status, headers });
}

/** Opens a way through the proxy (CONNECT); the encryption is then between us and the server. */
function tunnel(via: URL, target: URL, ca: { ca?: string[] }, signal: AbortSignal | undefined): Promise<Socket> {
  const authority = `${target.hostname}:${target.port || "443"}`;
  const options = {
    ...proxyAddress(via),
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...proxyKey(via) },
    agent: false,
    ...(signal === undefined ? {} : { signal }),
  } as const;
  return new Promise((fulfil, reject) => {
    const request = via.protocol === "https:" ? requestHttps({ ...options, ...ca }) : requestHttp(options);
    request.on("error", reject);
    request.on("connect", (reply: IncomingMessage, socket: Socket) => {
      if (reply.statusCode === 200) return fulfil(socket);
      socket.destroy();
      reject(new Error(`the proxy ${via.host} answered HTTP ${reply.statusCode} to CONNECT ${authority}`));
    });
    request.end();
  });
}

function proxyAddress(via: URL): { host: string; port: string } {
  return { host: via.hostname.replace(/^\[|\]$/g, ""), port: via.port || (via.protocol === "https:" ? "443" : "80") };
}

function proxyKey(via: URL): { "proxy-authorization"?: string } {
  if (via.username === "") return {};
  const pair = `${decodeURIComponent(via.username)}:${decodeURIComponent(via.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Without what the SDK adds about this machine (`x-stainless-…`): no server needs it, and we send no telemetry. */
function plainHeaders(given: RequestInit["headers"]): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  new Headers(given).forEach((value, name) => {
    if (!name.startsWith("x-stainless-")) headers[name] = value;
  });
  // Nothing here unpacks.
  headers["accept-encoding"] = "identity";
  return headers;
}

async function readAuthorities(file: string): Promise<readonly string[]> {
  try {
    // Naming any replaces those that node brings along, so they are named too.
    return [...rootCertificates, await readFile(file, "utf8")];
  } catch (cause) {
    throw modelUnconfigured(`Cannot read the certificates in "${file}": ${messageOf(cause)}`, "Correct models.caFile in the config.");
  }
}
