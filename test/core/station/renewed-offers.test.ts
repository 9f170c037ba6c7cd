/** Offers whose prices no longer apply are renewed when their order is opened or planned. */
import { describe, expect, it } from "vitest";
import { instant } from "../../../core/base/units.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { createVersion } from "../../../core/shipping/agreements/make-agreement.ts";
import type { OpenedOrder, PurchasePlan } from "../../../core/station/station.schema.ts";
import { addAgreement, plainService, plainTariff } from "../../helpers/agreements.ts";
import { change, shipmentWithOffers, station, type Station } from "../../helpers/station.ts";

async function liveStation(): Promise<Station> {
  const s = await station();
  change(s, "UPDATE organizations SET test = 0");
  await s.desk("DELETE", "/station/samples");
  return s;
}

const amountOf = ({ offers }: Shipment): string | undefined => offers?.cheapest?.amount;
const open = async (s: Station, { organizationShipmentID }: Shipment): Promise<OpenedOrder> =>
  (
    await s.desk<OpenedOrder>("POST", "/station/orders/open", {
      code: `#${organizationShipmentID}`,
    })
  ).data;

describe("an order whose offers were made at earlier prices", () => {
  it("gets new offers when it is opened or planned after a later entered version begins", async () => {
    const s = await liveStation();
    const agreement = addAgreement(s);
    const [opened, planned] = [await shipmentWithOffers(s), await shipmentWithOffers(s)];
    createVersion(
      s.core.deps,
      agreement,
      plainTariff({ services: [plainService({ steps: [{ upToDesi: 5, prices: [20_000] }] })] }),
      { from: instant("2026-11-22T21:00:00.000Z"), to: null },
    );
    s.clock.nowMs = Date.parse("2026-11-23T09:00:00.000Z");
    await s.desk("POST", "/station/rules", { action: { choose: "cheapest" }, buyUpTo: "900" });
    const { shipment, choice } = await open(s, opened);
    const { data: plan } = await s.desk<PurchasePlan>("POST", "/station/purchases/plan", {
      shipmentIDs: [planned.id],
    });
    const buy = { offerID: choice?.offerID, atOnce: true, print: false };
    expect([
      amountOf(opened),
      amountOf(shipment),
      choice?.offerID === shipment.offers?.cheapest?.id,
      (await s.desk("POST", "/station/purchases", buy)).status,
      plan.list.map(({ amount }) => amount),
    ]).toEqual(["100.00", "200.00", true, 201, ["245.64"]]);
  });

  it("gets new offers after the day on which the fuel surcharge changes, and is not bought at the earlier price", async () => {
    const s = await liveStation();
    addAgreement(s, { tariff: { fuel: [{ from: "2026-11-23", ppm: 500_000 }] } });
    const early = await shipmentWithOffers(s);
    s.clock.nowMs = Date.parse("2026-11-22T21:00:00.000Z");
    const { code } = await s.desk("POST", "/station/purchases", {
      offerID: early.offers?.cheapest?.id,
      print: false,
    });
    const { shipment } = await open(s, early);
    expect([code, amountOf(early), amountOf(shipment)]).toEqual(["E1064", "100.00", "150.00"]);
  });

  it("sells no appointment for today, and opening the order offers later days", async () => {
    const s = await liveStation();
    const appointments = { days: 2, amount: 500 };
    addAgreement(s, { tariff: { services: [plainService({ appointments })] } });
    const early = await shipmentWithOffers(s);
    const [day] = early.offers?.list[0]?.subOffer ?? [];
    s.clock.nowMs = Date.parse("2026-11-22T21:00:00.000Z");
    const buy = { offerID: day?.id, print: false };
    const { code } = await s.desk("POST", "/station/purchases", buy);
    const { shipment } = await open(s, early);
    expect([
      day?.scheduleDate,
      code,
      shipment.offers?.list[0]?.subOffer.map(({ scheduleDate }) => scheduleDate),
    ]).toEqual(["2026-11-23", "E1064", ["2026-11-24", "2026-11-25"]]);
  });
});
