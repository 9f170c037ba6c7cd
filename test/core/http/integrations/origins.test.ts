import { describe, expect, it } from "vitest";
import { change, eventually, station, type Station } from "../../../helpers/station.ts";

type Pairings = { questions: { id: string; origin: string }[]; allowedOrigins: string[] };

const PAGE = "https://shop.example";
const cors = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

function preflight(
  s: Station,
  origin: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${s.url}/shipments`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
      ...headers,
    },
  });
}

async function allow(s: Station, origin: string): Promise<void> {
  await preflight(s, origin);
  const { data } = await s.desk<Pairings>("GET", "/station/pairings");
  await s.desk(
    "POST",
    `/station/pairings/${data.questions.find((q) => q.origin === origin)?.id}/answer`,
    { allow: true },
  );
}

describe("a web page", () => {
  it("a page's preflight and request get E2040 and no CORS header until the page is allowed", async () => {
    const s = await station();
    const answers = [
      await preflight(s, PAGE),
      await fetch(`${s.url}/shipments`, {
        headers: { origin: PAGE, authorization: `Bearer ${s.started.token}` },
      }),
      await fetch(`${s.url}/cities`, { headers: { origin: "null" } }),
    ];
    const answered = await Promise.all(
      answers.map(async (a) => [
        a.status,
        ((await a.json()) as { code: string }).code,
        cors(a.headers),
        a.headers.get("vary"),
      ]),
    );
    expect(answered).toEqual(answers.map(() => [403, "E2040", [], "Origin"]));
  });

  it("a calling page is shown at the desk once, and when it is allowed its answers have the headers browsers require", async () => {
    const s = await station();
    const topics: string[] = [];
    s.core.onFact((fact) => topics.push(fact.topic));
    await preflight(s, PAGE);
    await preflight(s, PAGE);
    const { data } = await s.desk<Pairings>("GET", "/station/pairings");
    expect({
      topics,
      origins: data.questions.map((q) => q.origin),
      allowed: data.allowedOrigins,
    }).toEqual({ topics: ["pairing.asked"], origins: [PAGE], allowed: [] });
    const answered = await s.desk<Pairings>(
      "POST",
      `/station/pairings/${data.questions[0]?.id}/answer`,
      { allow: true },
    );
    expect(answered.data).toEqual({ questions: [], allowedOrigins: [PAGE] });

    const asked = await preflight(s, PAGE, { "access-control-request-private-network": "true" });
    expect({
      status: asked.status,
      headers: Object.fromEntries(
        [...asked.headers].filter(
          ([name]) => name.startsWith("access-control-") || name === "vary",
        ),
      ),
    }).toEqual({
      status: 204,
      headers: {
        "access-control-allow-origin": PAGE,
        "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
        "access-control-allow-headers":
          "Authorization, Content-Type, Idempotency-Key, Last-Event-ID",
        "access-control-allow-private-network": "true",
        "access-control-expose-headers": "X-Request-Id, Retry-After, Idempotent-Replayed",
        "access-control-max-age": "600",
        vary: "Origin",
      },
    });
    const answer = await s.call("GET", "/shipments", undefined, { origin: PAGE });
    const failure = await s.call("GET", "/nowhere", undefined, { origin: PAGE });
    expect(
      [answer, failure].map((a) => [
        a.status,
        a.headers.get("access-control-allow-origin"),
        a.headers.get("access-control-expose-headers"),
      ]),
    ).toEqual(
      [200, 404].map((status) => [status, PAGE, "X-Request-Id, Retry-After, Idempotent-Replayed"]),
    );
    expect((await preflight(s, `${PAGE}:8443`)).status).toBe(403);
    expect((await preflight(s, "http://shop.example")).status).toBe(403);
  });

  it("revoking ends a page's permission, and only the right role can revoke it", async () => {
    const s = await station();
    await allow(s, PAGE);
    await allow(s, "https://other.example");
    change(s, "UPDATE members SET role = 'user'");
    expect((await s.call("DELETE", "/station/origins")).body.code).toBe("E1055");
    change(s, "UPDATE members SET role = 'owner'");
    expect(
      (await s.call<Pairings>("DELETE", `/station/origins?origin=${encodeURIComponent(PAGE)}`)).body
        .data.allowedOrigins,
    ).toEqual(["https://other.example"]);
    expect((await preflight(s, PAGE)).status).toBe(403);
    expect((await s.call<Pairings>("DELETE", "/station/origins")).body.data.allowedOrigins).toEqual(
      [],
    );
  });

  it("a page with a revoked permission is shown again at its next call with a token, because its browser still caches the preflight and sends no other", async () => {
    const s = await station();
    await allow(s, PAGE);
    await s.desk("DELETE", `/station/origins?origin=${encodeURIComponent(PAGE)}`);
    const asked = async (): Promise<string[]> =>
      (await s.desk<Pairings>("GET", "/station/pairings")).data.questions.map((q) => q.origin);
    await fetch(`${s.url}/cities`, { headers: { origin: PAGE } });
    expect(await asked()).toEqual([]);
    expect((await s.call("GET", "/shipments", undefined, { origin: PAGE })).body.code).toBe(
      "E2040",
    );
    expect(await asked()).toEqual([PAGE]);
  });

  it("a rejected page is not shown again for ten minutes, the last ten requests are shown, and a request expires after ten minutes", async () => {
    const s = await station();
    await preflight(s, PAGE);
    const { data } = await s.desk<Pairings>("GET", "/station/pairings");
    const id = data.questions[0]?.id;
    await s.desk("POST", `/station/pairings/${id}/answer`, { allow: false });
    for (let i = 0; i < 12; i++) await preflight(s, `https://page${i}.example`);
    for (const origin of [PAGE, "null", "https://shop.example/path"]) await preflight(s, origin);
    const asked = (await s.desk<Pairings>("GET", "/station/pairings")).data;
    expect(asked.questions.map((q) => q.origin)).toEqual(
      Array.from({ length: 10 }, (_, i) => `https://page${i + 2}.example`),
    );
    expect((await s.desk("POST", `/station/pairings/${id}/answer`, { allow: true })).code).toBe(
      "E2041",
    );
    s.clock.nowMs += 10 * 60_000;
    expect((await s.desk<Pairings>("GET", "/station/pairings")).data).toEqual({
      questions: [],
      allowedOrigins: [],
    });
    await preflight(s, PAGE);
    await eventually(
      "the question",
      async () => (await s.desk<Pairings>("GET", "/station/pairings")).data.questions.length === 1,
    );
  });

  it("a page that calls after ten other pages is still shown", async () => {
    const s = await station();
    for (let i = 0; i < 10; i++)
      expect((await preflight(s, `https://ad${i}.example`)).status).toBe(403);
    await preflight(s, PAGE);
    expect(
      (await s.desk<Pairings>("GET", "/station/pairings")).data.questions.map((q) => q.origin),
    ).toContain(PAGE);
  });

  it("calls under a thousand names record at most 31 requests", { tags: "all" }, async () => {
    const s = await station();
    const topics: string[] = [];
    s.core.onFact((fact) => topics.push(fact.topic));
    for (let i = 0; i < 1_000; i++) await preflight(s, `https://name${i}.example`);
    expect(topics.length).toBeLessThanOrEqual(31);
  });

  it("the station's own pages and programs that are not pages need no permission", async () => {
    const s = await station();
    const own = new URL(s.url).origin;
    const answers = [
      await s.call("GET", "/shipments", undefined, { origin: own }),
      await s.call("GET", "/shipments"),
    ];
    expect(answers.map((a) => [a.status, cors(a.headers)])).toEqual([
      [200, []],
      [200, []],
    ]);
    expect(
      (
        await s.call("GET", "/shipments", undefined, {
          origin: own.replace("127.0.0.1", "localhost"),
        })
      ).status,
    ).toBe(403);
  });
});
