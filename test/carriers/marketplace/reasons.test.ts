/** Reasons of this station why a marketplace makes no offer, which are no words of the marketplace. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { instant } from "../../../core/base/units.ts";
import type { IneligibleCode } from "../../../core/shipping/carriers/ineligible.schema.ts";
import { quotesOfShipment } from "../../../core/shipping/carriers/marketplace/mapping.ts";
import { listIneligibleServices } from "../../../core/shipping/offers/offers.service.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { CreatedOrder } from "../../../core/station/new-orders/new-orders.schema.ts";
import { deskBehindProxy, deskWithMarketplace, quoted } from "../../helpers/marketplace.ts";
import { eventually, parcel, type Station } from "../../helpers/station.ts";

const reasonsOf = (s: Station, id: string) =>
  listIneligibleServices(s.core.deps, id)
    .filter(({ name }) => name.startsWith("Pazar"))
    .map(({ code, reason }) => [code, reason]);

describe("an order with a term that the interface cannot express", () => {
  const cash = { totalAmount: "150", totalAmountCurrency: "TL" };
  it.each<[IneligibleCode, string, Record<string, unknown>]>([
    ["NO_RECIPIENT_PAYS", "cannot bill the recipient", { payer: "recipient" }],
    ["NO_DECLARED_VALUE", "takes no declared value", { declaredValue: "500" }],
    [
      "CARD_NOT_STATED",
      "does not say whether it collects by card",
      { collection: "card", ...cash },
    ],
  ])("is not asked about, with the code %s", async (code, reason, order) => {
    const s = await deskWithMarketplace();
    const { data } = await s.desk<CreatedOrder>("POST", "/station/orders", {
      ...parcel(),
      draftID: randomUUID(),
      productPaymentOnDelivery: "collection" in order,
      order,
    });
    await eventually("all carriers have answered", async () => {
      const { body } = await s.call<Shipment>("GET", `/shipments/${data.shipmentID}`);
      return body.data.offers?.percentageCompleted === 100;
    });
    expect(reasonsOf(s, data.shipmentID)).toEqual([[code, reason]]);
  });
});

describe("an answer without usable offers", () => {
  it.each<[IneligibleCode, string, (body: string) => string]>([
    [
      "OTHER_CURRENCY",
      "has a price in USD",
      (b) => b.replaceAll('"currency":"TL"', '"currency":"USD"'),
    ],
    [
      "UNREADABLE",
      "made offers that cannot be read",
      (b) => b.replaceAll('"providerCode":"UZAK"', '"providerCode":"?"'),
    ],
  ])("is listed with the code %s", async (code, reason, rewrite) => {
    const s = await deskBehindProxy();
    s.proxy.rewrite = ({ path }, body) => (path.includes("/shipments") ? rewrite(body) : body);
    const { id } = await quoted(s);
    expect(reasonsOf(s, id)).toContainEqual([code, reason]);
  });
});

it("an answer whose offers have not all come in time is listed as incomplete", () => {
  const { quotes, ineligible } = quotesOfShipment(
    { id: "account", name: "Pazar" },
    { id: "shipment", offers: { list: [], unread: 0, isComplete: false } },
    { key: "key", at: instant("2026-11-30T09:00:00.000Z"), check: "", only: [] },
  );
  expect([quotes, ineligible.map(({ name, code }) => [name, code])]).toEqual([
    [],
    [["Pazar", "INCOMPLETE"]],
  ]);
});

it(
  "a return of a parcel whose label another carrier sold is not asked about",
  { tags: "all" },
  async () => {
    const s = await deskWithMarketplace();
    const { offers } = await quoted(s);
    const ours = offers?.list.find(({ providerAccountID }) => providerAccountID !== s.accountID);
    const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: ours?.id });
    const { body: answer } = await s.call<Shipment>("POST", `/shipments/${body.data.shipment.id}`, {
      isReturn: true,
      willAccept: false,
    });
    const reasons = await eventually("the marketplace has its reason", () => {
      const found = reasonsOf(s, answer.data.id);
      return found.length > 0 && found;
    });
    expect(reasons).toEqual([
      ["RETURNS_OWN_ONLY", "returns only parcels whose label was bought there"],
    ]);
  },
);
