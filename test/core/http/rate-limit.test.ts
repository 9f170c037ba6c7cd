import { describe, expect, it } from "vitest";
import { call, station, type Answer, type Station } from "../../helpers/station.ts";

/** A stopped clock: no allowance refills while the calls are made. */
function standing(): { nowMs: number; now: () => never } {
  const clock = {
    nowMs: Date.parse("2026-11-21T09:00:00.000Z"),
    now: () => new Date(clock.nowMs).toISOString() as never,
  };
  return clock;
}

const many = (s: Station, n: number): Promise<Answer[]> =>
  Promise.all(Array.from({ length: n }, () => s.call("GET", "/parceltemplates")));
const statuses = (answers: readonly Answer[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(answers.map((a) => a.status))].map((status) => [
      status,
      answers.filter((a) => a.status === status).length,
    ]),
  );

describe("the rate limit", () => {
  it("a token may call 600 times at once, then gets E2005 with whole seconds to wait, then 200 calls a second", async () => {
    const clock = standing();
    const s = await station({ world: { now: clock.now } });
    expect(statuses(await many(s, 600))).toEqual({ 200: 600 });
    const over = await s.call("GET", "/parceltemplates");
    expect([over.status, over.body.code, over.headers.get("retry-after")]).toEqual([
      429,
      "E2005",
      "1",
    ]);
    clock.nowMs += 1_000;
    expect(statuses(await many(s, 210))).toEqual({ 200: 200, 429: 10 });
  });

  it("the limit applies per token, and not to the window", async () => {
    const clock = standing();
    const s = await station({
      settings: { rateLimit: { perSecond: 0.1, burst: 2 } },
      world: { now: clock.now },
    });
    expect(statuses(await many(s, 3))).toEqual({ 200: 2, 429: 1 });
    expect((await s.call("GET", "/parceltemplates")).headers.get("retry-after")).toBe("10");
    const other = (await s.desk<{ token: string }>("POST", "/apitokens", { name: "other" })).data
      .token;
    expect((await call(s.url, other, { method: "GET", path: "/parceltemplates" })).status).toBe(
      200,
    );
    const desk = await Promise.all([1, 2, 3, 4].map(() => s.desk("GET", "/parceltemplates")));
    expect(desk.map((a) => a.status)).toEqual([200, 200, 200, 200]);
  });

  it(
    "the limit is off when the setting is null, and at its default when the setting is invalid",
    { tags: "all" },
    async () => {
      const clock = standing();
      const s = await station({ settings: { rateLimit: null }, world: { now: clock.now } });
      expect(statuses(await many(s, 650))).toEqual({ 200: 650 });
      s.core.deps.settings.write("rateLimit", { perSecond: "many" });
      expect(statuses(await many(s, 601))).toEqual({ 200: 600, 429: 1 });
    },
  );

  it(
    "unknown and revoked tokens are answered 401 without being counted, however often they call",
    { tags: "all" },
    async () => {
      const clock = standing();
      const s = await station({ world: { now: clock.now } });
      const revoked = (
        await s.desk<{ id: string; token: string }>("POST", "/apitokens", { name: "old" })
      ).data;
      await s.desk("DELETE", `/apitokens/${revoked.id}`);
      const answers: Answer[] = [];
      for (let i = 0; i < 700; i += 1)
        answers.push(
          await call(s.url, i % 2 === 0 ? "pb_wrong" : revoked.token, {
            method: "GET",
            path: "/shipments",
          }),
        );
      expect(statuses(answers)).toEqual({ 401: 700 });
      expect((await s.call("GET", "/shipments")).status).toBe(200);
    },
  );
});
