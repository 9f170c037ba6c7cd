/**
 * A person erased at one station disappears from all of them, from the snapshots with which new
 * stations start, and from the hub's stream.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { unpackChanges } from "../../../core/db/packed-changes.ts";
import { dropErasedEvents } from "../../../core/sync/hub/drop-erased-events.ts";
import { pruneSnapshots } from "../../../core/sync/hub/prune-snapshots.ts";
import { fetchSnapshot, findSnapshot } from "../../../core/sync/snapshot/exchange-snapshot.ts";
import { until } from "../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { adminOf, hubHere, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere } from "../../helpers/joined-stations.ts";
import { RECIPIENT } from "../../helpers/station.ts";

const PERSON = {
  ...RECIPIENT,
  name: "Zümrüdanka Tekilkişi",
  phone: "+905559876543",
  email: "zumrudanka@tekil.test",
  address1: "Simurg Sk. No: 77",
};
const TRACES = ["Zümrüdanka", "zumrudanka", "5559876543", "Simurg"];

const tracesIn = (text: string): string[] => TRACES.filter((trace) => text.includes(trace));

/** Returns every value of every table. */
function valuesOf(file: string): string {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_data' ESCAPE '\\' AND name <> 'outbox'",
      )
      .pluck()
      .all() as string[];
    return tables
      .map((table) => JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).all()))
      .join("\n");
  } finally {
    db.close();
  }
}

async function tracesInStream(nc: NatsConnection): Promise<string[]> {
  const manager = await jetstreamManager(nc);
  const { messages } = (await manager.streams.info("EV")).state;
  if (messages === 0) return [];
  const found = new Set<string>();
  const consumer = await jetstream(nc).consumers.get("EV", { deliver_policy: DeliverPolicy.All });
  let left = messages;
  for await (const message of await consumer.fetch({ max_messages: messages, expires: 5_000 })) {
    for (const trace of tracesIn(JSON.stringify(unpackChanges(message.data)))) found.add(trace);
    if ((left -= 1) === 0) break;
  }
  return [...found];
}

async function tracesInSnapshot(nc: NatsConnection): Promise<{ madeAt: string; traces: string[] }> {
  const js = jetstream(nc);
  const found = await findSnapshot({ js });
  if (found === undefined) throw new Error("there is no snapshot");
  const file = await fetchSnapshot({ folder: folderOnDisk(), session: { js } }, found);
  try {
    return { madeAt: found.madeAt, traces: tracesIn(readFileSync(file).toString("utf8")) };
  } finally {
    rmSync(file);
  }
}

describe.skipIf(whyNoHub !== undefined)("an erased person", { timeout: 120_000 }, () => {
  it("an erased person disappears from all stations' tables, from the newest snapshot, and then from the stream", async () => {
    const hub = await hubHere();
    const alone = await joinedHere(["--demo"]);
    const made = await alone.call<{ id: string; offers: { cheapest: { id: string } } }>(
      "/shipments",
      {
        test: false,
        recipientAddress: PERSON,
        length: "30",
        width: "20",
        height: "10",
        weight: "1",
        distanceUnit: "cm",
        massUnit: "kg",
      },
    );
    await alone.call("/transactions", { offerID: made.offers.cheapest.id });
    await alone.stop();
    const a = await joinedHere(["--join", hub.joinCode, "--demo"], alone.folder);
    const b = await joinedHere(["--join", await hub.add(), "--demo"]);
    await a.call(`/shipments/${made.id}`, undefined, "DELETE");
    const again = await b.call<{ id: string }>("/shipments", {
      test: false,
      recipientAddress: PERSON,
      length: "30",
      width: "20",
      height: "10",
      weight: "1",
      distanceUnit: "cm",
      massUnit: "kg",
    });
    await b.call(`/shipments/${again.id}`, undefined, "DELETE");
    await allInStep([a, b]);
    const nc = await adminOf(hub);
    const before = await tracesInSnapshot(nc);
    expect([before.traces, await tracesInStream(nc)]).toEqual([TRACES, TRACES]);

    const erased = await b.call<{ shipments: number }>("/station/privacy/erasures", {
      phone: PERSON.phone,
    });
    expect(erased.shipments).toBe(2);
    await allInStep([a, b]);
    await until(
      "neither station has a trace",
      () =>
        [a, b].every(({ folder }) => tracesIn(valuesOf(join(folder, "packbench.db"))).length === 0),
      30_000,
    );

    // Snapshots are checked every ten minutes, and some seconds after each connection.
    await a.stop();
    const c = await joinedHere(["--demo"], a.folder);
    await until(
      "a snapshot without the person is there",
      async () => (await tracesInSnapshot(nc)).traces.length === 0,
      30_000,
    );
    expect(await pruneSnapshots(nc, Date.now())).toBe(0);
    expect(await pruneSnapshots(nc, Date.now() + 61 * 60_000)).toBeGreaterThan(0);
    expect((await tracesInSnapshot(nc)).madeAt > before.madeAt).toBe(true);
    const store = await (
      await jetstreamManager(nc)
    ).streams.info("OBJ_SNAP", { subjects_filter: ">" });
    expect(
      Object.keys(store.state.subjects ?? {}).filter((subject) => subject.startsWith("$O.SNAP.C.")),
    ).toHaveLength(1);

    // The last message of each station stays, because the station recognizes itself by it.
    for (const station of [b, c])
      await station.call("/parceltemplates", {
        name: "After it",
        length: "1",
        width: "1",
        height: "1",
        distanceUnit: "cm",
        weight: "1",
        massUnit: "kg",
      });
    await allInStep([b, c]);
    const ids = (await b.status()).stations.map(({ id }) => ({ id, revokedAt: null, ended: null }));
    const away = { id: randomUUID(), revokedAt: null, ended: null };
    expect([await dropErasedEvents(nc, [...ids, away]), await tracesInStream(nc)]).toEqual([
      0,
      TRACES,
    ]);
    await until(
      "each station has told the hub how far it is",
      async () =>
        (await dropErasedEvents(nc, [...ids, { ...away, revokedAt: new Date().toISOString() }])) >
        0,
      30_000,
    );
    await until(
      "the stream has no trace any more",
      async () => {
        await dropErasedEvents(nc, ids);
        return (await tracesInStream(nc)).length === 0;
      },
      30_000,
    );
    // Stations that had the dropped messages do not miss them, and a new station starts with the
    // snapshot.
    const d = await joinedHere(["--join", await hub.add(), "--demo"]);
    expect(tracesIn(valuesOf(join(d.folder, "packbench.db")))).toEqual([]);
    for (const station of [c, b, d])
      expect(await station.status()).toMatchObject({ state: "in step", conflicts: [] });
  });
});
