/** Sample prices are marked everywhere, and are offered with real prices only in test mode. */
import { describe, expect, it } from "vitest";
import { readSampleAgreements } from "../../../../core/shipping/agreements/sample-agreements.ts";
import type { DeskDay } from "../../../../core/fulfilment/packing/packing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { PurchasePlan } from "../../../../core/station/station.schema.ts";
import { addAgreement } from "../../../helpers/agreements.ts";
import {
  boughtShipment,
  change,
  parcel,
  RESOURCES,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const [SAMPLE] = readSampleAgreements(RESOURCES);
if (SAMPLE === undefined) throw new Error("no sample agreement");

/** Adds a signed agreement. */
const addRealCard = (s: Station): void =>
  void addAgreement(s, {
    providerCode: "GERCEK",
    tariff: {
      services: SAMPLE.tariff.services
        .slice(0, 1)
        .map((service) => ({ ...service, code: "GERCEK_STANDART", name: "Gerçek" })),
    },
  });
const leaveTestMode = (s: Station): void => change(s, "UPDATE organizations SET test = 0");
const codesOf = ({ offers }: Shipment): string[] => [
  ...new Set((offers?.list ?? []).map(({ providerCode }) => providerCode)),
];
const listedCodes = async (s: Station): Promise<string[]> => {
  const { body } = await s.call(
    "GET",
    "/priceList?paramType=parcel&length=20&width=20&height=20&weight=1",
  );
  return [
    ...new Set(
      (body["priceList"] as { offers: { providerCode: string }[] }[]).flatMap(({ offers }) =>
        offers.map(({ providerCode }) => providerCode),
      ),
    ),
  ];
};

describe("sample prices", () => {
  it("sample prices are neither offered with real prices, nor listed, nor bought in one step", async () => {
    const s = await station();
    leaveTestMode(s);
    const before = await shipmentWithOffers(s);
    addRealCard(s);
    expect([
      codesOf(before).length > 1,
      codesOf(await shipmentWithOffers(s)),
      await listedCodes(s),
    ]).toEqual([true, ["GERCEK"], ["GERCEK"]]);
    const { body } = await s.call("POST", "/transactions", {
      providerServiceCode: SAMPLE.tariff.services[0]?.code,
      shipment: parcel({ returnAddressID: await senderOf(s) }),
    });
    expect(body.code).toBe("E1064");
  });

  it("an earlier order's sample prices are not in a plan of purchases once there are real prices, nor once the samples are removed", async () => {
    const s = await station();
    leaveTestMode(s);
    const [first, second] = [await shipmentWithOffers(s), await shipmentWithOffers(s)];
    const plan = async (id: string): Promise<PurchasePlan> =>
      (await s.desk<PurchasePlan>("POST", "/station/purchases/plan", { shipmentIDs: [id] })).data;
    await s.desk("DELETE", "/station/samples");
    expect(await plan(first.id)).toEqual({
      list: [],
      leftOut: [{ shipmentID: first.id, why: "NO_OFFER" }],
    });
    addRealCard(s);
    expect([first, second].map(({ offers }) => offers?.cheapest?.isSample)).toEqual([true, true]);
    expect((await plan(second.id)).list).toMatchObject([
      { serviceName: "Gerçek", isSample: false },
    ]);
  });

  it("sample prices are offered together with real prices in test mode", async () => {
    const s = await station();
    addRealCard(s);
    expect(codesOf(await shipmentWithOffers(s))).toEqual(
      expect.arrayContaining(["GERCEK", SAMPLE.providerCode]),
    );
  });

  it("sample prices are marked on each offer, also on an offer of the organization's own account, before and after a purchase, and in a plan", async () => {
    const s = await station();
    await s.desk("POST", "/provideraccounts", {
      providerCode: "YURTICI",
      name: "Uydurma",
      username: "kimse",
      password: "yanlis",
    });
    const { id, offers } = await shipmentWithOffers(s);
    const own = offers?.list.filter(({ isProviderAccountOffer }) => isProviderAccountOffer) ?? [];
    expect([own.length > 0, offers?.list.every(({ isSample }) => isSample === true)]).toEqual([
      true,
      true,
    ]);
    expect(
      (await s.desk<PurchasePlan>("POST", "/station/purchases/plan", { shipmentIDs: [id] })).data
        .list,
    ).toMatchObject([{ isSample: true }]);
    const { shipment } = await boughtShipment(s);
    expect([
      shipment.acceptedOffer?.isSample,
      (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.acceptedOffer?.isSample,
    ]).toEqual([true, true]);
    const { data: today } = await s.desk<DeskDay>("GET", "/station/packing/today");
    expect(today.list.map(({ shipmentID, isSample }) => [shipmentID, isSample])).toEqual([
      [shipment.id, true],
    ]);
    leaveTestMode(s);
    addRealCard(s);
    const real = await shipmentWithOffers(s);
    expect(real.offers?.list.map((offer) => "isSample" in offer)).toEqual([false]);
  });
});
