import { setTimeout as sleep } from "node:timers/promises";
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../core/base/log.ts";
import { readRosterEntry, type RosterEntry } from "../../../../core/sync/hub-roster.ts";
import { startPresence } from "../../../../core/sync/presence.ts";
import type { StatusEntry } from "../../../../core/sync/status-entry.schema.ts";
import { eventually } from "../../../helpers/station.ts";
import { joinHub, startHub, whyNoHub, type TestStation } from "../../../helpers/hub.ts";
import { QUICK_SYNC } from "../../../helpers/quick-times.ts";

const LINE: StatusEntry = {
  name: "Desk",
  at: new Date().toISOString(),
  version: "1",
  schema: 1,
  lease: null,
  skewMs: 0,
  waiting: 0,
  packing: null,
};

/** Reads the hub's list as a station that has just connected. */
async function listedAt(
  reader: TestStation,
  connection: NatsConnection,
): Promise<{ readonly entries: RosterEntry[]; stop(): void }> {
  const entries: RosterEntry[] = [];
  const stop = await startPresence(
    { js: jetstream(connection) },
    {
      stationID: reader.stationID,
      hubKey: reader.enrolled.hubKey,
      isEnded: () => false,
      statusEntry: () => LINE,
      shown: [],
      onChanged: () => {},
      times: QUICK_SYNC,
    },
    new Map(),
    (entry) => void entries.push(entry),
    silentLog,
  );
  return { entries, stop };
}

describe.skipIf(whyNoHub !== undefined)(
  "a desk that rewrites the hub's earlier entry of a revoked station",
  { timeout: 60_000 },
  () => {
    it("the desk cannot hide the revocation from a station that connects later, nor get the revoked station admitted again", async () => {
      const hub = await startHub();
      const code = await hub.add("--desks", "3");
      const [mine, victim, reader] = [
        await joinHub(code, "Mine"),
        await joinHub(code, "Victim"),
        await joinHub(await hub.add(), "Reader"),
      ];
      const [me, theirs] = [await mine.connect(), await victim.connect()];
      const key = `station.${victim.stationID}`;
      const before = await eventually("the victim is listed", async () =>
        (await (await new Kvm(me).open("SEEN")).get(key))?.string(),
      );
      expect(readRosterEntry(before, mine.enrolled.hubKey)?.revokedAt).toBeNull();

      const began = performance.now();
      await hub.command("revoke", victim.stationID);
      await theirs.closed();
      // The command starts a separate process.
      expect(performance.now() - began).toBeLessThan(5_000);
      await expect(victim.connect()).rejects.toMatchObject({ code: "E2117" });
      await expect(
        jetstream(theirs).publish(`ev.${victim.stationID}.commit`, "late"),
      ).rejects.toThrow();

      const manager = await jetstreamManager(me);
      await expect((await new Kvm(me).open("SEEN")).put(key, before)).rejects.toThrow();
      const pull = async (stream: string, name: string): Promise<void> => {
        me.publish(
          `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
          JSON.stringify({ batch: 1, expires: 1_000_000_000 }),
          { reply: `$KV.SEEN.${key}` },
        );
        await me.flush();
        await sleep(500);
      };
      const common = { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All };
      await jetstream(me).publish(`ev.${mine.stationID}.note`, before);
      await manager.consumers.add("EV", {
        ...common,
        durable_name: "copied",
        filter_subject: `ev.${mine.stationID}.note`,
      });
      await pull("EV", "copied");
      await (await new Kvm(me).open("SEEN")).put(mine.stationID, before);
      await manager.consumers.add("KV_SEEN", {
        ...common,
        durable_name: "copied",
        filter_subject: `$KV.SEEN.${mine.stationID}`,
      });
      await pull("KV_SEEN", "copied");

      for (const subject of [`KV_SEEN.$KV.SEEN.${mine.stationID}`, `EV.ev.${mine.stationID}.note`])
        me.publish(`$JS.API.DIRECT.GET.${subject}`, "", { reply: `$KV.SEEN.${key}` });
      await me.flush();

      const { entries, stop } = await listedAt(reader, await reader.connect());
      await eventually("the victim is read as revoked", () =>
        entries.some(({ id, revokedAt }) => id === victim.stationID && revokedAt !== null),
      );
      stop();
      expect(entries.filter(({ id }) => id === victim.stationID).at(-1)?.revokedAt).not.toBeNull();
      await expect(victim.connect()).rejects.toMatchObject({ code: "E2117" });
    });
  },
);
