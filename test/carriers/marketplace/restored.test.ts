/** A backup that was made before purchases and cancellations at a marketplace, restored later. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { Instant } from "../../../core/base/units.ts";
import { createFollowing } from "../../../core/fulfilment/following/follow-parcels.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { listIneligibleServices } from "../../../core/shipping/offers/offers.service.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy.ts";
import {
  boughtThere,
  connectMarketplace,
  deskBehindProxy,
  farOffer,
  marketplaceStation,
  quoted,
} from "../../helpers/marketplace.ts";
import { restorableStation, type RestorableStation } from "../../helpers/restored-station.ts";
import { eventually, type Station } from "../../helpers/station.ts";

const HOUR_MS = 60 * 60_000;

type Restorable = RestorableStation & {
  readonly market: Station;
  readonly proxy: FaultProxy;
  readonly accountID: string;
  readonly ahead: { ms: number };
};

/** @param carrierWaitMs Longest wait of a purchase for its outcome, ms. */
async function restorable(carrierWaitMs = 20_000): Promise<Restorable> {
  const market = await marketplaceStation();
  const proxy = await startFaultProxy(() => market.url);
  onTestFinished(() => proxy.close());
  const ahead = { ms: 0 };
  const desk = await restorableStation({
    world: {
      now: () => new Date(Date.now() + ahead.ms).toISOString() as Instant,
      carrierWaitMs,
    },
    settings: { carrierTargets: { loopback: true }, rateLimit: null },
  });
  const accountID = await connectMarketplace(desk.now, proxy.url, market.started.token ?? "");
  return Object.assign(desk, { market, proxy, accountID, ahead });
}

const buy = async (s: Restorable, shipment: Shipment) =>
  await s.now.call<Transaction>("POST", "/transactions", {
    offerID: farOffer(shipment, s.accountID)?.id,
  });
const stateOf = async (s: Station, id: string): Promise<string> =>
  (await s.call<Shipment>("GET", `/shipments/${id}`)).body.data.statusCode;
const statesThere = async ({ market }: Restorable): Promise<string[]> =>
  (await market.call<Shipment[]>("GET", "/shipments")).body.data.map((one) => one.statusCode);

/** Lets time pass until the shipment has a state. */
const becomes = async (s: Restorable, id: string, state: string): Promise<void> => {
  await eventually(`the shipment is ${state}`, async () => {
    s.ahead.ms += 2 * 60_000;
    s.now.core.deps.jobs.wake();
    await new Promise((done) => setTimeout(done, 100));
    return (await stateOf(s.now, id)) === state;
  });
};

/** Asks the marketplace for the states of its labels. */
async function follow({ core, started }: Station): Promise<void> {
  core.deps.db.raw.prepare("DELETE FROM tracking_asked").run();
  await createFollowing(core.deps, 0).step([started.organizationID]);
}

describe("a purchase that was made after the backup", () => {
  it("is the same one when the offer is bought again", { tags: "all" }, async () => {
    const s = await restorable();
    const shipment = await quoted(s.now);
    await s.backUp();
    const first = await buy(s, shipment);
    await s.restore();
    expect(await stateOf(s.now, shipment.id)).toBe("GOT_OFFERS");
    const second = await buy(s, shipment);
    expect([second.status, second.body.data.shipment.barcode]).toEqual([
      201,
      first.body.data.shipment.barcode,
    ]);
    expect(await statesThere(s)).toEqual(["TRACKING_CODE_CREATED"]);
  });

  it(
    "leaves no further offer there when the order is asked about again, also much later",
    { tags: "all" },
    async () => {
      const s = await restorable();
      const { id } = await quoted(s.now);
      await s.backUp();
      const requoted = async (weight: string): Promise<Shipment> => {
        await s.now.call("PATCH", `/shipments/${id}`, { weight });
        return await eventually("the offers have come", async () => {
          const { body } = await s.now.call<Shipment>("GET", `/shipments/${id}`);
          return body.data.offers?.percentageCompleted === 100 && body.data;
        });
      };
      const first = await buy(s, await requoted("3"));
      await s.restore();
      s.ahead.ms += 26 * HOUR_MS;
      expect(farOffer(await requoted("4"), s.accountID)).toBe(undefined);
      const reasons = listIneligibleServices(s.now.core.deps, id).map(({ code, limit }) => [
        code,
        limit,
      ]);
      expect(reasons).toContainEqual(["SOLD_BEFORE_RESTORE", first.body.data.shipment.barcode]);
      const other = await quoted(s.now);
      expect(farOffer(other, s.accountID)).toBeDefined();
    },
  );

  it("is not cancelled there when unbought shipments are", { tags: "all" }, async () => {
    const s = await restorable();
    const [bought, other] = [await quoted(s.now), await quoted(s.now)];
    await s.backUp();
    await buy(s, bought);
    await s.restore();
    s.ahead.ms += 23 * HOUR_MS;
    await eventually("the unbought one is cancelled", async () => {
      s.now.core.deps.jobs.wake();
      return (await statesThere(s)).includes("CANCELED");
    });
    expect([await statesThere(s), other.statusCode]).toEqual([
      ["CANCELED", "TRACKING_CODE_CREATED"],
      "GOT_OFFERS",
    ]);
  });
});

describe("a purchase that was open in the backup", () => {
  it("and was cancelled since ends without a label, and is not bought again", async () => {
    const s = await restorable(300);
    const shipment = await quoted(s.now);
    s.proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "cut after" : "none");
    await buy(s, shipment);
    await s.backUp();
    s.proxy.faultOf = () => "none";
    await becomes(s, shipment.id, "TRACKING_CODE_CREATED");
    await s.now.call("DELETE", `/shipments/${shipment.id}`);
    await s.restore();
    await becomes(s, shipment.id, "GOT_OFFERS");
    expect(await statesThere(s)).toEqual(["CANCELED"]);
  });
});

describe("a label that is void at the marketplace", () => {
  it(
    "because it was cancelled after the backup, is cancelled here when it is followed",
    { tags: "all" },
    async () => {
      const s = await restorable();
      const { shipment } = await boughtThere(Object.assign(s.now, { accountID: s.accountID }));
      await s.backUp();
      await s.now.call("DELETE", `/shipments/${shipment.id}`);
      await s.restore();
      expect(await stateOf(s.now, shipment.id)).toBe("TRACKING_CODE_CREATED");
      await follow(s.now);
      expect(await stateOf(s.now, shipment.id)).toBe("CANCELED");
    },
  );

  it(
    "because somebody cancelled it there, is cancelled here when it is followed",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy();
      const { shipment } = await boughtThere(s);
      const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body
        .data;
      await s.market.call("DELETE", `/shipments/${id}`);
      await follow(s);
      expect(await stateOf(s, shipment.id)).toBe("CANCELED");
    },
  );
});
