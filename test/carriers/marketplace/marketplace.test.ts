/** A desk that sells the offers of another station, its marketplace. */
import { describe, expect, it } from "vitest";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import type { Marketplace } from "../../../core/shipping/accounts/marketplaces.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import {
  deskWithMarketplace,
  FAR_SERVICE,
  offersOf,
  quoted,
  type MarketDesk,
} from "../../helpers/marketplace.ts";
import { balanceOf, eventually, shipmentWithOffers, type Station } from "../../helpers/station.ts";

const isFar = ({ providerServiceCode }: Offer): boolean => providerServiceCode === FAR_SERVICE;
const shipmentsOf = async (s: Station): Promise<Shipment[]> =>
  (await s.call<Shipment[]>("GET", "/shipments?limit=100")).body.data;

async function bought(s: MarketDesk, change: Record<string, unknown> = {}): Promise<Transaction> {
  const offer = offersOf(await quoted(s, change), s.accountID).find(isFar);
  const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: offer?.id });
  if (!body["result"]) throw new Error(JSON.stringify(body));
  return body.data;
}

describe("offers of a marketplace", () => {
  it("come next to our own with the marketplace's price, unchanged", async () => {
    const s = await deskWithMarketplace();
    const shipment = await quoted(s);
    const offer = offersOf(shipment, s.accountID).find(isFar);
    const there = (await shipmentsOf(s.market))[0]?.offers?.list.find(isFar);
    const priceOf = (one: typeof offer) => ({
      amount: one?.amount,
      tax: one?.amountTax,
      vat: one?.amountVat,
      total: one?.totalAmount,
      time: one?.averageEstimatedTime,
      code: one?.providerServiceCode,
    });
    expect(priceOf(offer)).toEqual(priceOf(there));
    expect(offer?.providerServiceCode).toBe(FAR_SERVICE);
  });

  it("come after our own, and are counted as missing until then", async () => {
    const s = await deskWithMarketplace();
    const first = await shipmentWithOffers(s);
    const { totalOffersRequested = 0, totalOffersCompleted = 0, list } = first.offers ?? {};
    expect([totalOffersRequested - totalOffersCompleted, list?.length]).toEqual([
      1,
      totalOffersCompleted,
    ]);
  });
});

describe("a label of a marketplace", () => {
  it("is bought there, kept as it came, and paid from the balance there", async () => {
    const s = await deskWithMarketplace();
    const [here, there] = [await balanceOf(s), await balanceOf(s.market)];
    const label = await bought(s);
    const [sold] = await shipmentsOf(s.market);
    const paid = Math.round((Number(there) - Number(await balanceOf(s.market))) * 100);
    expect([await balanceOf(s), paid]).toEqual([here, Math.round(Number(label.totalAmount) * 100)]);
    expect(label).toMatchObject({ payedVia: "MARKETPLACE", isCustomAccountCharge: true });
    expect([label.shipment.barcode, sold?.statusCode]).toEqual([
      sold?.barcode,
      "TRACKING_CODE_CREATED",
    ]);
    const [ours, theirs] = await Promise.all(
      [label.shipment.labelURL, sold?.labelURL ?? ""].map(async (url) =>
        Buffer.from(await (await fetch(url)).arrayBuffer()),
      ),
    );
    expect(ours?.equals(theirs ?? Buffer.alloc(0))).toBe(true);
  });

  it("is cancelled there first, and refunded there", async () => {
    const s = await deskWithMarketplace();
    const there = await balanceOf(s.market);
    const label = await bought(s);
    const { body } = await s.call<Shipment>("DELETE", `/shipments/${label.shipment.id}`);
    expect(body).toMatchObject({ result: true, data: { statusCode: "CANCELED" } });
    expect([(await shipmentsOf(s.market))[0]?.statusCode, await balanceOf(s.market)]).toEqual([
      "CANCELED",
      there,
    ]);
  });
});

describe("the balance at a marketplace", () => {
  it("stays known when it is chosen when the marketplace is asked", async () => {
    const s = await deskWithMarketplace();
    const path = `/station/marketplaces/${s.accountID}`;
    const read = (await s.call<Marketplace>("POST", `${path}/balance`)).body.data.balance;
    const { body } = await s.call<Marketplace>("PATCH", path, { asks: "onDemand" });
    expect([read?.amount, body.data.balance]).toEqual([await balanceOf(s.market), read]);
  });
});

describe("an open purchase at a marketplace", () => {
  it("names the marketplace whose balance pays, because nothing is held here", async () => {
    const s = await deskWithMarketplace();
    const shipment = await quoted(s, { order: { orderNumber: "AÇIK-1" } });
    const offer = offersOf(shipment, s.accountID).find(isFar);
    await s.market.stop();
    const buying = s.call("POST", "/transactions", { offerID: offer?.id });
    const opened = await eventually("the purchase is open", async () => {
      const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", {
        code: "AÇIK-1",
      });
      return data.shipment.statusCode === "OFFER_ACCEPTED" && data;
    });
    expect([opened.paidAt, opened.isLabelAwaited]).toEqual(["Pazar", false]);
    await buying;
  });
});
