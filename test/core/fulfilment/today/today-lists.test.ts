/** Every figure of today is the number of rows of the list that it leads to. */
import { expect, it } from "vitest";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import type { Board } from "../../../../core/shipping/board/board.schema.ts";
import { recordTracking, type Scan } from "../../../../core/shipping/shipments/record-tracking.ts";
import type {
  ShipmentListRow,
  ShipmentPlaces,
} from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  call,
  change,
  memberWithToken,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

type Get = <T>(path: string) => Promise<T>;
type Count = "bought" | "printed" | "toAnnounce" | "toHandOver" | "handedOver" | "returns";

/** Buys a return of the shipment. */
async function returned(s: Station, id: string): Promise<void> {
  const { data } = await s.desk<Shipment>("POST", `/shipments/${id}`, { isReturn: true });
  await s.desk("POST", "/station/purchases", { offerID: data.offers?.cheapest?.id, print: false });
}

/** Creates shipments in all states: some of yesterday, of a second carrier and of another member. */
async function filled(): Promise<{ s: Station; token: string }> {
  const s = await station();
  const { token, memberID } = memberWithToken(s, "limitedAccessUser");
  s.clock.nowMs = Date.parse("2026-11-22T15:00:00.000+03:00");
  const bought = async () => (await boughtShipment(s)).shipment.id;
  const yesterday = [await bought(), await bought(), await bought()];
  s.clock.nowMs = Date.parse("2026-11-23T09:00:00.000+03:00");
  await shipmentWithOffers(s);
  await shipmentWithOffers(s, { test: true });
  const held = await shipmentWithOffers(s);
  await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
  const today: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    if (i === 5) s.clock.nowMs = Date.parse("2026-11-23T09:59:59.999+03:00");
    if (i === 6) s.clock.nowMs = Date.parse("2026-11-23T10:00:00.000+03:00");
    today.push(await bought());
  }
  await returned(s, today[0] ?? "");
  await returned(s, yesterday[0] ?? "");
  await s.desk<Shipment>("POST", `/shipments/${today[1]}`, { isReturn: true });
  await s.call("DELETE", `/shipments/${today[2]}`);
  const track = (id: string | undefined, subCode: Scan["subCode"]): void => {
    const statusDate = s.core.deps.now();
    recordTracking(s.core.deps, id ?? "", { subCode, statusDate, details: "", locationName: "" });
  };
  track(yesterday[1], "package_departed");
  track(today[3], "package_departed");
  track(today[3], "delivered");
  change(s, `UPDATE shipments SET is_printed = 1 WHERE id IN ('${today[4]}', '${yesterday[2]}')`);
  for (const table of ["shipments", "open_parcels"]) {
    const key =
      table === "shipments" ? "id" : "(SELECT id FROM shipments AS s WHERE s.seq = t.seq)";
    change(s, `UPDATE ${table} AS t SET provider_code = 'ZZZ' WHERE ${key} = '${today[5]}'`);
    change(s, `UPDATE ${table} AS t SET created_by = '${memberID}' WHERE ${key} = '${today[6]}'`);
  }
  return { s, token };
}

/** Returns each figure with the number of rows and the length of its list, by list. */
async function compared(get: Get) {
  const day = await get<Today>("/station/today");
  const lengthOf = async (query: string): Promise<readonly [number, number]> => [
    (await get<{ list: ShipmentListRow[] }>(`/station/shipments/rows?limit=100&${query}`)).list
      .length,
    (await get<ShipmentPlaces>(`/station/shipments/places?${query}`)).total,
  ];
  const lists: readonly (readonly [Count, string])[] = [
    ["bought", `boughtDay=${day.day}`],
    ["toAnnounce", "waits=announcing"],
    ["handedOver", "waits=handedOverToday"],
    ["printed", `boughtDay=${day.day}&isPrinted=true`],
    ["toHandOver", "waits=handover"],
    ["returns", "waits=returnUnderWay"],
  ];
  const figures: [string, number][] = [
    ["waits=packing", day.waiting],
    ["waits=held", day.held],
    ["waits=failed", day.failed],
  ];
  for (const [name, query] of lists) {
    figures.push([query, day.carriers.reduce((sum, carrier) => sum + carrier[name], 0)]);
    for (const carrier of day.carriers)
      figures.push([`${query}&providerCode=${carrier.providerCode}`, carrier[name]]);
  }
  for (const [hour, n] of day.hours.entries())
    figures.push([`boughtDay=${day.day}&boughtHour=${hour}`, n]);
  const shown = [];
  for (const [query] of figures) shown.push([query, ...(await lengthOf(query))]);
  return { day, shown, figures: figures.map(([query, n]) => [query, n, n]) };
}

it("every figure of today is the number of rows of its list, for all members and for a member with limited access", async () => {
  const { s, token } = await filled();
  const own = await compared(async <T>(path: string) => (await s.desk<T>("GET", path)).data);
  expect(own.shown).toEqual(own.figures);
  expect(own.day.carriers).toHaveLength(2);
  expect(own.day.hours.flatMap((n, hour) => (n > 0 ? [hour] : []))).toEqual([9, 10]);
  expect(own.figures.filter(([, n]) => n === 0)).not.toHaveLength(own.figures.length);
  const limited = await compared(
    async <T>(path: string) => (await call<T>(s.url, token, { method: "GET", path })).body.data,
  );
  expect(limited.shown).toEqual(limited.figures);
  expect(limited.day.carriers.map(({ bought }) => bought)).toEqual([1]);
});

it(
  "parcels that need attention are as many as the board lists for each reason",
  { tags: "all" },
  async () => {
    const { s } = await filled();
    const { data: board } = await s.desk<Board>("GET", "/station/tracking/board");
    const { data: day } = await s.desk<Today>("GET", "/station/today");
    expect(day.attention).toEqual(
      board.attention
        .filter(({ count }) => count > 0)
        .map(({ reason, count }) => ({ reason, count })),
    );
  },
);

it("a day that does not exist is refused", async () => {
  const s = await station();
  for (const day of ["2026-02-30", "24.11.2026", "x"])
    expect(await s.call("GET", `/station/shipments/places?boughtDay=${day}`)).toMatchObject({
      status: 400,
    });
});
