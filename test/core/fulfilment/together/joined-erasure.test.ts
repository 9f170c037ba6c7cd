/** Erasures of persons whose orders are packed as one parcel. */
import { expect, it } from "vitest";
import { runRetention } from "../../../../core/records/privacy/retention.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { PersonFound } from "../../../../core/records/privacy/privacy.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { joinAt, open, ordersFile, separateAt, waitingNumbers } from "./together-acts.ts";

const DAY_MS = 24 * 60 * 60_000;
const PERSON = { phone: "05551112233", email: "", name: "", address: "" };

/** Imports two orders of the person and joins the second to the first. */
async function joined(s: Station): Promise<Shipment> {
  await ordersFile(s, [
    { no: "T-1", item: "Kupa" },
    { no: "T-2", item: "Tişört", note: "Zile basmayın" },
  ]);
  const { shipment, together } = await open(s, "T-1");
  const ids = together.waiting.map(({ shipmentID }) => shipmentID);
  return (await joinAt(s, shipment.id, ids)).data.shipment;
}

const erase = async (s: Station): Promise<PersonFound> =>
  (await s.call<PersonFound>("POST", "/station/privacy/erasures", PERSON)).body.data;

const titles = async (s: Station): Promise<string[]> =>
  (await open(s, "T-1")).shipment.items.map(({ title }) => title);

function deliver({ core: { deps } }: Station, shipmentID: string): void {
  const scan = { subCode: "delivered", details: "", locationName: "" } as const;
  recordTracking(deps, shipmentID, { ...scan, statusDate: deps.now() });
}

it(
  "an erasure on request keeps all orders of a parcel that is under way, and erases them once it has ended",
  { tags: "all" },
  async () => {
    const s = await station();
    const { id, offers } = await joined(s);
    expect(await erase(s)).toMatchObject({ shipments: 0, underWay: 2 });
    expect(await titles(s)).toEqual(["Kupa", "Tişört"]);
    const offerID = offers?.cheapest?.id;
    await s.desk("POST", "/station/purchases", { offerID, print: false });
    expect(await erase(s)).toMatchObject({ shipments: 0, underWay: 2 });
    deliver(s, id);
    expect(await erase(s)).toMatchObject({ shipments: 2, underWay: 0 });
    expect(await titles(s)).toEqual([]);
  },
);

it(
  "an erasure by age keeps a joined order while its parcel waits, so that it can wait again",
  { tags: "all" },
  async () => {
    const s = await station();
    const { id } = await joined(s);
    await s.call("PATCH", "/station/privacy", { personalDataDays: 30 });
    s.clock.nowMs += 40 * DAY_MS;
    await runRetention(s.core.deps);
    expect(await titles(s)).toEqual(["Kupa", "Tişört"]);
    await separateAt(s, id);
    expect(await waitingNumbers(s)).toEqual(["T-1", "T-2"]);
    const { recipientAddress, items } = (await open(s, "T-2")).shipment;
    expect([recipientAddress?.name, items.map(({ title }) => title)]).toEqual([
      "Ömer Işık",
      ["Tişört"],
    ]);
  },
);

it(
  "an erasure by age erases all orders of a parcel the rule's days after its delivery",
  { tags: "all" },
  async () => {
    const s = await station();
    const { id, offers } = await joined(s);
    await s.call("PATCH", "/station/privacy", { personalDataDays: 30 });
    const offerID = offers?.cheapest?.id;
    await s.desk("POST", "/station/purchases", { offerID, print: false });
    s.clock.nowMs += 25 * DAY_MS;
    deliver(s, id);
    s.clock.nowMs += 10 * DAY_MS;
    await runRetention(s.core.deps);
    expect(await titles(s)).toEqual(["Kupa", "Tişört"]);
    s.clock.nowMs += 25 * DAY_MS;
    await runRetention(s.core.deps);
    expect(await titles(s)).toEqual([]);
  },
);
