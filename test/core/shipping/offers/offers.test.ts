import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { lastingStation, shipmentWithOffers, type Station } from "../../../helpers/station.ts";

type Offers = NonNullable<Shipment["offers"]>;

let s: Station;
beforeAll(async () => {
  s = await lastingStation();
});
afterAll(() => s.stop());

const offersOf = async (change: Record<string, unknown> = {}): Promise<Offers> =>
  (await shipmentWithOffers(s, change)).offers as Offers;
const amounts = (offers: Offers): number[] => offers.list.map((offer) => Number(offer.totalAmount));

describe("a shipment's offers", () => {
  it("the cheapest and the fastest offer are marked: no other offer has a lower total with tax or a shorter time", async () => {
    const offers = await offersOf();
    expect(Number(offers.cheapest?.totalAmount)).toBe(Math.min(...amounts(offers)));
    expect(offers.fastest?.averageEstimatedTime).toBe(
      Math.min(...offers.list.map((offer) => offer.averageEstimatedTime)),
    );
    expect(offers.list.map((offer) => offer.id)).toEqual(
      expect.arrayContaining([offers.cheapest?.id, offers.fastest?.id]),
    );
  });

  it("each service gives one offer, and all requested carriers count as completed", async () => {
    const offers = await offersOf();
    const services = offers.list.map((offer) => offer.providerServiceCode);
    expect([
      new Set(services).size,
      offers.totalOffersCompleted,
      offers.percentageCompleted,
    ]).toEqual([services.length, offers.totalOffersRequested, 100]);
  });

  it("no service is cheaper for 12 kg than for 1 kg", async () => {
    const price = async (weight: number): Promise<Map<string, number>> =>
      new Map(
        (await offersOf({ weight })).list.map((offer) => [
          offer.providerServiceCode,
          Number(offer.totalAmount),
        ]),
      );
    const [small, large] = [await price(1), await price(12)];
    const both = [...small].filter(([service]) => large.has(service));
    expect(both.length).toBeGreaterThan(2);
    expect(both.filter(([service, amount]) => amount > (large.get(service) ?? 0))).toEqual([]);
  });

  it("when the weight of the parcel changes, its offers are replaced by offers with new ids", async () => {
    const before = await shipmentWithOffers(s);
    const after = (await s.call<Shipment>("PATCH", `/shipments/${before.id}`, { weight: "9" })).body
      .data;
    const ids = (shipment: Shipment): string[] =>
      shipment.offers?.list.map((offer) => offer.id) ?? [];
    expect([ids(after).length > 2, ids(after).filter((id) => ids(before).includes(id))]).toEqual([
      true,
      [],
    ]);
  });

  it("a test shipment has only offers of the free test service", async () => {
    const offers = await offersOf({ test: true });
    expect([offers.list.map((offer) => offer.providerServiceCode), amounts(offers)]).toEqual([
      ["PACKBENCH_STANDART"],
      [0],
    ]);
  });
});
