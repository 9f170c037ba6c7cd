/** Cancellations of orders that are packed as one parcel. */
import { expect, it } from "vitest";
import { dropBlocks } from "../../../../core/db/number-blocks.ts";
import { deskActor } from "../../../../core/organizations/organizations.service.ts";
import { findImportedOrder } from "../../../../core/shipping/shipments/imported-order.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { joinAt, open, ordersFile, separateAt, waitingNumbers } from "./together-acts.ts";

/** Joins the second of two orders to the first. */
async function joined(s: Station): Promise<OpenedOrder> {
  await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
  const { shipment, together } = await open(s, "T-1");
  const ids = together.waiting.map(({ shipmentID }) => shipmentID);
  return (await joinAt(s, shipment.id, ids)).data;
}

it("an order that is packed with another is not cancelled while its items are in the parcel (E2261), and is once it waits again", async () => {
  const s = await station();
  const { shipment, together } = await joined(s);
  const cancel = (id: string) => s.desk("DELETE", `/shipments/${id}`);
  const refused = await cancel(together.joined[0]?.shipmentID ?? "");
  expect([refused.status, refused.code]).toEqual([409, "E2261"]);
  await separateAt(s, shipment.id);
  const again = (await open(s, "T-2")).shipment;
  expect((await cancel(again.id)).status).toBe(200);
  expect(await waitingNumbers(s)).toEqual(["T-1"]);
});

it(
  "no order file imports the first order again while the copies wait for shipment numbers",
  { tags: "all" },
  async () => {
    const s = await station();
    const { shipment } = await joined(s);
    const offerID = shipment.offers?.cheapest?.id;
    await s.desk("POST", "/station/purchases", { offerID, print: false });
    const { deps } = s.core;
    dropBlocks(deps.db);
    deps.db.isLeasing = true;
    await s.desk("DELETE", `/shipments/${shipment.id}`);
    const known = ["T-1", "T-2"].map((orderNumber) =>
      findImportedOrder(deps, deskActor(deps, s.started.memberID), {
        sourceIdentifier: "order-file",
        orderNumber,
      }),
    );
    expect(known).toMatchObject([{ isCancelled: false }, { isCancelled: false }]);
    deps.db.isLeasing = false;
    s.clock.nowMs += 60_000;
    await expect.poll(async () => (await waitingNumbers(s)).length, { timeout: 5_000 }).toBe(2);
  },
);

it("a copy of a cancelled parcel has the items and the weight of the first order alone, since the others wait again", async () => {
  const s = await station();
  const { shipment } = await joined(s);
  const offerID = shipment.offers?.cheapest?.id;
  await s.desk("POST", "/station/purchases", { offerID, print: false });
  const copy = () => s.desk<Shipment>("POST", `/shipments/${shipment.id}`, {});
  const shown = ({ data }: Awaited<ReturnType<typeof copy>>) => [data.items.length, data.weight];
  expect(shown(await copy())).toEqual([2, "2"]);
  await s.desk("DELETE", `/shipments/${shipment.id}`);
  expect(shown(await copy())).toEqual([1, "1"]);
});
