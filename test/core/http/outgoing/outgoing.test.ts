import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { instant } from "../../../../core/base/units.ts";
import { makeAuthority, makeCertificate } from "../../../../core/base/own-certificates.ts";
import { createOutgoing } from "../../../../core/http/outgoing/create-outgoing.ts";
import type { OutgoingAnswer, OutgoingRequest } from "../../../../core/http/outgoing/outgoing.ts";

const NEVER = new AbortController().signal;
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const http = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createHttpServer(listener))}`;

const OPEN = { plain: true, loopback: true, private: true };
const outgoingWith = (targets: unknown, origin = "http://127.0.0.1:4747") =>
  createOutgoing({
    settings: {
      read: (key) => (key === "carrierTargets" ? targets : undefined),
      follow: () => {},
      write: () => {},
      writeAll: () => {},
    },
    origin: () => origin,
    now: () => instant("2026-11-30T10:00:00.000Z"),
  });
const requestTo = (url: string, change: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  accountID: "a",
  operation: "ask",
  method: "POST",
  url,
  body: "<x/>",
  secrets: [],
  timeoutMs: 2_000,
  ...change,
});
const call = (
  url: string,
  change: Partial<OutgoingRequest> = {},
  targets: unknown = OPEN,
): Promise<OutgoingAnswer> => outgoingWith(targets).call(requestTo(url, change), NEVER);

describe("a call to a carrier", () => {
  it("returns the status, headers and body of a whole answer, decoded by its charset", async () => {
    const url = await http((request, response) => {
      response.writeHead(request.method === "POST" ? 500 : 400, {
        "content-type": "text/xml; charset=windows-1254",
      });
      response.end(Buffer.from([0xde, 0xfd])); // Şı
    });
    expect(await call(url)).toMatchObject({
      result: "answered",
      status: 500,
      headers: { "content-type": "text/xml; charset=windows-1254" },
      body: "Şı",
    });
  });

  it("is unsent when the address is refused, unknown, forbidden, or not allowed by the settings", async () => {
    const closed = createTcpServer();
    const port = await portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    const causes = [
      await call(`http://127.0.0.1:${port}/`),
      await call("https://no-such-carrier.invalid/"),
      await call("http://user:word@127.0.0.1/"),
      await call("ftp://127.0.0.1/"),
      await call("https://169.254.169.254/"),
      await call("http://127.0.0.1:4747/"),
      await call("http://127.0.0.1:9100/"),
      await call("http://127.0.0.1/", { body: "x".repeat(2_100_000) }),
      await call("http://carrier.example/", {}, {}),
      await call("http://127.0.0.1/", {}, { private: true }),
      await call("https://localhost/", {}, {}),
      await call("https://10.0.0.5/", {}, { loopback: true, plain: true }),
    ].map((answer) => [answer.result, "cause" in answer ? answer.cause : ""]);
    expect(causes).toEqual(
      [
        "No program answers at this address (ECONNREFUSED).",
        expect.stringMatching(/\((ENOTFOUND|EAI_AGAIN)\)\.$/),
        "This address may not be called: it holds a user name or password.",
        "This address may not be called: it is not an http:// or https:// address.",
        "This address may not be called: the address is not a public one.",
        "This address may not be called: its port is this station's own.",
        expect.stringContaining("its port is a printer's"),
        "The request is larger than 2 MB.",
        expect.stringContaining("no address without TLS"),
        expect.stringContaining("no address without TLS"),
        "This address may not be called: this station's settings allow no loopback address.",
        expect.stringContaining("no address of a private network"),
      ].map((cause) => ["unsent", cause]),
    );
  });

  it("is unsent when the certificate is of an unknown authority, and the server gets no byte of the request", async () => {
    const now = new Date();
    const authority = await makeAuthority("Somebody", now);
    const certificate = await makeCertificate(authority, ["localhost"], now);
    let requests = 0;
    const port = await portOf(
      createTlsServer(certificate, (_request, response) => {
        requests += 1;
        response.end();
      }),
    );
    expect(await call(`https://localhost:${port}/`)).toMatchObject({
      result: "unsent",
      cause: expect.stringMatching(
        /^The certificate of the server is not valid \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\), so nothing was sent\./,
      ) as string,
    });
    expect(requests).toBe(0);
  });

  it("is unsent when the server accepts the connection but not TLS within the time limit", async () => {
    const port = await portOf(createTcpServer(() => {}));
    expect(await call(`https://127.0.0.1:${port}/`, { timeoutMs: 300 })).toEqual({
      result: "unsent",
      cause: "The server did not answer within 0.3 seconds.",
    });
  });

  it.each<[string, RequestListener]>([
    ["before an answer", (request) => void request.socket.destroy()],
    [
      "in the answer",
      (request) => {
        request.socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
      },
    ],
    ["after the time limit", () => {}],
    ["after 8 MB", (_request, response) => void response.end(Buffer.alloc(9_000_000, 32))],
    [
      "after 8 MB that arrive compressed to a thousandth",
      (_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" });
        response.end(gzipSync(Buffer.alloc(60_000_000)));
      },
    ],
  ])("is unknown when the answer ends %s", async (_when, listener) => {
    const url = await http((request, response) => {
      request.resume().on("end", () => listener(request, response));
    });
    expect(await call(url, { timeoutMs: 700 })).toMatchObject({ result: "unknown" });
  });

  it("follows no redirect, which counts as an answer", async () => {
    const seen: (string | undefined)[] = [];
    const url = await http((request, response) => {
      seen.push(request.url);
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(await call(`${url}/here`)).toMatchObject({ result: "answered", status: 307 });
    expect(seen).toEqual(["/here"]);
  });
});

describe("the list of calls", () => {
  const SECRET = `pa<s&"s' ş1`;

  it("has the last fifty calls of an account, newest first, with their host, status or cause, and time", async () => {
    const outgoing = outgoingWith(OPEN);
    for (let n = 0; n < 52; n += 1)
      await outgoing.call(requestTo("ftp://x/", { operation: `ask ${n}` }), NEVER);
    const url = await http((_request, response) => void response.end("<ok/>"));
    await outgoing.call(requestTo(`${url}/path`), NEVER);
    const calls = outgoing.listCalls("a");
    expect([calls.length, calls[49]?.operation, outgoing.listCalls("b")]).toEqual([
      50,
      "ask 3",
      [],
    ]);
    expect(calls[0]).toEqual({
      at: "2026-11-30T10:00:00.000Z",
      operation: "ask",
      host: new URL(url).host,
      status: 200,
      cause: "",
      durationMs: expect.any(Number) as number,
      request: "POST /path\n\n<x/>",
      answer: expect.stringMatching(/^HTTP 200\n[\s\S]*\n\n<ok\/>$/) as string,
    });
    expect(calls[1]).toMatchObject({
      status: null,
      cause: expect.stringContaining("http:// or") as string,
    });
  });

  it("has no secret in any form, short phones and addresses, and keeps fields that are named as shown", async () => {
    const outgoing = outgoingWith(OPEN);
    const url = await http((request, response) => {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (part: string) => (body += part));
      request.on("end", () => {
        response.setHeader("set-cookie", "sid=abcdef");
        response.end(`You sent ${body}`);
      });
    });
    const xml = SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const forms = [
      SECRET,
      xml,
      xml.replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
      JSON.stringify(SECRET).slice(1, -1),
      encodeURIComponent(SECRET),
      Buffer.from(`packbench:${SECRET}`).toString("base64"),
    ];
    const others =
      `<q:wsPassword a="1">other-1</q:wsPassword><token><![CDATA[other-2]]></token>` +
      `{"apiKey": "other-3", "clientSecret":"other-4"} secret="other-5" <cargoKey>PB1</cargoKey>` +
      `<receiverPhone1>5321112233</receiverPhone1> "gsm":"5324445566" ayse.kaya@ornek.com`;
    await outgoing.call(
      requestTo(`${url}/?token=other-6`, {
        headers: { authorization: "Basic other-7", "X-Auth-Token": "other-8" },
        body: `${forms.join(" ")} ${others}`,
        secrets: ["packbench", SECRET],
        shownFields: ["cargoKey"],
      }),
      NEVER,
    );
    const [noted] = outgoing.listCalls("a");
    const text = `${noted?.request}\n${noted?.answer}`;
    const hidden = [...forms, "other-", "abcdef", "532111", "532444", "ayse.kaya"];
    expect(hidden.filter((form) => text.includes(form))).toEqual([]);
    expect(text).toContain("<cargoKey>PB1</cargoKey><receiverPhone1>***33</receiverPhone1>");
    expect(text).toContain("a***@ornek.com");
  });
});
