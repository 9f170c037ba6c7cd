import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { Objm } from "@nats-io/obj";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openHubFolder } from "../../../../core/sync/hub/hub-folder.ts";
import { startHub, type Hub } from "../../../../core/sync/hub/hub.ts";
import { connectHub } from "../../../../core/sync/connect-hub.ts";
import { readRosterEntry } from "../../../../core/sync/hub-roster.ts";
import { findNatsServer } from "../../../../electron/scripts/nats-server.mjs";
import { eventually } from "../../../helpers/station.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { joinHub, whyNoHub, type TestStation } from "../../../helpers/hub.ts";
import { QUICK_HUB } from "../../../helpers/quick-times.ts";

describe.skipIf(whyNoHub !== undefined)("a desk", () => {
  let [me, other]: [TestStation, TestStation] = [undefined as never, undefined as never];
  let [mine, others]: [NatsConnection, NatsConnection] = [undefined as never, undefined as never];

  let hub: Hub;
  // One hub for all tests: each test has its own desks.
  beforeAll(async () => {
    hub = await startHub({
      folder: openHubFolder(temporaryFolder()),
      chosen: { port: 0 },
      natsServer: findNatsServer(),
      times: QUICK_HUB,
      report: () => {},
    });
  });
  afterAll(() => hub.stop());

  beforeEach(async () => {
    const join = (name: string): Promise<TestStation> => joinHub(hub.invite().joinCode, name);
    [me, other] = [await join("Mine"), await join("Other")];
    [mine, others] = [await me.connect(), await other.connect()];
  });

  describe("permitted acts", () => {
    it("a desk may publish its events, singly and in batches, and read all desks' events in order", async () => {
      const js = jetstream(mine);
      const manager = await jetstreamManager(mine);
      const { last_seq: before } = (await manager.streams.info("EV")).state;
      await js.publish(`ev.${me.stationID}.order`, "1", { msgID: "a" });
      const batch = await js.startBatch(`ev.${me.stationID}.order`, "2");
      batch.add(`ev.${me.stationID}.order`, "3");
      await batch.commit(`ev.${me.stationID}.order`, "4");
      await jetstream(others).publish(`ev.${other.stationID}.order`, "5");
      const consumer = await jetstream(others).consumers.get("EV", {
        name_prefix: "reader",
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: before + 1,
      });
      const messages = await consumer.fetch({ max_messages: 5, expires: 5_000 });
      const read: string[] = [];
      for await (const message of messages) read.push(message.string());
      expect(read).toEqual(["1", "2", "3", "4", "5"]);
      expect((await js.publish(`ev.${me.stationID}.order`, "1", { msgID: "a" })).duplicate).toBe(
        true,
      );
      expect((await manager.direct.getMessage("EV", { seq: before + 2 }))?.string()).toBe("2");
      expect(
        (
          await manager.streams.getMessage("EV", { last_by_subj: `ev.${other.stationID}.order` })
        )?.string(),
      ).toBe("5");
      expect((await manager.streams.info("EV")).state.last_seq).toBe(before + 5);
    });

    it("a desk may share a durable consumer of events with other desks, and acknowledge its messages", async () => {
      await jetstream(mine).publish(`ev.${me.stationID}.fact`, "1");
      await (
        await jetstreamManager(mine)
      ).consumers.add("EV", { durable_name: "webhooks", ack_policy: AckPolicy.Explicit });
      const message = await (
        await jetstream(others).consumers.get("EV", "webhooks")
      ).next({ expires: 3_000 });
      expect(await message?.ackAck()).toBe(true);
      await (await jetstreamManager(mine)).consumers.delete("EV", "webhooks");
    });

    it("a desk may create, compare-and-set, read and watch each shared document", async () => {
      const [bucket, theirs] = [
        await new Kvm(mine).open("SCARCE"),
        await new Kvm(others).open("SCARCE", { allow_direct: false }),
      ];
      for (const key of [
        "num.shipment",
        "bal.main",
        "range.agreement",
        "claim.parcel",
        "deliver.webhook",
        "key.provider",
        "organization",
        "mark",
      ]) {
        const watched = await theirs.watch({ key });
        const first = await bucket.create(key, "1");
        await expect(theirs.create(key, "2")).rejects.toThrow("wrong last sequence");
        await theirs.update(key, "2", first);
        expect((await bucket.get(key))?.string()).toBe("2");
        const seen: string[] = [];
        for await (const entry of watched) if (seen.push(entry.string()) === 2) break;
        expect(seen).toEqual(["1", "2"]);
      }
    });

    it("a desk may record an Idempotency-Key once, for a day", async () => {
      const [bucket, theirs] = [
        await new Kvm(mine).open("IDEM", { allow_direct: false }),
        await new Kvm(others).open("IDEM", { allow_direct: false }),
      ];
      await bucket.create("hash", "1");
      await expect(theirs.create("hash", "2")).rejects.toThrow("wrong last sequence");
      expect([(await theirs.get("hash"))?.string(), (await bucket.status()).ttl]).toEqual([
        "1",
        86_400_000,
      ]);
      await bucket.delete("hash");
      expect(await theirs.create("hash", "2")).toBeGreaterThan(1);
    });

    it("a desk may publish its presence, and read the others' presence and the hub's list", async () => {
      await (await new Kvm(mine).open("SEEN")).put(me.stationID, "now");
      const theirs = await new Kvm(others).open("SEEN");
      expect((await theirs.get(me.stationID))?.string()).toBe("now");
      const listed = (await theirs.get(`station.${me.stationID}`))?.string() ?? "";
      expect(readRosterEntry(listed, other.enrolled.hubKey)).toMatchObject({
        id: me.stationID,
        name: "Mine",
        boxPublicKey: "box",
        revokedAt: null,
      });
      expect(readRosterEntry(listed.replace("box", "fox"), other.enrolled.hubKey)).toBeUndefined();
    });

    it("a desk may put objects of several messages into both stores, and another desk gets them", async () => {
      const bytes = new Uint8Array(1_000_000).fill(7);
      for (const store of ["SNAP", "FILES"]) {
        await (await new Objm(mine).open(store)).putBlob({ name: "first" }, bytes);
        expect(await (await new Objm(others).open(store)).getBlob("first")).toEqual(bytes);
      }
    });

    it("a desk may ask one station and all stations, and get answers", async () => {
      const [one, all] = [
        `ask.${other.stationID}.${me.stationID}.print`,
        `ask.all.${me.stationID}.return`,
      ];
      for (const subject of [one, all])
        others.subscribe(subject, {
          callback: (_error, message) => void message.respond(`yes to ${subject}`),
        });
      await others.flush();
      for (const subject of [one, all])
        expect((await mine.request(subject)).string()).toBe(`yes to ${subject}`);
    });
  });

  describe("forbidden acts", () => {
    it("a desk may not publish as another station or as the hub, or change a stream", async () => {
      const subjects = [
        `ev.${other.stationID}.order`,
        `$KV.SEEN.${other.stationID}`,
        `$KV.SEEN.station.${me.stationID}`,
        "$KV.SCARCE.other",
        `_INBOX_${other.stationID}.x`,
        `ask.${other.stationID}.claim`,
        `ask.${other.stationID}.${other.stationID}.claim`,
        `ask.all.${other.stationID}.money`,
        "$JS.API.STREAM.CREATE.MINE",
        "$JS.API.STREAM.UPDATE.EV",
        "$JS.API.STREAM.DELETE.EV",
        "$JS.API.STREAM.PURGE.KV_SCARCE",
        "$JS.API.STREAM.MSG.DELETE.EV",
        "$JS.API.STREAM.SNAPSHOT.EV",
        "$JS.API.STREAM.RESTORE.EV",
        "$SYS.REQ.SERVER.PING",
        "control",
      ];
      const answers = await Promise.all(
        subjects.map((subject) =>
          mine.request(subject, "", { timeout: 2_000 }).then(
            () => "answered",
            (error: unknown) => String(error),
          ),
        ),
      );
      expect(subjects.filter((_, at) => !/permissions violation/i.test(answers[at] ?? ""))).toEqual(
        [],
      );
    });

    it("a desk may not read requests and answers of others, or events outside the stream", async () => {
      for (const subject of [
        `_INBOX_${other.stationID}.>`,
        `ask.${other.stationID}.>`,
        "ev.>",
        "enrol.>",
        ">",
      ]) {
        const refused = new Promise((resolve) =>
          mine.subscribe(subject, { callback: (error) => resolve(error) }),
        );
        expect(String(await refused), subject).toMatch(/permissions violation/i);
      }
    });

    it("a desk may not empty a shared bucket with one roll-up", async () => {
      const bucket = await new Kvm(mine).open("SCARCE");
      await bucket.create("bal.rolled", "1");
      await expect(bucket.purge("bal.rolled")).rejects.toThrow(/rollup/i);
      expect((await bucket.get("bal.rolled"))?.string()).toBe("1");
    });

    it("a desk may not copy its message to another desk's subject without the header that marks a copy", async () => {
      await jetstream(mine).publish(`ev.${me.stationID}.fact`, "forged");
      mine.publish(`$JS.API.DIRECT.GET.EV.ev.${me.stationID}.fact`, "", {
        reply: `ev.${other.stationID}.fact`,
      });
      const manager = await jetstreamManager(others);
      const copy = await eventually("the copy is stored", () =>
        manager.streams
          .getMessage("EV", { last_by_subj: `ev.${other.stationID}.fact` })
          .then((message) => message ?? undefined),
      );
      expect([copy.string(), copy.header.get("Nats-Stream")]).toEqual(["forged", "EV"]);
    });

    it("a desk that connects with another station's id and its own key may not publish as that station", async () => {
      const access = {
        servers: me.enrolled.servers,
        authority: me.enrolled.authority,
        signIn: { seed: me.enrolled.userKeySeed },
        stationID: other.stationID,
        name: "Mine",
      };
      const disguised = await connectHub(access);
      await expect(
        disguised.request(`ev.${other.stationID}.order`, "", { timeout: 1_000 }),
      ).rejects.toThrow(/permission/i);
      await disguised.close();
    });
  });
});
