import { randomUUID } from "node:crypto";
import { Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../core/base/units.ts";
import { deskAtHub, type DeskAtHub } from "../../helpers/desk-at-hub.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { hubHere, joinHub, whyNoHub, type TestStation } from "../../helpers/hub.ts";
import { eventually, shipmentWithOffers } from "../../helpers/station.ts";

type Order = { readonly id: string; readonly offerID: string };

async function orderAt(desk: DeskAtHub): Promise<Order> {
  const made = await shipmentWithOffers(desk.now);
  return { id: made.id, offerID: made.offers?.cheapest?.id ?? "" };
}

const buy = (desk: DeskAtHub, { offerID }: Order): ReturnType<DeskAtHub["desk"]> =>
  desk.desk("POST", "/transactions", { offerID });
const answerTo = (nc: NatsConnection, subject: string, body: object): Promise<unknown> =>
  nc.request(subject, JSON.stringify(body), { timeout: 10_000 }).then((reply) => reply.json());
const cancel = (desk: DeskAtHub, { id }: Order): ReturnType<DeskAtHub["desk"]> =>
  desk.desk("DELETE", `/shipments/${id}`);

describe.skipIf(whyNoHub !== undefined)(
  "an order that a desk requests",
  { timeout: 240_000 },
  () => {
    /** Starts a joined station, whose clock the test moves, and a hostile desk. */
    async function both(): Promise<{
      desk: DeskAtHub;
      me: string;
      evil: TestStation;
      nc: NatsConnection;
      move(ms: number): void;
    }> {
      let ahead = 0;
      const hub = await hubHere();
      const desk = await deskAtHub(
        folderOnDisk(),
        () => new Date(Date.now() + ahead).toISOString() as Instant,
      );
      await desk.desk("POST", "/station/sync/join", { code: hub.joinCode });
      await desk.startedAgain(1);
      const evil = await joinHub(await hub.add(), "Evil");
      const nc = await evil.connect();
      const me = desk.now.core.deps.db.stationID;
      await eventually(
        "the desk is in step",
        async () => (await desk.status()).state === "in step",
      );
      await eventually("the desk's list has the hostile desk", () =>
        desk.now.core.deps.db
          .sql<{ value: string }>("SELECT value FROM station_meta WHERE key = 'hub_roster'")
          .get()
          ?.value.includes(evil.stationID),
      );
      return { desk, me, evil, nc, move: (ms) => void (ahead += ms) };
    }

    it("forged requests get no order, a given order that nobody claims returns after half a minute, and an order whose claim the hub has recorded stays given", async () => {
      const { desk, me, evil, nc, move } = await both();
      const kv = await new Kvm(nc).open("SCARCE");
      const ask = ({ id }: Order): Promise<unknown> =>
        answerTo(nc, `ask.${me}.${evil.stationID}.claim`, {
          shipmentID: id,
          until: Date.now() + 5_000,
        });
      const orders = [await orderAt(desk), await orderAt(desk)];
      const answered: string[] = [];
      /** Sends a forged request without waiting, because no answer will come. */
      const forge = (subject: string, body: object): void =>
        void answerTo(nc, subject, body).then(
          () => answered.push(subject),
          () => {},
        );
      const until = Date.now() + 5_000;
      for (const { id } of orders) {
        for (const from of [randomUUID(), "x".repeat(500_000), "../..", me]) {
          forge(`ask.${me}.claim`, { from, shipmentID: id, until });
          if (from.length < 100) forge(`ask.${me}.${from}.claim`, { from, shipmentID: id, until });
        }
        for (const body of [
          { shipmentID: id, until: 1e15 },
          { shipmentID: id, until: Number.MAX_VALUE },
          { shipmentID: id, more: "x".repeat(500_000) },
          { shipmentID: id, more: Array(5_000).fill([]) },
          { shipmentID: "x".repeat(3_000) },
          { shipmentID: ["__proto__"] },
        ])
          forge(`ask.${me}.${evil.stationID}.claim`, body);
        for (const atMost of [1e300, -1, "20", null])
          forge(`ask.${me}.${evil.stationID}.claims`, { atMost });
      }
      // Forges a request through a message that the server delivers.
      await kv.put("claim.x", JSON.stringify({ shipmentID: orders[0]?.id }));
      nc.publish("$JS.API.DIRECT.GET.KV_SCARCE.$KV.SCARCE.claim.x", "", {
        reply: `ask.${me}.${randomUUID()}.claim`,
      });
      await kv.get("claim.x");
      // Requests are answered in order, so the earlier requests got no answer.
      expect(await ask({ id: randomUUID(), offerID: "" })).toEqual({ answer: "unknown" });
      expect(await answerTo(nc, `ask.${me}.${evil.stationID}.claims`, { atMost: 1 })).toMatchObject(
        { shipmentIDs: [] },
      );
      expect(answered).toEqual([]);
      expect((await buy(desk, orders[0] as Order)).status).toBe(201);
      expect((await cancel(desk, orders[1] as Order)).status).toBe(200);

      const [bought, cancelled] = [await orderAt(desk), await orderAt(desk)];
      for (const order of [bought, cancelled])
        expect(await ask(order)).toMatchObject({ answer: "given" });
      expect(await buy(desk, bought)).toMatchObject({ status: 409, code: "E2134" });
      move(31_000);
      expect((await buy(desk, bought)).status).toBe(201);
      expect((await cancel(desk, cancelled)).status).toBe(200);
      const next = await orderAt(desk);
      expect(await ask(next)).toMatchObject({ answer: "given" });
      move(31_000);
      // Writes an unreadable claim.
      await kv.put(`claim.${next.id}`, "{ not");
      expect((await buy(desk, next)).status).toBe(201);
      expect(JSON.parse((await kv.get(`claim.${next.id}`))?.string() ?? "")).toMatchObject({
        holder: me,
        back: true,
      });

      const taken = await orderAt(desk);
      expect(
        await answerTo(nc, `ask.${me}.${evil.stationID}.claim`, { shipmentID: taken.id }),
      ).toMatchObject({ answer: "given" });
      await kv.put(`claim.${taken.id}`, JSON.stringify({ holder: evil.stationID, e: 1 }));
      move(31_000);
      expect(await buy(desk, taken)).toMatchObject({ code: "E2134" });
    });
  },
);
