/**
 * The limit of request bodies in progress counts each body once, from its headers until its answer
 * or the connection's end.
 */
import { once } from "node:events";
import { createServer, request, type ClientRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createBodyBudget, reserveBody } from "../../../core/http/body-budget.ts";
import type { Organization } from "../../../core/organizations/organizations.schema.ts";
import { call, eventually, station } from "../../helpers/station.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const LIMIT = 22 * MIB;

it("a body is counted once until it is answered, aborted, timed out, or its connection is lost while it is queued", async () => {
  const budget = createBodyBudget();
  const counted: number[] = [];
  const server = createServer(
    { requestTimeout: 400, headersTimeout: 400, connectionsCheckingInterval: 50 },
    (req, res) => {
      reserveBody(budget, "o", LIMIT, req, res);
      counted.push(budget.heldBytes());
      req.resume().on("error", () => {});
      if (req.url === "/answer") req.on("end", () => res.end("read"));
    },
  );
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = (path: string, length: number): ClientRequest =>
    request({ port, path, method: "POST", headers: { "content-length": length } }).on(
      "error",
      () => {},
    );
  const empty = (): Promise<true> => eventually("nothing held", () => budget.heldBytes() === 0);

  const [answer] = (await once(send("/answer", MIB).end(Buffer.alloc(MIB)), "response")) as [
    NodeJS.ReadableStream,
  ];
  answer.resume();
  await empty();

  const aborted = send("/", 2 * MIB);
  aborted.write("x");
  await eventually("the second", () => counted.length === 2);
  aborted.destroy();
  await empty();

  send("/", 3 * MIB).write("x"); // The rest of the body never arrives.
  await eventually("the third", () => counted.length === 3);
  await empty();

  const pipe = connect(port, "127.0.0.1").on("error", () => {});
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${100 * KIB}\r\n\r\n`;
  pipe.write(head + "x".repeat(100 * KIB) + head + "x");
  await eventually("both", () => counted.length === 5);
  pipe.destroy();
  await empty();

  expect(counted).toEqual([MIB, 2 * MIB, 3 * MIB, 100 * KIB, 200 * KIB]);
});

it("an organization may hold 48 MiB and all together 128 MiB, and bytes released twice count once", () => {
  const budget = createBodyBudget();
  const first = budget.take("a", 40 * MIB);
  expect(() => budget.take("a", 9 * MIB)).toThrow(
    expect.objectContaining({ code: "E2005", details: { retryAfter: 1 } }),
  );
  for (const organization of ["b", "c"]) budget.take(organization, 40 * MIB);
  expect(() => budget.take("d", 9 * MIB)).toThrow(expect.objectContaining({ code: "E2005" }));
  first();
  first();
  expect(budget.heldBytes()).toBe(80 * MIB);
  budget.take("a", 48 * MIB);
  expect(budget.heldBytes()).toBe(128 * MIB);
});

it(
  "half-sent uploads of one token beyond the limit are answered 429 unread, and other organizations' uploads are accepted",
  { tags: "all", timeout: 60_000 },
  async () => {
    const s = await station({ settings: { rateLimit: null } });
    const { id } = (await s.call<Organization>("POST", "/organizations", { name: "Başka" })).body
      .data;
    const { token } = (
      await s.call<{ token: string }>("POST", "/apitokens", { organizationID: id })
    ).body.data;
    const tiny = { fileName: "a.csv", content: Buffer.alloc(MIB, ";").toString("base64") };
    // Makes the thread that reads files allocate its memory before the measurement.
    await call(s.url, token, { method: "POST", path: "/station/imports", body: tiny });
    const half = Buffer.alloc(10_000_000, "A");
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const answers: string[] = [];
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(new URL(s.url).port), "127.0.0.1", () => {
        socket.write(
          `POST /api/v1/station/imports HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${s.started.token}\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n{"fileName":"a.csv","content":"`,
        );
        socket.write(half);
      });
      return socket.on("data", (data) => answers.push(data.toString())).on("error", () => {});
    });
    try {
      await eventually("the refused", () => answers.length >= 38);
      await eventually("what was sent", () =>
        sockets.every((socket) => socket.writableLength === 0),
      );
      const theirs = await call(s.url, token, {
        method: "POST",
        path: "/station/imports",
        body: tiny,
      });
      const small = await s.call("POST", "/parceltemplates", { name: "small" });
      expect([theirs.body.code, small.status]).toEqual(["E2029", 201]);
      expect(answers.length).toBe(38);
      for (const answer of answers)
        expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1\r\n[^]*"code":"E2005"/i);
      expect(peak - before).toBeLessThan((40 * half.length) / 2);
    } finally {
      clearInterval(watch);
      for (const socket of sockets) socket.destroy();
    }
    const content = Buffer.alloc(16 * MIB, ";").toString("base64");
    const after = await eventually("room again", async () => {
      const answer = await s.call("POST", "/station/imports", { fileName: "a.csv", content });
      return answer.status !== 429 && answer;
    });
    expect(after.body.code).toBe("E2029");
  },
);
