/**
 * A proxy in front of a server of the interface, which makes answers fail as networks and servers
 * do. Real sockets on both sides.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `cut before`: the request is dropped. `cut in`: half of the answer is sent. `cut after`: the work
 * is done and no answer is sent. `late`: the answer comes after `LATE_MS`. `slow`: in small parts.
 * `html`: a page with the status 200. `redirect`: to another host. `throttled`, `busy`, `refused`:
 * the statuses 429, 503 and 422; `revoked`, `gone`: 401 and 404; `timed out`, `in progress`: 408 and
 * 409 with a code of another kind. With these nothing is done.
 */
export type ProxyFault =
  | "none"
  | "cut before"
  | "cut in"
  | "cut after"
  | "late"
  | "slow"
  | "twice"
  | "garbage"
  | "html"
  | "redirect"
  | "throttled"
  | "busy"
  | "refused"
  | "revoked"
  | "gone"
  | "timed out"
  | "in progress";

const LATE_MS = 400;

export type ProxiedRequest = { readonly method: string; readonly path: string };

export type FaultProxy = {
  readonly url: string;
  /** Requests, in order. */
  readonly seen: readonly ProxiedRequest[];
  /** Chooses the fault of each request. */
  faultOf: (asked: ProxiedRequest) => ProxyFault;
  /** Changes the whole answer to a request; the usual one leaves it. */
  rewrite: (asked: ProxiedRequest, body: string) => string;
  close(): Promise<void>;
};

type Whole = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  body: Buffer;
};

/** Starts the proxy. @param target Address of the server with its version, like a station's `url`. */
export async function startFaultProxy(target: () => string): Promise<FaultProxy> {
  const seen: ProxiedRequest[] = [];
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy());
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = { method: incoming.method ?? "", path: incoming.url ?? "" };
    seen.push(asked);
    const body = await readAll(incoming);
    const fault = proxy.faultOf(asked);
    if (fault === "cut before") return void response.destroy();
    const made = MADE_UP[fault];
    if (made !== undefined) {
      response.writeHead(made.status, { "content-type": made.type, ...made.headers });
      return void response.end(made.body);
    }
    const whole = await forward(target(), incoming, body);
    const changed = proxy.rewrite(asked, whole.body.toString());
    if (changed !== whole.body.toString()) whole.body = Buffer.from(changed);
    await send(response, whole, fault);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}/api/v1`,
    seen,
    faultOf: () => "none",
    rewrite: (_asked, body) => body,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

const failure = (code: string, message: string): string =>
  JSON.stringify({ result: false, code, errorCode: code, message });

const MADE_UP: Partial<
  Record<
    ProxyFault,
    {
      readonly status: number;
      readonly type: string;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  >
> = {
  garbage: { status: 200, type: "application/json", body: '{"result": tr' },
  html: { status: 200, type: "text/html", body: "<!doctype html><title>Bakım</title>" },
  redirect: {
    status: 302,
    type: "text/plain",
    body: "",
    headers: { location: "https://elsewhere.invalid/api/v1/" },
  },
  throttled: {
    status: 429,
    type: "application/json",
    body: failure("E2005", "Too many requests."),
    headers: { "retry-after": "1" },
  },
  busy: { status: 503, type: "application/json", body: failure("E2000", "Busy.") },
  refused: { status: 422, type: "application/json", body: failure("E1999", "Kabul edilmedi") },
  gone: { status: 404, type: "application/json", body: failure("E1051", "Not found.") },
  "timed out": { status: 408, type: "application/json", body: failure("", "Timed out.") },
  "in progress": {
    status: 409,
    type: "application/json",
    body: failure("IN_PROGRESS", "A request with this key runs."),
  },
  revoked: { status: 401, type: "application/json", body: failure("E2001", "Unknown token.") },
};

async function readAll(incoming: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts);
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Whole> {
  const { promise, resolve, reject } = Promise.withResolvers<Whole>();
  const { hostname, port } = new URL(target);
  const outgoing = request(
    {
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      // The host stays the proxy's, so that links in answers lead through it.
      headers: { ...incoming.headers, connection: "close" },
    },
    (answered) => {
      readAll(answered).then(
        (whole) =>
          resolve({
            status: answered.statusCode ?? 502,
            headers: answered.headers,
            body: whole,
          }),
        reject,
      );
    },
  );
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}

async function send(
  response: ServerResponse,
  { status, headers, body }: Whole,
  fault: ProxyFault,
): Promise<void> {
  if (fault === "cut after") return void response.destroy();
  if (fault === "late") await new Promise((done) => setTimeout(done, LATE_MS));
  const { "transfer-encoding": _, ...kept } = headers;
  response.writeHead(status, { ...kept, "content-length": String(body.length) });
  if (fault === "cut in") {
    response.write(body.subarray(0, Math.floor(body.length / 2)));
    return void setTimeout(() => response.destroy(), 5);
  }
  if (fault === "slow") {
    const step = Math.ceil(body.length / 5) || 1;
    for (let at = 0; at < body.length; at += step) {
      response.write(body.subarray(at, at + step));
      await new Promise((done) => setTimeout(done, 10));
    }
    return void response.end();
  }
  response.end(body);
}
