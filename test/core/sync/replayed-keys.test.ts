/**
 * A desk that overwrites the hub's list of stations with the hub's earlier entries or invalid
 * texts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { describe, expect, it } from "vitest";
import { rosterKey } from "../../../core/sync/hub-names.ts";
import { createSenders } from "../../../core/sync/senders.ts";
import { hashOf, signedText, signerOf } from "../../../core/sync/stream/message-signature.ts";
import { hubHere, joinHub, whyNoHub, type TestStation } from "../../helpers/hub.ts";
import { joinedHere } from "../../helpers/joined-stations.ts";

/** Makes the server store a text of the desk under the key of an entry of the list. */
type Overwrite = (key: string) => Promise<void>;

async function overwriter(evil: TestStation, text: string): Promise<Overwrite> {
  const nc = await evil.connect();
  const seq = await (await new Kvm(jetstream(nc)).open("SEEN")).put(evil.stationID, text);
  return async (key) => {
    nc.publish("$JS.API.DIRECT.GET.KV_SEEN", JSON.stringify({ seq }), { reply: `$KV.SEEN.${key}` });
    await nc.flush();
  };
}

function signedBy({
  stationID,
  enrolled,
}: TestStation): Parameters<ReturnType<ReturnType<typeof createSenders>["open"]>>[0] {
  const body = Buffer.from("x");
  const subject = `ev.${stationID}.commit`;
  const stated = {
    id: "m",
    number: 1,
    hlc: `${"0".repeat(16)}-${stationID}.1`,
    version: 1,
    hash: hashOf(body),
  };
  const signature = signerOf(enrolled.userKeySeed)(signedText({ ...stated, subject }));
  return { subject, body, head: { ...stated, signature, isCopy: false } };
}

describe.skipIf(whyNoHub !== undefined)(
  "the hub's list, overwritten by a desk",
  { timeout: 120_000 },
  () => {
    it("a station's messages are accepted although a desk has overwritten the station's list entry with an earlier one", async () => {
      const hub = await hubHere();
      const evil = await joinHub(await hub.add(), "Evil");
      const reader = await joinHub(await hub.add(), "Reader");
      const before = await joinHub(await hub.add(), "Desk");
      const key = rosterKey(before.stationID);
      const connection = await reader.connect();
      const isSent = createSenders(reader.enrolled.hubKey).open(connection);
      expect(await isSent(signedBy(before))).toBe(true);
      const entry =
        (await (await new Kvm(jetstream(connection)).open("SEEN")).get(key))?.string() ?? "";
      const overwrite = await overwriter(evil, entry);

      const after = await joinHub(
        await hub.add("--station", before.stationID),
        "Desk",
        before.stationID,
      );
      await overwrite(key);
      await sleep(30);
      expect(await isSent(signedBy(after))).toBe(true);
      await overwrite(key);
      await sleep(30);
      expect([
        await isSent(signedBy(evil)),
        await isSent(signedBy(before)),
        await isSent(signedBy(after)),
      ]).toEqual([true, true, true]);
      expect(await isSent({ ...signedBy(evil), subject: `ev.${before.stationID}.commit` })).toBe(
        false,
      );
    });

    it(
      "ten calls of a station take less than three seconds after a desk has written a thousand invalid entries into the list",
      { tags: "all" },
      async () => {
        const hub = await hubHere();
        const desk = await joinedHere(["--join", hub.joinCode, "--demo"]);
        const signature = Buffer.alloc(64, 1).toString("base64");
        const overwrite = await overwriter(
          await joinHub(await hub.add(), "Evil"),
          JSON.stringify({ text: "{}", signature }),
        );
        for (let i = 0; i < 1_000; i++) await overwrite(rosterKey(crypto.randomUUID()));
        const began = performance.now();
        for (let i = 0; i < 10; i++) await desk.call("/shipments?limit=5");
        expect(performance.now() - began).toBeLessThan(3_000);
      },
    );
  },
);
