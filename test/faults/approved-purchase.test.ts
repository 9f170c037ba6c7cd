/**
 * A desk whose share of the balance is too small for a label while the hub is unreachable: an owner
 * approves one more parcel, and the money stays exact.
 */
import { describe, expect, it } from "vitest";
import type { AuditPage } from "../../core/records/audit/audit.schema.ts";
import { capacityOf, takeBack } from "../../core/organizations/ledger/money-lease.ts";
import { until } from "../helpers/bare-nats.ts";
import { deskAtHub } from "../helpers/desk-at-hub.ts";
import { startHub, whyNoHub } from "../helpers/hub.ts";
import { joinedHere } from "../helpers/joined-stations.ts";
import { boughtShipment, memberWithToken, shipmentWithOffers } from "../helpers/station.ts";

const minorOf = (text: string): number => Math.round(Number(text) * 100);

describe.skipIf(whyNoHub !== undefined)(
  "a desk whose share of the balance is too small while the hub is unreachable",
  { tags: "all", timeout: 120_000 },
  () => {
    it("the desk refuses its packer with E2132, buys once with an owner's recorded approval, and has exact money afterwards", async () => {
      const hub = await startHub();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const b = await deskAtHub();
      expect((await b.desk("POST", "/station/sync/join", { code: await hub.add() })).status).toBe(
        200,
      );
      await b.startedAgain(1);
      await until(
        "both stations have a share of the balance",
        async () =>
          (await b.status()).stations.filter(({ lease }) => Number(lease) > 0).length === 2,
        30_000,
      );
      const { deps } = b.now.core;
      const { organizationID, memberID } = b.now.started;
      await boughtShipment(b.now); // From here on the station has prefetched barcodes.
      const shipment = await shipmentWithOffers(b.now);
      const offer = shipment.offers?.cheapest;
      const packer = memberWithToken(b.now, "user");
      await until("no change waits to be published", async () => (await b.status()).waiting === 0);
      const balanceAt = async (): Promise<number> =>
        minorOf((await a.call<{ balance: string }[]>("/organizations"))[0]?.balance ?? "");
      const boughtAt = async (): Promise<number> =>
        (await a.call<{ statusCode: string }[]>("/shipments")).filter(
          ({ statusCode }) => statusCode === "TRACKING_CODE_CREATED",
        ).length;
      await until(
        "the other station has the purchase",
        async () => (await boughtAt()) === 1,
        20_000,
      );
      const before = await balanceAt();
      await hub.kill9("both");
      await until("the station is cut off", async () => (await b.status()).state === "cut off");
      const price = minorOf(offer?.totalAmount ?? "");
      const left = 1_000;
      takeBack(deps, organizationID, capacityOf(deps, organizationID) - left);

      const byPacker = await b.now.call(
        "POST",
        "/transactions",
        { offerID: offer?.id },
        { authorization: `Bearer ${packer.token}`, "idempotency-key": "parcel-1" },
      );
      expect([byPacker.status, byPacker.body.code]).toEqual([409, "E2132"]);
      const approve = (member: string): Promise<{ status: number; body: unknown }> =>
        b.now.core.request({
          method: "POST",
          path: "/station/purchases/approved",
          body: { offerID: offer?.id, print: false },
          memberID: member,
        });
      expect((await approve(packer.memberID)).status).toBe(403);
      expect(capacityOf(deps, organizationID)).toBe(left);
      // Enter was pressed twice.
      const answers = await Promise.all([approve(memberID), approve(memberID)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(capacityOf(deps, organizationID)).toBe(0);
      // The packer repeats the call under its key, and the answer is that the parcel is bought.
      const repeated = await b.now.call(
        "POST",
        "/transactions",
        { offerID: offer?.id },
        { authorization: `Bearer ${packer.token}`, "idempotency-key": "parcel-1" },
      );
      expect([repeated.status, repeated.body.code]).toEqual([409, "E1065"]);
      const { data } = await b.desk<AuditPage>("GET", "/station/audit?kind=money");
      expect(data.list.filter(({ operation }) => operation === "approvedBeyond")).toEqual([
        expect.objectContaining({
          memberID,
          memberName: expect.any(String),
          subjectID: shipment.id,
          amount: ((price - left) / 100).toFixed(2),
        }),
      ]);

      await b.now.stop();
      const again = await deskAtHub(b.dataDir);
      await startHub({ dir: hub.dir, port: hub.port });
      await until(
        "the other station has the purchase",
        async () => (await again.status()).waiting === 0 && (await boughtAt()) === 2,
        30_000,
      );
      expect([
        await balanceAt(),
        minorOf((await again.desk<{ balance: string }>("GET", "/station/desk")).data.balance),
      ]).toEqual([before - price, before - price]);
      await until(
        "the leases are not more than the balance",
        async () =>
          (await again.status()).stations.reduce(
            (sum, { lease }) => sum + minorOf(lease ?? "0"),
            0,
          ) <=
          before - price,
        30_000,
      );
      expect(
        (await again.desk<AuditPage>("GET", "/station/audit?kind=money")).data.list.filter(
          ({ operation }) => operation === "approvedBeyond",
        ),
      ).toHaveLength(1);
      expect((await again.status()).conflicts).toEqual([]);
    });
  },
);
