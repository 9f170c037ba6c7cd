/** Orders that are open at a station, seen from another station over a real hub. */
import { Kvm } from "@nats-io/kv";
import { jetstream } from "@nats-io/jetstream";
import { describe, expect, it } from "vitest";
import { rosterKey, SEEN_BUCKET } from "../../../core/sync/hub-names.ts";
import { packingAt, startPresence, type Roster } from "../../../core/sync/presence.ts";
import type { StatusEntry } from "../../../core/sync/status-entry.schema.ts";
import { SYNC_TIMES } from "../../../core/sync/sync-times.ts";
import { createPackingNow } from "../../../core/fulfilment/packing/packing-now.ts";
import type { Packing } from "../../../core/fulfilment/packing/packing.schema.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { silentLog } from "../../../core/base/log.ts";
import { joinHub, hubHere, whyNoHub } from "../../helpers/hub.ts";
import { eventually, parcel, station, trueTime, type Station } from "../../helpers/station.ts";

const open = (s: Station, shipmentID: string | null) =>
  s.desk("PUT", "/station/packing", { shipmentID });
const statusOf = async (s: Station): Promise<SyncStatus> =>
  (await s.desk<SyncStatus>("GET", "/station/sync")).data;
const openAt = async (s: Station, isThis: boolean): Promise<Packing | null | undefined> =>
  (await statusOf(s)).stations.find((one) => one.isThis === isThis)?.packing;
const madeAt = async (s: Station, orderNumber: string): Promise<string> =>
  (await s.call<{ id: string }>("POST", "/shipments", parcel({ order: { orderNumber } }))).body.data
    .id;

const packing = (number: number): Packing => ({
  shipmentID: "01a20c44-ee00-789e-b45a-4818840b0fd7".replace("0fd7", String(1_000 + number)),
  number,
  order: "",
  member: "",
  since: "2026-11-21T09:00:00.000Z",
});
const line = (change: Partial<StatusEntry> = {}): StatusEntry => ({
  name: "Desk",
  at: "2026-11-21T09:00:00.000Z",
  version: "1",
  schema: 1,
  lease: null,
  skewMs: 0,
  waiting: 0,
  packing: null,
  ...change,
});

it("only the desk can state which order is open, and an unknown order is E1051", async () => {
  const s = await station();
  const id = await madeAt(s, "O-1");
  expect((await open(s, id)).data).toMatchObject({
    packing: { shipmentID: id, order: "O-1", member: expect.any(String) },
  });
  expect(await openAt(s, true)).toMatchObject({ shipmentID: id });
  expect((await open(s, "01a20c44-ee00-789e-b45a-4818840b0fd7")).code).toBe("E1051");
  expect((await s.call("PUT", "/station/packing", { shipmentID: null })).body.code).toBe("E1055");
  expect((await open(s, null)).data).toEqual({ packing: null });
  expect(await openAt(s, true)).toBeNull();
});

it("a station that was not seen for more than half a minute is shown without an open order", () => {
  const seen = line({ packing: packing(1) });
  const at = Date.parse(seen.at);
  expect([
    packingAt(seen, at + 30_000, SYNC_TIMES)?.number,
    packingAt(seen, at + 30_001, SYNC_TIMES),
  ]).toEqual([1, null]);
});

describe.skipIf(whyNoHub !== undefined)("open orders at a hub", () => {
  it("an order opened at one station appears at the other within 1.5 seconds, and the other station's screen is notified", async () => {
    const hub = await hubHere();
    const a = await station({ join: hub.joinCode, world: { now: trueTime } });
    const b = await station({ join: await hub.add(), world: { now: trueTime } });
    const id = await madeAt(a, "O-2");
    const told: string[] = [];
    b.core.onFact(({ topic, seq }) => topic === "sync.changed" && seq === 0 && told.push(topic));
    const asked = performance.now();
    await open(a, id);
    await eventually(
      "the other station knows",
      async () => (await openAt(b, false))?.shipmentID === id,
    );
    expect(performance.now() - asked).toBeLessThan(1_500);
    expect(told).toEqual(["sync.changed"]);
    await open(a, null);
    await eventually(
      "the other station knows that the order was closed",
      async () => (await openAt(b, false)) === null,
    );
    expect(
      b.core.deps.db.raw
        .prepare("SELECT count(*) AS n FROM outbox WHERE topic = 'sync.changed'")
        .get(),
    ).toEqual({ n: 0 });
  });

  it(
    "thirty orders in a second make one status entry per half second, and the last entry is the open order",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const { connect, stationID, enrolled } = await joinHub(hub.joinCode);
      const connection = await connect();
      const packingNow = createPackingNow();
      const roster: Roster = new Map();
      const watched: (number | undefined)[] = [];
      const kv = await new Kvm(jetstream(connection)).open(SEEN_BUCKET, { bindOnly: true });
      const watch = await kv.watch();
      void (async () => {
        for await (const entry of watch)
          if (entry.operation === "PUT" && !entry.key.startsWith(rosterKey("")))
            watched.push(entry.json<StatusEntry>().packing?.number);
      })();
      const stop = await startPresence(
        { js: jetstream(connection) },
        {
          stationID,
          hubKey: enrolled.hubKey,
          isEnded: () => false,
          statusEntry: () => line({ packing: packingNow.now() }),
          shown: [packingNow],
          onChanged: () => {},
          times: SYNC_TIMES,
        },
        roster,
        () => {},
        silentLog,
      );
      const begun = performance.now();
      for (let number = 1; number <= 30; number += 1) {
        packingNow.set(packing(number));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      const tookMs = performance.now() - begun;
      await eventually("the last one is there", () => watched.at(-1) === 30);
      stop();
      expect(watched[0]).toBeUndefined();
      // The entries are the start's, the first order's, and then at most one every `presenceLeastMs`.
      expect(watched.length).toBeLessThanOrEqual(
        2 + Math.ceil(tookMs / SYNC_TIMES.presenceLeastMs),
      );
    },
  );
});
