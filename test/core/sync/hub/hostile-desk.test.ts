import { setTimeout as sleep } from "node:timers/promises";
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../../core/base/log.ts";
import type { RosterEntry } from "../../../../core/sync/hub-roster.ts";
import { startPresence, type Roster } from "../../../../core/sync/presence.ts";
import type { StatusEntry } from "../../../../core/sync/status-entry.schema.ts";
import { eventually } from "../../../helpers/station.ts";
import {
  joinHub,
  startHub,
  whyNoHub,
  type TestHub,
  type TestStation,
} from "../../../helpers/hub.ts";
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

describe.skipIf(whyNoHub !== undefined)("a hostile desk", () => {
  let hub: TestHub = undefined as never;
  let [me, other]: [TestStation, TestStation] = [undefined as never, undefined as never];
  let [mine, others]: [NatsConnection, NatsConnection] = [undefined as never, undefined as never];
  beforeEach(async () => {
    hub = await startHub();
    const code = await hub.add("--desks", "3");
    [me, other] = [await joinHub(code, "Mine"), await joinHub(code, "Other")];
    [mine, others] = [await me.connect(), await other.connect()];
  });

  it("a hostile desk's status entry cannot hide revocations from other stations, nor list false stations", async () => {
    const third = await joinHub(await hub.add(), "Third");
    const bucket = await new Kvm(mine).open("SEEN");
    await bucket.put(me.stationID, "not { JSON");
    await bucket.put("key.phantom", JSON.stringify(LINE));
    const [roster, listed]: [Roster, RosterEntry[]] = [new Map(), []];
    const stop = await startPresence(
      { js: jetstream(others) },
      {
        stationID: other.stationID,
        hubKey: other.enrolled.hubKey,
        isEnded: () => false,
        statusEntry: () => LINE,
        shown: [],
        onChanged: () => {},
        times: QUICK_SYNC,
      },
      roster,
      (entry) => void listed.push(entry),
      silentLog,
    );
    await hub.command("revoke", third.stationID);
    await eventually("the revocation is read", () =>
      listed.some(({ id, revokedAt }) => id === third.stationID && revokedAt !== null),
    );
    stop();
    expect([...roster.keys()]).toEqual([other.stationID]);
  });

  it(
    "a hostile desk cannot prevent the hub's restart by an unreadable record of its organization",
    { tags: "all" },
    async () => {
      await new Kvm(mine).open("SCARCE").then((bucket) => bucket.put("organization", "not { JSON"));
      expect(await hub.stop()).toBe(0);
      const again = await startHub({ dir: hub.dir, port: hub.port });
      expect((await joinHub(await again.add(), "Third")).enrolled.servers).not.toEqual([]);
    },
  );

  it("a hostile desk cannot have its message delivered under another desk's subject without the header that marks a copy", async () => {
    const forged = headers();
    for (const [name, value] of Object.entries({
      h: `${"0".repeat(16)}-${other.stationID}.1`,
      n: "99",
      v: "1",
    }))
      forged.set(name, value);
    await jetstream(mine).publish("$KV.SCARCE.claim.x", "forged", { headers: forged });
    await jetstream(mine).publish(`ev.${me.stationID}.commit`, "forged", { headers: forged });
    const manager = await jetstreamManager(mine);
    const common = { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All };
    const subject = `ev.${other.stationID}.commit`;
    await manager.consumers.add("KV_SCARCE", {
      ...common,
      name: "pushed",
      deliver_subject: subject,
      filter_subject: "$KV.SCARCE.claim.x",
    });
    await expect(
      manager.consumers.add("EV", { ...common, name: "pushed", deliver_subject: subject }),
    ).rejects.toThrow("cycle");
    for (const stream of ["KV_SCARCE", "EV"]) {
      await manager.consumers.add(stream, { ...common, durable_name: "pulled" });
      mine.publish(
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.pulled`,
        JSON.stringify({ batch: 1, expires: 2_000_000_000 }),
        { reply: subject },
      );
    }
    await mine.flush();
    for (const stream of ["KV_SCARCE", "EV"])
      await eventually(
        "the hostile desk's message was delivered",
        async () => (await manager.consumers.info(stream, "pulled")).delivered.stream_seq > 0,
      );
    await sleep(100);
    const stored = await (
      await jetstreamManager(others)
    ).streams.getMessage("EV", { last_by_subj: subject });
    expect(stored === null || stored.header.has("Nats-Stream")).toBe(true);
  });
});
