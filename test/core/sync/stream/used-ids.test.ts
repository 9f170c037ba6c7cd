import { headers, type NatsConnection } from "@nats-io/transport-node";
import { jetstream } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listOutboxChanges } from "../../../../core/sync/stream/sync.store.ts";
import { changeOneRow } from "../../../bench/sync-work.ts";
import { bareNats, until, type BareNats } from "../../../helpers/bare-nats.ts";
import { connectedStation, type ConnectedStation } from "../../../helpers/connected-station.ts";

describe("a station whose message ids another desk has used first", () => {
  let nats: BareNats;
  let nc: NatsConnection;
  let other: ConnectedStation;
  let station: ConnectedStation;
  let connectNow: () => void;
  beforeEach(async () => {
    nats = await bareNats();
    nc = await nats.connect();
    const gate = new Promise<void>((resolve) => (connectNow = resolve));
    other = connectedStation(nats);
    station = connectedStation(nats, ":memory:", {
      connect: () => gate.then(() => nats.connect()),
    });
    await until(
      "the other station is in step",
      () => other.connection.status().state === "in step",
    );
  });
  afterEach(async () => {
    connectNow();
    await nc.close();
    await Promise.all([station.stop(), other.stop()]);
    await nats.stop();
  });
  const use = async (id: string): Promise<void> => {
    const all = headers();
    for (const [name, value] of Object.entries({
      "Nats-Msg-Id": id,
      n: "1",
      h: `${Date.now().toString(16).padStart(12, "0")}0000-evil.1`,
      v: "1",
    }))
      all.set(name, value);
    await jetstream(nc).publish("ev.evil.commit", "taken", { headers: all });
  };
  const count = ({ deps }: ConnectedStation): number =>
    deps.db.sql<{ n: number }>(`SELECT count(*) AS n FROM parcel_templates`).get()?.n ?? 0;

  it.each([
    ["one waiting change", 1],
    ["twenty waiting changes", 20],
  ])("a station with %s still publishes each change once", async (_how, many) => {
    for (let n = 0; n < many; n += 1) changeOneRow(station.deps, n);
    for (const { id } of listOutboxChanges(station.deps.db, 0, 1_000)) await use(id);
    connectNow();
    await until("the changes are at the other station", () => count(other) === many);
    await until("no change waits", () => station.connection.status().waiting === 0);
    const manager = await jetstream(nc).jetstreamManager();
    const { subjects } = (
      await manager.streams.info("EV", { subjects_filter: `ev.${station.deps.db.stationID}.>` })
    ).state;
    expect(subjects).toEqual({
      [`ev.${station.deps.db.stationID}.commit`]: listOutboxChanges(station.deps.db, 0, 1_000)
        .length,
    });
  });

  it("a station recognizes its last message when it connects again", async () => {
    changeOneRow(station.deps, 0);
    const last = listOutboxChanges(station.deps.db, 0, 1_000).at(-1);
    await use(last?.id ?? "");
    connectNow();
    await until("the change is at the other station", () => count(other) === 1);
    const { incarnation } = station.deps.db;
    await nats.kill9();
    await nats.start();
    await until(
      "the station is in step again",
      () => station.connection.status().state === "in step",
    );
    changeOneRow(station.deps, 1);
    await until("the next change is at the other station", () => count(other) === 2);
    expect(station.deps.db.incarnation).toBe(incarnation);
  });
});
