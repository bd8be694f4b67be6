import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { createServer as createHttp, type IncomingMessage, request } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { replyBytes, scriptedProvider } from "../helpers/scripted-provider.ts";
import { bench, outcomeOf, temporaryFolder, textOf } from "./fixture.ts";

const hasOpenssl = (() => {
  try {
    return execFileSync("openssl", ["version"]).length > 0;
  } catch {
    return false;
  }
})();

it.skipIf(!hasOpenssl)("trusts an authority of one's own by caFile, and says so where it is missing (needs openssl)", async () => {
  const root = await temporaryFolder();
  const url = await secureServer(root);
  const stranger = await bench([], { env: { LLM_BASE_URL: url } });
  const outcome = await outcomeOf(stranger.model);
  expect(outcome).toMatchObject({ code: "MODEL_FAILED", hint: expect.stringContaining("models.caFile") });
  expect(outcome.message).toContain("certificate is not trusted");
  expect(stranger.sleeps).toEqual([]);

  const friend = await bench([], { env: { LLM_BASE_URL: url }, root, settings: { caFile: "cert.pem" } });
  expect(await textOf(friend.model)).toBe("Yes.");
  const missing = await bench([], { env: { LLM_BASE_URL: url }, root, settings: { caFile: "none.pem" } });
  expect(await outcomeOf(missing.model)).toMatchObject({ code: "MODEL_UNCONFIGURED" });
});

it("goes through a proxy, with its password, which is not shown", async () => {
  const seen: (string | undefined)[] = [];
  const proxy = await proxyServer(seen);
  const { model, provider } = await bench([{ content: "Yes." }], { settings: { proxy: `http://user:pass%20word@${proxy}` } });
  expect(await textOf(model)).toBe("Yes.");
  expect(provider.requests[0]?.path).toBe("/v1/chat/completions");
  expect(seen).toEqual([`POST ${provider.url}/chat/completions Basic ${Buffer.from("user:pass word").toString("base64")}`]);
  expect(provider.requests[0]?.headers["proxy-authorization"]).toBeUndefined();
});

it.skipIf(!hasOpenssl)("goes through a proxy to an encrypted server by CONNECT (needs openssl)", async () => {
  const root = await temporaryFolder();
  const url = await secureServer(root);
  const seen: (string | undefined)[] = [];
  const proxy = await proxyServer(seen);
  const { model } = await bench([], { env: { LLM_BASE_URL: url }, root, settings: { caFile: "cert.pem", proxy: `http://${proxy}` } });
  expect(await textOf(model)).toBe("Yes.");
  expect(seen).toEqual([`CONNECT ${new URL(url).host} undefined`]);
});

it("names a proxy that refuses", async () => {
  const refusing = createHttp().on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
  const port = await listen(refusing);
  const { model } = await bench([], {
    env: { LLM_BASE_URL: "https://models.example/v1" },
    settings: { proxy: `http://127.0.0.1:${port}`, retries: { attempts: 1 } },
  });
  expect((await outcomeOf(model)).message).toContain(`the proxy 127.0.0.1:${port} answered HTTP 407 to CONNECT models.example:443`);
});

it("uses one connection for calls that follow one another", async () => {
  const provider = await scriptedProvider([{ content: "Yes." }]);
  onTestFinished(() => provider.close());
  const ports = new Set<number | undefined>();
  const gate = createHttp((incoming, response) => {
    ports.add(incoming.socket.remotePort);
    forward(incoming, `${provider.url}/chat/completions`, response);
  });
  const port = await listen(gate);
  const { model } = await bench([], { env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1` } });
  for (let i = 0; i < 4; i++) expect(await textOf(model)).toBe("Yes.");
  expect(ports.size).toBe(1);
});

async function secureServer(root: string): Promise<string> {
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const files = ["-keyout", join(root, "key.pem"), "-out", join(root, "cert.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", ...names, ...files],
    {
      stdio: "ignore",
    },
  );
  const [key, cert] = [readFileSync(join(root, "key.pem")), readFileSync(join(root, "cert.pem"))];
  const server = createHttps({ key, cert }, (incoming, response) => {
    incoming.resume();
    response.writeHead(200, { "content-type": "text/event-stream" }).end(replyBytes({ content: "Yes." }));
  });
  return `https://127.0.0.1:${await listen(server)}/v1`;
}

async function proxyServer(seen: (string | undefined)[]): Promise<string> {
  const note = ({ method, url, headers }: IncomingMessage) => seen.push(`${method} ${url} ${headers["proxy-authorization"]}`);
  const proxy = createHttp((incoming, response) => {
    note(incoming);
    forward(incoming, incoming.url ?? "", response);
  });
  proxy.on("connect", (incoming: IncomingMessage, socket: Socket) => {
    note(incoming);
    const [host, port] = (incoming.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) end.on("error", () => undefined);
  });
  return `127.0.0.1:${await listen(proxy)}`;
}

function forward(incoming: IncomingMessage, url: string, response: import("node:http").ServerResponse): void {
  const { "proxy-authorization": _, ...headers } = incoming.headers;
  incoming.pipe(
    request(url, { method: incoming.method ?? "GET", headers }, (reply) =>
      reply.pipe(response.writeHead(reply.statusCode ?? 0, reply.headers)),
    ),
  );
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
