/** Each figure of today is the number of rows of the list to which it leads. */
import { expect, it } from "vitest";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import type { Board } from "../../../../core/shipping/board/board.schema.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { ShipmentPlaces } from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  change,
  memberWithToken,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

/** Shipments in every state that a figure counts or leaves out, bought yesterday and today. */
async function mixed(): Promise<Station> {
  const s = await station();
  s.clock.nowMs = Date.parse("2026-11-23T18:00:00.000+03:00");
  await boughtShipment(s);
  s.clock.nowMs = Date.parse("2026-11-24T09:00:00.000+03:00");
  await shipmentWithOffers(s);
  await shipmentWithOffers(s, { test: true });
  const held = await shipmentWithOffers(s);
  await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
  const printed = await boughtShipment(s);
  change(s, `UPDATE shipments SET is_printed = 1 WHERE id = '${printed.shipment.id}'`);
  const cancelled = await boughtShipment(s);
  await s.call("DELETE", `/shipments/${cancelled.shipment.id}`);
  const moving = await boughtShipment(s);
  recordTracking(s.core.deps, moving.shipment.id, {
    subCode: "package_accepted",
    statusDate: s.core.deps.now(),
    details: "",
    locationName: "",
  });
  const returned = await boughtShipment(s);
  for (const isBought of [true, false]) {
    const { data } = await s.desk<Shipment>("POST", `/shipments/${returned.shipment.id}`, {
      isReturn: true,
    });
    if (isBought)
      await s.desk("POST", "/station/purchases", {
        offerID: data.offers?.cheapest?.id,
        print: false,
      });
  }
  const other = await boughtShipment(s);
  change(s, `UPDATE shipments SET provider_code = 'ZZZ' WHERE id = '${other.shipment.id}'`);
  return s;
}

const DAY = "2026-11-24";
/** Query of the list to which a figure leads, as the window asks. */
const LISTS = {
  waiting: "waits=packing",
  held: "waits=held",
  bought: `boughtDay=${DAY}`,
  printed: `boughtDay=${DAY}&isPrinted=true`,
  returns: "waits=returnUnderWay",
} as const;

it.each(["the owner", "a member with limited access"])(
  "each figure of today equals the length of its list, in total and for each carrier, for %s",
  async (who) => {
    const s = await mixed();
    const { token } = memberWithToken(s, "limitedAccessUser");
    const headers = who === "the owner" ? {} : { authorization: `Bearer ${token}` };
    const read = async <T>(path: string): Promise<T> =>
      (await s.call<T>("GET", path, undefined, headers)).body.data;
    const totalOf = async (query: string): Promise<number> =>
      (await read<ShipmentPlaces>(`/station/shipments/places?${query}`)).total;
    const day = await read<Today>("/station/today");
    expect(day.day).toBe(DAY);
    for (const name of ["waiting", "held"] as const)
      expect([name, day[name]]).toEqual([name, await totalOf(LISTS[name])]);
    for (const name of ["bought", "printed", "returns"] as const) {
      const counts = day.carriers.map((carrier) => [carrier.providerCode, carrier[name]]);
      const lists = [];
      for (const { providerCode } of day.carriers)
        lists.push([providerCode, await totalOf(`${LISTS[name]}&providerCode=${providerCode}`)]);
      expect([name, counts]).toEqual([name, lists]);
      const sum = day.carriers.reduce((all, carrier) => all + carrier[name], 0);
      expect([name, sum]).toEqual([name, await totalOf(LISTS[name])]);
    }
    if (who === "the owner")
      expect([day.waiting, day.held, day.carriers.length]).toEqual([2, 1, 2]);
    else expect([day.waiting, day.held, day.carriers]).toEqual([0, 0, []]);
  },
);

it("the parcels to be handed over are the board's first column without its returns", async () => {
  const s = await mixed();
  const day = (await s.desk<Today>("GET", "/station/today")).data;
  const board = (await s.desk<Board>("GET", "/station/tracking/board")).data;
  const first = board.columns.find(({ step }) => step === "BOUGHT");
  const returns = first?.list.filter(({ isReturn }) => isReturn).length ?? 0;
  const sum = day.carriers.reduce((all, { toHandOver }) => all + toHandOver, 0);
  expect([sum, returns]).toEqual([(first?.count ?? 0) - returns, 1]);
});

it("a day that does not exist is refused with the form that it must have", async () => {
  const s = await station();
  for (const day of ["2026-02-30", "24.11.2026", "x"])
    expect(await s.call("GET", `/station/shipments/places?boughtDay=${day}`)).toMatchObject({
      status: 400,
    });
});
