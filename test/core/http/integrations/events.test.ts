import { describe, expect, it, vi } from "vitest";
import { inTransaction, recordFact } from "../../../../core/db/change.ts";
import { pruneOutbox } from "../../../../core/db/outbox/outbox.service.ts";
import { eventStream } from "../../../helpers/event-stream.ts";
import {
  boughtShipment,
  change,
  eventually,
  station,
  type Station,
} from "../../../helpers/station.ts";

vi.setConfig({ testTimeout: 30_000 });

function record(
  s: Station,
  subjectID: string,
  of: { organizationID?: string | null; visibleTo?: string } = {},
): void {
  inTransaction(s.core.deps, () =>
    recordFact(s.core.deps, {
      topic: "test.fact",
      organizationID: s.started.organizationID,
      subjectID,
      payload: { n: subjectID },
      ...of,
    }),
  );
}

const subjects = (received: readonly { data: { subjectID: string } }[]): string[] =>
  received.map((t) => t.data.subjectID);

describe("GET /events", () => {
  it("a stream sends its organization's facts in order as they come, and never row changes for other stations or another organization's fact", async () => {
    const s = await station();
    const stream = await eventStream(s.url, s.started.token);
    expect([stream.status, stream.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const bought = await boughtShipment(s);
    record(s, "theirs", { organizationID: "00000000-0000-7000-8000-000000000009" });
    record(s, "nobody's", { organizationID: null });
    record(s, "last");
    await eventually("the last fact", () => subjects(stream.received).includes("last"));
    expect(
      stream.received.every(
        (t, i) =>
          t.id === String(t.data.seq) &&
          t.event === t.data.topic &&
          t.data.seq > (stream.received[i - 1]?.data.seq ?? 0),
      ),
    ).toBe(true);
    expect(new Set(stream.received.map((t) => t.event))).toEqual(
      new Set(["shipment.changed", "transaction.done", "balance.changed", "test.fact"]),
    );
    expect(stream.received.find((t) => t.event === "transaction.done")?.data).toMatchObject({
      subjectID: bought.id,
      payload: { shipmentID: bought.shipment.id },
    });
    expect(stream.received.at(-1)?.data).toEqual({
      seq: expect.any(Number) as number,
      topic: "test.fact",
      subjectID: "last",
      at: expect.any(String) as string,
      payload: { n: "last" },
    });
  });

  it("a stream continues after the last number received without a gap or duplicate, however often the connection is lost", async () => {
    const s = await station();
    const received: string[] = [];
    let last: string | undefined;
    for (let round = 0; round < 5; round++) {
      const stream = await eventStream(
        s.url,
        s.started.token,
        last === undefined
          ? {}
          : round % 2 === 0
            ? { headers: { "last-event-id": last } }
            : { query: `?lastEventID=${last}` },
      );
      for (let i = 0; i < 120; i++) record(s, `${round}-${i}`);
      const wanted = round * 20 + 40; // The connection is lost midway, later each time.
      await eventually("some of the facts", () => stream.received.length >= Math.min(wanted, 100));
      stream.close();
      await stream.ended;
      last = stream.received.at(-1)?.id;
      received.push(...subjects(stream.received));
    }
    const rest = await eventStream(s.url, s.started.token, {
      headers: { "last-event-id": last ?? "" },
    });
    record(s, "end");
    await eventually("the end", () => subjects(rest.received).includes("end"));
    received.push(...subjects(rest.received));
    expect(received).toEqual([
      ...[0, 1, 2, 3, 4].flatMap((round) => Array.from({ length: 120 }, (_, i) => `${round}-${i}`)),
      "end",
    ]);
  });

  it("a limitedAccessUser's stream has only that member's facts and facts for every member", async () => {
    const s = await station();
    change(s, "UPDATE members SET role = 'limitedAccessUser'");
    const stream = await eventStream(s.url, s.started.token);
    record(s, "another's", { visibleTo: "00000000-0000-7000-8000-000000000009" });
    record(s, "mine", { visibleTo: s.started.memberID });
    record(s, "everybody's");
    await eventually("the last fact", () => subjects(stream.received).includes("everybody's"));
    expect(subjects(stream.received)).toEqual(["mine", "everybody's"]);
  });

  it("a stream sends reset and continues from now when the facts after the last received number were deleted, or no fact has this number", async () => {
    const s = await station();
    record(s, "old");
    const first = s.core.deps.db.raw
      .prepare("SELECT seq FROM outbox WHERE subject_id = 'old'")
      .pluck()
      .get() as number;
    s.clock.nowMs += 8 * 24 * 3_600_000;
    record(s, "new");
    while (pruneOutbox(s.core.deps, undefined));
    expect(s.core.deps.db.raw.prepare("SELECT subject_id FROM outbox").pluck().all()).toEqual([
      "new",
    ]);
    const streams = await Promise.all(
      [String(first - 1), "999999", "abc"].map((id) =>
        eventStream(s.url, s.started.token, { headers: { "last-event-id": id } }),
      ),
    );
    record(s, "newer");
    await eventually("the newer fact", () =>
      streams.every((stream) => stream.received.length === 2),
    );
    expect(streams.map((stream) => stream.received.map((t) => t.event))).toEqual(
      streams.map(() => ["reset", "test.fact"]),
    );
    const whole = await eventStream(s.url, s.started.token, {
      headers: { "last-event-id": streams[0]?.received[0]?.id ?? "" },
    });
    await eventually("the newer fact", () => whole.received.length === 1);
    expect(subjects(whole.received)).toEqual(["newer"]);
  });

  it("a stream ends when its token is revoked and when the station stops", async () => {
    const s = await station();
    const stream = await eventStream(s.url, s.started.token);
    change(s, "UPDATE api_tokens SET revoked_at = '2026-11-21T09:00:00.000Z'");
    record(s, "secret");
    await stream.ended;
    expect(stream.received).toEqual([]);
    change(s, "UPDATE api_tokens SET revoked_at = NULL");
    const other = await eventStream(s.url, s.started.token);
    await s.stop();
    await other.ended;
  });

  it("a request without a token is answered 401", async () => {
    const s = await station();
    expect((await fetch(`${s.url}/events`)).status).toBe(401);
  });
});

describe("pruning", () => {
  it("pruning keeps seven days, facts that a cursor has not passed, undelivered facts, and the newest fact", async () => {
    const s = await station();
    const { deps } = s.core;
    const seqs = (): number[] =>
      deps.db.raw.prepare("SELECT seq FROM outbox ORDER BY seq").pluck().all() as number[];
    for (const subject of ["a", "b", "c", "d"]) record(s, subject);
    const all = seqs();
    while (pruneOutbox(deps, undefined));
    expect(seqs()).toEqual(all);
    s.clock.nowMs += 8 * 24 * 3_600_000;
    deps.db.raw
      .prepare("INSERT OR REPLACE INTO outbox_cursors (reader, seq) VALUES ('a reader', ?)")
      .run(all.at(-3));
    while (pruneOutbox(deps, all.at(-3)));
    expect(seqs()).toEqual(all.slice(-3));
    while (pruneOutbox(deps, undefined));
    expect(seqs()).toEqual(all.slice(-2));
    deps.db.raw.prepare("DELETE FROM outbox_cursors").run();
    while (pruneOutbox(deps, undefined));
    expect(seqs()).toEqual(all.slice(-1));
  });
});
