/**
 * A stream's facts and duration depend on the stream's own member, not on the member whose write
 * made the fact.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import type { Organization } from "../../../../core/organizations/organizations.schema.ts";
import { eventStream, type EventStream } from "../../../helpers/event-stream.ts";
import {
  boughtShipment,
  call,
  eventually,
  memberWithToken,
  parcel,
  station,
  type Station,
} from "../../../helpers/station.ts";

const after = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function strangersToken(s: Station): Promise<string> {
  const { id } = (await s.call<Organization>("POST", "/organizations", { name: "Başka" })).body
    .data;
  return (await s.call<{ token: string }>("POST", "/apitokens", { organizationID: id })).body.data
    .token;
}

/** @returns Whether the stream ended within `ms`. */
async function endsWithin(stream: EventStream, ms: number): Promise<boolean> {
  return Promise.race([stream.ended.then(() => true), after(ms).then(() => false)]);
}

describe("an event stream", () => {
  it("after writes by the window, a stream shows no facts of other organizations or, to a limitedAccessUser, of other members", async () => {
    const s = await station();
    const limited = memberWithToken(s, "limitedAccessUser");
    const theirs = await strangersToken(s);
    const [stranger, own] = [
      await eventStream(s.url, theirs),
      await eventStream(s.url, limited.token),
    ];
    const owners = await eventStream(s.url, s.started.token);
    for (let i = 0; i < 5; i++) await s.desk("POST", "/shipments", parcel());
    await boughtShipment(s); // The facts include the prices of others' labels.
    await eventually("the owner's facts", () =>
      owners.received.some((t) => t.event === "balance.changed"),
    );
    await after(300);
    expect(stranger.received).toEqual([]);
    expect(own.received).toEqual([]);
  });

  it("a revoked token's stream gets no fact of the window's next write", async () => {
    const s = await station();
    const made = (
      await s.desk<{ id: string; token: string }>("POST", "/apitokens", { name: "old" })
    ).data;
    const stream = await eventStream(s.url, made.token);
    await s.desk("DELETE", `/apitokens/${made.id}`);
    await s.desk("POST", "/shipments", parcel());
    expect(await endsWithin(stream, 1_000)).toBe(true);
    expect(stream.received).toEqual([]);
  });

  it(
    "a stream closes within a second when its token is revoked or its member is demoted or deactivated, without a new fact",
    { tags: "all" },
    async () => {
      const s = await station();
      const [admin, user] = [memberWithToken(s, "admin"), memberWithToken(s, "user")];
      const made = (
        await s.desk<{ id: string; token: string }>("POST", "/apitokens", { name: "old" })
      ).data;
      const streams = [
        await eventStream(s.url, made.token),
        await eventStream(s.url, admin.token),
        await eventStream(s.url, user.token),
      ];
      const stays = await eventStream(s.url, s.started.token);
      s.core.deps.db.raw.exec(
        "CREATE TEMP TRIGGER no_facts BEFORE INSERT ON outbox WHEN NEW.topic <> 'commit' BEGIN SELECT RAISE(ABORT, 'a fact was recorded'); END",
      );
      await s.desk("DELETE", `/apitokens/${made.id}`);
      await s.desk("PATCH", `/members/${admin.userID}`, { role: "limitedAccessUser" });
      await s.desk("PATCH", `/members/${user.userID}`, { isActive: false });
      expect(await Promise.all(streams.map((stream) => endsWithin(stream, 1_000)))).toEqual([
        true,
        true,
        true,
      ]);
      expect(await endsWithin(stays, 100)).toBe(false);
    },
  );

  it("a stream closes within a second after its token has expired", async () => {
    const s = await station();
    const { token } = (
      await s.desk<{ token: string }>("POST", "/apitokens", {
        expiresAt: "2026-11-21T10:00:00.000Z",
      })
    ).data;
    const stream = await eventStream(s.url, token);
    s.clock.nowMs = Date.parse("2026-11-21T10:00:01.000Z");
    expect(await endsWithin(stream, 1_000)).toBe(true);
  });

  it("a token may open eight streams and an organization thirty-two, and other organizations can still open streams", async () => {
    const s = await station();
    const tokens = [
      String(s.started.token),
      ...Array.from(
        { length: 4 },
        (_, i) => memberWithToken(s, "user", `user${i}@ornek.test`).token,
      ),
    ];
    const statuses: number[] = [];
    for (const token of tokens)
      for (let i = 0; i < 9; i++) statuses.push((await eventStream(s.url, token)).status);
    expect(statuses).toEqual([
      ...Array.from({ length: 4 }, () => [...Array.from({ length: 8 }, () => 200), 429]).flat(),
      ...Array.from({ length: 9 }, () => 429),
    ]);
    expect((await eventStream(s.url, await strangersToken(s))).status).toBe(200);
  });
});

it(
  "eight streams that read 15,000 old facts each never block the event loop for 250 ms, and each gets every fact in order",
  { tags: ["all", "alone"] },
  async () => {
    const s = await station();
    const others = Array.from({ length: 30_000 }, (_, i) => i);
    const { db } = s.core.deps;
    db.raw.transaction(() => {
      const insert = db.raw.prepare(
        "INSERT INTO outbox (id, hlc, organization_id, topic, subject_id, payload, created_at) VALUES (?, '', ?, 'test.fact', 's', ?, '2026-11-21T09:00:00.000Z')",
      );
      for (const i of others)
        insert.run(
          `f${i}`,
          i % 2 === 0 ? s.started.organizationID : "another",
          JSON.stringify({ i, text: "x".repeat(300) }),
        );
    })();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const streams = await Promise.all(
      Array.from({ length: 8 }, () =>
        eventStream(s.url, s.started.token, { query: "?lastEventID=1" }),
      ),
    );
    await eventually("all facts", () =>
      streams.every(
        (stream) =>
          stream.received.filter((t) => t.event === "test.fact").length === others.length / 2,
      ),
    );
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(250); // The clients run in this process too.
    const received = streams.map((stream) => stream.received.map((t) => Number(t.id)));
    expect(received.every((ids) => ids.every((id, n) => n === 0 || id > (ids[n - 1] ?? 0)))).toBe(
      true,
    );
  },
);

describe("HEAD", () => {
  it("HEAD is answered 404 on every path and runs no handler, so it opens no stream and moves no test shipment", async () => {
    const s = await station();
    const made = (
      await s.call<{ offers: { cheapest: { id: string } } }>(
        "POST",
        "/shipments",
        parcel({ test: true }),
      )
    ).body.data;
    const bought = (
      await s.call<{ shipment: { id: string } }>("POST", "/transactions", {
        offerID: made.offers.cheapest.id,
      })
    ).body.data;
    const head = (path: string): Promise<Response> =>
      fetch(`${s.url}${path}`, {
        method: "HEAD",
        headers: { authorization: `Bearer ${s.started.token}` },
      });
    const paths = [
      ...Array.from({ length: 64 }, () => "/events"),
      ...Array.from({ length: 3 }, () => `/shipments/${bought.shipment.id}`),
      "/shipments",
      "/cities?countryCode=TR",
      "/docs",
      "/openapi.json",
    ];
    const answers = await Promise.all(paths.map(head));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([404]));
    const stream = await eventStream(s.url, s.started.token);
    expect(stream.status).toBe(200);
    expect(
      (await s.desk<{ trackingStatus: unknown }>("GET", `/shipments/${bought.shipment.id}`)).data
        .trackingStatus,
    ).toBeNull();
  });
});

it("a ticket of the desk is rejected in a header over a socket, even if it was just issued, and inside the process after its use", async () => {
  const s = await station();
  // The ticket, intercepted when it is passed to inject().
  let ticket = "";
  let release = (): void => {};
  const inject = s.core.app.inject.bind(s.core.app);
  s.core.app.inject = (async (options: { headers: Record<string, string> }) => {
    ticket = options.headers["x-packbench-ticket"] ?? "";
    await new Promise<void>((done) => (release = done));
    return inject({ method: "GET", url: "/openapi.json", headers: { host: "127.0.0.1" } });
  }) as unknown as typeof s.core.app.inject;
  const shut = s.desk("GET", "/shipments");
  const open = await call(s.url, null, {
    method: "GET",
    path: "/shipments",
    headers: { "x-packbench-ticket": ticket },
  });
  release();
  await shut;
  const used = await inject({
    method: "GET",
    url: "/api/v1/shipments",
    headers: { host: "127.0.0.1", "x-packbench-ticket": ticket },
  });
  expect([ticket.length > 20, open.status, open.body.code, used.statusCode]).toEqual([
    true,
    401,
    "E2001",
    401,
  ]);
});
