import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { API_PREFIX } from "../../../core/http/api-prefix.ts";
import { call, parcel, station } from "../../helpers/station.ts";

describe("the HTTP server", () => {
  it("the server answers E2001 without a token, with a wrong token, or with a header that claims to be the desk", async () => {
    const s = await station();
    const answers = await Promise.all([
      call(s.url, null, { method: "GET", path: "/shipments" }),
      call(s.url, "pb_wrong", { method: "GET", path: "/shipments" }),
      call(s.url, null, {
        method: "GET",
        path: "/shipments",
        headers: { "x-member-id": s.started.memberID },
      }),
    ]);
    expect(answers.map((a) => [a.status, a.body.code, a.body["result"]])).toEqual(
      [1, 2, 3].map(() => [401, "E2001", false]),
    );
  });

  it("cities and districts are served without a token", async () => {
    const s = await station();
    const cities = await call<{ name: string; cityCode: string }[]>(s.url, null, {
      method: "GET",
      path: "/cities?countryCode=TR",
    });
    const one = await call<{ name: string }>(s.url, null, {
      method: "GET",
      path: "/cities?countryCode=TR&cityCode=6",
    });
    const districts = await call<unknown[]>(s.url, null, {
      method: "GET",
      path: "/districts?countryCode=TR&cityCode=34",
    });
    expect(cities.body.data.slice(0, 7).map((c) => c.cityCode)).toEqual([
      "34",
      "06",
      "35",
      "16",
      "07",
      "01",
      "02",
    ]);
    expect([
      cities.body["totalRows"],
      cities.body["limit"],
      one.body.data.name,
      "limit" in one.body,
      districts.body.data.length,
    ]).toEqual([81, 81, "Ankara", false, 39]);
  });

  it("a request whose Host is not a name of the server is answered 403", async () => {
    const s = await station();
    const { port } = new URL(s.url);
    const status = await new Promise((done, failed) => {
      request(
        {
          host: "127.0.0.1",
          port,
          path: `${API_PREFIX}/cities`,
          headers: { host: "evil.example" },
        },
        (r) => done(r.resume().statusCode),
      )
        .on("error", failed)
        .end();
    });
    expect(status).toBe(403);
  });

  it.each([
    ["/shipments", "{bad", "application/json", 400, "E1054"],
    ["/transactions", "{bad", "application/json", 400, "E1085"],
    ["/shipments", "[]", "application/json", 400, "E1054"],
    ["/shipments", '"text"', "application/json", 400, "E1054"],
    ["/shipments", "null", "application/json", 400, "E1129"],
    ["/shipments", "a=b", "application/x-www-form-urlencoded", 415, "E2004"],
    ["/shipments", "<a/>", "application/xml", 415, "E2004"],
    ["/nowhere", "{}", "application/json", 404, "E2002"],
    ["/shipments", '{"__proto__":{"test":true}}', "application/json", 400, "E1054"],
  ])("POST %s with %j as %s is answered by %i %s", async (path, body, type, status, code) => {
    const s = await station();
    const answer = await s.call("POST", path, body, { "content-type": type });
    expect([answer.status, answer.body.code, answer.body["result"]]).toEqual([status, code, false]);
  });

  it("a request without a host is answered 403 E2006", async () => {
    const s = await station();
    const socket = connect(Number(new URL(s.url).port), "127.0.0.1");
    socket.end(`GET ${API_PREFIX}/cities HTTP/1.1\r\nConnection: close\r\n\r\n`);
    const answer = (await socket.setEncoding("utf8").toArray()).join("");
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('"code":"E2006"');
  });

  it("a body above 1 MiB is answered 413", async () => {
    const s = await station();
    const answer = await s.call("POST", "/shipments", {
      ...parcel(),
      notes: "x".repeat(1024 * 1024),
    });
    expect([answer.status, answer.body.code]).toEqual([413, "E2003"]);
  });

  it("an empty body is accepted, whether its content type is JSON or text", async () => {
    const s = await station();
    const answers = await Promise.all(
      ["application/json", "text/plain"].map((type) =>
        s.call("POST", "/parceltemplates", undefined, { "content-type": type }),
      ),
    );
    expect(answers.map((a) => a.status)).toEqual([201, 201]);
  });

  it("every call's answer has a separate X-Request-Id", async () => {
    const s = await station();
    const ids = await Promise.all([
      s.call("GET", "/shipments"),
      s.call("GET", "/nowhere"),
      s.call("POST", "/shipments", "{bad"),
    ]);
    expect(
      new Set(ids.map((a) => a.headers.get("x-request-id")).filter((id) => id !== null)).size,
    ).toBe(3);
  });

  it("a bug's message is never returned, and its log line has the whole error under the answer's traceId", async () => {
    const lines: Record<string, unknown>[] = [];
    const line = (fields: Record<string, unknown>): void => void lines.push(fields);
    const s = await station({ log: { info: line, warn: line, error: line } });
    s.core.deps.db.raw.exec("ALTER TABLE orders RENAME TO orders_gone");
    const answer = await s.call("POST", "/shipments", parcel({ order: { orderNumber: "1" } }));
    expect([answer.status, answer.body.code, typeof answer.body["traceId"]]).toEqual([
      500,
      "E2000",
      "string",
    ]);
    expect(JSON.stringify(answer.body)).not.toContain("orders");
    const { err } = lines.find((fields) => fields["traceId"] === answer.body["traceId"]) ?? {};
    expect([
      err instanceof Error,
      String((err as Error).message),
      String((err as Error).stack),
    ]).toEqual([true, "no such table: orders", expect.stringContaining("orders.store.ts")]);
  });

  it("an unknown id, UUID or not, is answered by a 404 of its kind", async () => {
    const s = await station();
    const codes = await Promise.all(
      [
        "/shipments/x",
        "/shipments/00000000-0000-4000-8000-000000000000",
        "/addresses/x",
        "/parceltemplates/x",
        "/organizations/x",
        "/members/x",
        "/districts/x",
        "/districts/999999999",
      ].map((path) => s.call("GET", path)),
    );
    expect(codes.map((a) => [a.status, a.body.code])).toEqual([
      [404, "E1051"],
      [404, "E1051"],
      [404, "E2010"],
      [404, "E2012"],
      [404, "E1053"],
      [404, "E2015"],
      [404, "E2014"],
      [404, "E2014"],
    ]);
  });
});
