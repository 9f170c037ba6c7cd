/** A desk that sells the offers of another station, its marketplace. */
import { describe, expect, it } from "vitest";
import { createFollowing } from "../../../core/fulfilment/following/follow-parcels.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import type { Marketplace } from "../../../core/shipping/accounts/marketplaces.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { deskActor } from "../../../core/organizations/organizations.service.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { plainService } from "../../helpers/agreements.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import {
  boughtThere,
  connectMarketplace,
  deskBehindProxy,
  deskWithMarketplace,
  FAR_SERVICE,
  farOffer,
  marketplaceStation,
  offersOf,
  quoted,
  type MarketDesk,
} from "../../helpers/marketplace.ts";
import {
  RECIPIENT,
  balanceOf,
  eventually,
  parcel,
  shipmentWithOffers,
  station,
  trueTime,
  type Station,
} from "../../helpers/station.ts";

const isFar = ({ providerServiceCode }: Offer): boolean => providerServiceCode === FAR_SERVICE;
const shipmentsOf = async (s: Station): Promise<Shipment[]> =>
  (await s.call<Shipment[]>("GET", "/shipments?limit=100")).body.data;

describe("offers of a marketplace", () => {
  it("are listed with our own, with the marketplace's unchanged prices", async () => {
    const s = await deskWithMarketplace();
    const shipment = await quoted(s);
    const offer = farOffer(shipment, s.accountID);
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

describe("the window and a program", () => {
  it("see the same offers of an order, and leave the same purchase", { tags: "all" }, async () => {
    const s = await deskWithMarketplace();
    const quotedOf = async (orderNumber: string): Promise<Shipment> =>
      await quoted(s, { order: { orderNumber } });
    const [first, second] = [await quotedOf("PENCERE-1"), await quotedOf("PROGRAM-1")];
    const { data: opened } = await s.desk<OpenedOrder>("POST", "/station/orders/open", {
      code: "PENCERE-1",
    });
    const read = (await s.call<Shipment>("GET", `/shipments/${first.id}`)).body.data;
    expect(opened.shipment.offers).toEqual(read.offers);
    expect(offersOf(read, s.accountID).length).toBeGreaterThan(0);
    await s.desk("POST", "/transactions", { offerID: farOffer(first, s.accountID)?.id });
    await s.call("POST", "/transactions", { offerID: farOffer(second, s.accountID)?.id });
    const columns =
      "status, carrier_name, total_minor, on_account, new_balance_minor, agreement_id";
    const rows = s.core.deps.db.raw
      .prepare(`SELECT ${columns} FROM transactions ORDER BY rowid`)
      .raw()
      .all();
    expect([rows.length, rows[0]]).toEqual([2, rows[1]]);
    const { count } = s.core.deps.db.raw
      .prepare("SELECT count(*) AS count FROM ledger_entries WHERE kind = 'PURCHASE'")
      .get() as { count: number };
    expect(count).toBe(0);
  });
});

describe("a label of a marketplace", () => {
  it("is bought there, kept as it came, and paid from the balance there", async () => {
    const s = await deskWithMarketplace();
    const [here, there] = [await balanceOf(s), await balanceOf(s.market)];
    const label = await boughtThere(s);
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
    const label = await boughtThere(s);
    const { body } = await s.call<Shipment>("DELETE", `/shipments/${label.shipment.id}`);
    expect(body).toMatchObject({ result: true, data: { statusCode: "CANCELED" } });
    expect([(await shipmentsOf(s.market))[0]?.statusCode, await balanceOf(s.market)]).toEqual([
      "CANCELED",
      there,
    ]);
  });
});

describe("parcels of a marketplace", () => {
  const scan = async (s: Station, id: string, subCode: string): Promise<void> => {
    const { status, body } = await s.call("POST", `/station/shipments/${id}/tracking`, {
      subCode,
      statusDate: new Date().toISOString(),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const followed = async (s: MarketDesk): Promise<void> => {
    s.core.deps.db.raw
      .prepare("UPDATE tracking_asked SET asked_at = '2026-01-01T00:00:00.000Z'")
      .run();
    await createFollowing(s.core.deps, 0).step([s.started.organizationID]);
  };
  const statusOf = async (s: Station, { shipment }: Transaction) =>
    (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data;

  it("are followed from there to their delivery, also when no list names them any more", async () => {
    const s = await deskWithMarketplace();
    const label = await boughtThere(s);
    const there = (await shipmentsOf(s.market))[0]?.id ?? "";
    await scan(s.market, there, "package_accepted");
    await followed(s);
    expect((await statusOf(s, label)).statusCode).toBe("SHIPPED");
    await scan(s.market, there, "delivered");
    await followed(s);
    expect(await statusOf(s, label)).toMatchObject({
      statusCode: "DELIVERED",
      trackingStatus: { trackingSubStatusCode: "delivered" },
    });
  });

  it("have their states read a hundred in a call", async () => {
    const s = await deskWithMarketplace();
    for (let i = 0; i < 5; i += 1) await boughtThere(s);
    const before = s.core.deps.connections.listCalls(s.accountID).length;
    await followed(s);
    const calls = s.core.deps.connections.listCalls(s.accountID).slice(0, -before);
    expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(["listShipments"]));
    expect(calls.length).toBe(5);
  });
});

describe("a test account of a marketplace", () => {
  it("offers only free labels for test shipments", async () => {
    const market = await marketplaceStation();
    const desk = await station({
      world: { now: trueTime },
      settings: { carrierTargets: { loopback: true }, rateLimit: null },
    });
    const accountID = await connectMarketplace(desk, market.url, market.started.token ?? "", {
      parameters: { mode: "test" },
    });
    const [live, test] = [await quoted(desk), await quoted(desk, { test: true })];
    expect([offersOf(live, accountID).length, offersOf(test, accountID)]).toMatchObject([
      0,
      [{ totalAmount: "0.00", providerServiceCode: "PACKBENCH_STANDART" }],
    ]);
    expect((await shipmentsOf(market)).map((one) => one.test)).toEqual([true]);
  });
});

describe("an order without the recipient's e-mail", () => {
  it("is asked about with the account's e-mail, which the interface requires", async () => {
    const market = await marketplaceStation();
    const desk = await station({
      world: { now: trueTime },
      settings: { carrierTargets: { loopback: true }, rateLimit: null },
    });
    const accountID = await connectMarketplace(desk, market.url, market.started.token ?? "", {
      parameters: { recipientEmail: "siparis@ornek.test" },
    });
    const { id } = createShipment(
      desk.core.deps,
      deskActor(desk.core.deps, desk.started.memberID),
      shipmentInputSchema.parse(parcel({ recipientAddress: { ...RECIPIENT, email: "" } })),
      { needsEmail: false, quote: true },
    );
    desk.core.deps.jobs.wake();
    await eventually("the offer has come", async () =>
      farOffer((await desk.call<Shipment>("GET", `/shipments/${id}`)).body.data, accountID),
    );
    const [there] = await shipmentsOf(market);
    expect(there?.recipientAddress?.email).toBe("siparis@ornek.test");
  });
});

describe("two desks with one token", () => {
  it("buy apart, and each pays once from the same balance", async () => {
    const s = await deskWithMarketplace();
    const other = await station({
      world: { now: trueTime },
      settings: { carrierTargets: { loopback: true }, rateLimit: null },
    });
    const accountID = await connectMarketplace(other, s.market.url, s.market.started.token ?? "");
    const before = Number(await balanceOf(s.market));
    const labels = await Promise.all([boughtThere(s), boughtThere({ ...other, accountID })]);
    const paid = Math.round((before - Number(await balanceOf(s.market))) * 100);
    const prices = labels.map(({ totalAmount }) => Math.round(Number(totalAmount) * 100));
    expect(prices.reduce((sum, price) => sum + price)).toBe(paid);
    expect(new Set(labels.map(({ shipment }) => shipment.barcode)).size).toBe(2);
  });
});

describe("orders with further terms", () => {
  it(
    "with an appointment are bought there for its day and price, also when the answer is lost",
    { tags: "all" },
    async () => {
      const services = [
        plainService({ code: FAR_SERVICE, appointments: { days: 3, amount: 500 } }),
      ];
      const s = await deskBehindProxy(300, { tariff: { services } });
      const shipment = await quoted(s);
      const day = farOffer(shipment, s.accountID)?.subOffer[1];
      let lost = 0;
      s.proxy.faultOf = ({ path }) =>
        path.endsWith("/transactions") && (lost += 1) === 1 ? "cut after" : "none";
      await s.call("POST", "/transactions", { offerID: day?.id });
      const bought = await eventually("the label is bought", async () => {
        s.ahead.ms += 60_000;
        s.core.deps.jobs.wake();
        const { body } = await s.call<Shipment>("GET", `/shipments/${shipment.id}`);
        return body.data.statusCode === "TRACKING_CODE_CREATED" && body.data;
      });
      const [there] = await shipmentsOf(s.market);
      expect([lost, there?.totalAmount, bought.barcode]).toEqual([
        1,
        day?.totalAmount,
        there?.barcode,
      ]);
    },
  );

  it("with cash on delivery are bought there with their own order number and amount", async () => {
    const s = await deskWithMarketplace(
      {},
      {
        tariff: {
          services: [plainService({ code: FAR_SERVICE, name: "Uzak Standart", collects: "only" })],
        },
      },
    );
    const label = await boughtThere(s, {
      productPaymentOnDelivery: true,
      order: { orderNumber: "SIPARIS-7", totalAmount: "150.50", totalAmountCurrency: "TL" },
    });
    const { body } = await s.market.call<Shipment>(
      "GET",
      `/shipments/${(await shipmentsOf(s.market))[0]?.id}`,
    );
    expect(body.data).toMatchObject({
      productPaymentOnDelivery: true,
      order: { orderNumber: "SIPARIS-7", totalAmount: "150.50" },
    });
    expect(label.shipment.order).toMatchObject({ orderNumber: "SIPARIS-7" });
  });

  it("are returned there with a label of the same marketplace", async () => {
    const s = await deskWithMarketplace();
    const label = await boughtThere(s);
    const { status, body } = await s.call<Transaction>("POST", `/shipments/${label.shipment.id}`, {
      isReturn: true,
      willAccept: true,
      providerServiceCode: FAR_SERVICE,
    });
    expect([status, body.message ?? ""]).toEqual([201, expect.anything()]);
    const [there] = await shipmentsOf(s.market);
    expect([body.data.shipment.barcode, body.data.payedVia, there?.isReturn]).toEqual([
      there?.barcode,
      "MARKETPLACE",
      true,
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
  it(
    "names the marketplace whose balance pays, because nothing is held here",
    { tags: "all" },
    async () => {
      const s = await deskWithMarketplace({ world: { carrierWaitMs: 200 } });
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
    },
  );
});
