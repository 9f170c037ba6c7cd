/** Changed orders whose label is bought, that are packed together or in boxes, and their purchase. */
import { describe, expect, it } from "vitest";
import type { PurchasePlan } from "../../../../core/station/station.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { addAgreement } from "../../../helpers/agreements.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { joinAt, open } from "../together/together-acts.ts";
import {
  buyAt,
  changeBy,
  decide,
  fieldsOf,
  openAt,
  openChanges,
  take,
} from "./order-change-acts.ts";

async function refusal(
  s: Station,
  act: Parameters<typeof decide>[1],
  change: Parameters<typeof decide>[2],
) {
  const { code, reason } = await decide(s, act, change);
  return [code, reason];
}

describe("a change after the purchase", () => {
  it("is a notice that cannot be applied, until the label is cancelled and the order packed again", async () => {
    const s = await station();
    await take(s);
    await buyAt(s);
    const change = await changeBy(s, { address: "Gül Sk. 9", note: "N", invoice: "FTR1" });
    expect([change.stage, fieldsOf(change)]).toEqual([
      "BOUGHT",
      [["address", "Gül Sk. 1", "Gül Sk. 9"]],
    ]);
    expect(await refusal(s, "apply", change)).toEqual(["E2282", "BOUGHT"]);
    const { shipment } = await openAt(s);
    expect(shipment.recipientAddress?.address1).toBe("Gül Sk. 1");
    await s.desk("DELETE", `/shipments/${shipment.id}`);
    await s.desk("POST", "/station/orders/again", { shipmentID: shipment.id });
    expect((await decide(s, "apply", change)).data.state).toBe("APPLIED");
    const again = (await openAt(s)).shipment;
    expect([again.recipientAddress?.address1, again.order?.notes]).toEqual(["Gül Sk. 9", "N"]);
    expect((await buyAt(s)).status).toBe(201);
  });

  it("that was open before the purchase stays as a notice once the label is bought elsewhere", async () => {
    const s = await station();
    await take(s);
    const offerID = (await openAt(s)).shipment.offers?.cheapest?.id;
    await changeBy(s, { address: "Gül Sk. 9" });
    await s.call("POST", "/transactions", { offerID }); // a program of the shop is not asked
    expect((await openChanges(s)).list.map(({ stage }) => stage)).toEqual(["BOUGHT"]);
    expect((await openAt(s)).change?.stage).toBe("BOUGHT");
  });

  it("of a parcel that was handed over is SENT, and of one on a truck that is being loaded is not", async () => {
    const s = await station();
    addAgreement(s);
    await take(s);
    const { offers, id } = (await openAt(s)).shipment;
    const offerID = offers?.list.find(({ providerCode }) => providerCode === "GERCEK")?.id;
    await s.desk("POST", "/station/purchases", { offerID, print: false });
    const change = await changeBy(s, { address: "Gül Sk. 9" });
    const { body } = await s.call<Shipment>("GET", `/shipments/${id}`);
    await s.desk("POST", "/station/hand-over/scans", { code: body.data.barcode });
    expect((await openAt(s)).change?.stage).toBe("BOUGHT");
    await s.desk("POST", "/station/hand-over/end", { carrier: "GERCEK" });
    expect([
      (await openAt(s)).change?.stage,
      (await openChanges(s)).list.map(({ stage }) => stage),
      await refusal(s, "apply", change),
    ]).toEqual(["SENT", ["SENT"], ["E2282", "SENT"]]);
  });

  it(
    "of a parcel that its carrier has is SENT, and of a delivered parcel left out",
    { tags: "all" },
    async () => {
      const s = await station();
      await take(s);
      await buyAt(s);
      const { id } = (await openAt(s)).shipment;
      const scan = (subCode: "package_accepted" | "delivered"): void => {
        const now = s.core.deps.now();
        recordTracking(s.core.deps, id, {
          subCode,
          details: "",
          locationName: "",
          statusDate: now,
        });
      };
      scan("package_accepted");
      const change = await changeBy(s, { state: "iptal" });
      expect([change.stage, await refusal(s, "apply", change)]).toEqual([
        "SENT",
        ["E2282", "SENT"],
      ]);
      scan("delivered");
      expect(await take(s, { state: "iptal" })).toMatchObject({ known: 1, changed: [] });
      expect((await openChanges(s)).total).toBe(0);
    },
  );

  it(
    "of the invoice alone is left out, and is offered once the label is cancelled and the order packed again",
    { tags: "all" },
    async () => {
      const s = await station();
      await take(s);
      await buyAt(s);
      expect(await take(s, { invoice: "FTR1" })).toMatchObject({ known: 1, changed: [] });
      const { shipment } = await openAt(s);
      await s.desk("DELETE", `/shipments/${shipment.id}`);
      await s.desk("POST", "/station/orders/again", { shipmentID: shipment.id });
      expect(fieldsOf(await changeBy(s, { invoice: "FTR1" }))).toEqual([
        ["invoiceNumber", "", "FTR1"],
      ]);
    },
  );
});

describe("a purchase at the desk", () => {
  it("of an order with an open change is E2283, alone and among several, until the change is decided", async () => {
    const s = await station();
    await take(s, {}, { no: "T-2" });
    const { shipment } = await openAt(s);
    const change = await changeBy(s, { address: "Gül Sk. 9" });
    expect(await buyAt(s)).toMatchObject({ code: "E2283" });
    const other = (await openAt(s, "T-2")).shipment.id;
    const plan = async (): Promise<PurchasePlan["leftOut"]> =>
      (
        await s.desk<PurchasePlan>("POST", "/station/purchases/plan", {
          shipmentIDs: [shipment.id, other],
        })
      ).data.leftOut;
    expect(await plan()).toEqual([{ shipmentID: shipment.id, why: "CHANGED" }]);
    await decide(s, "dismiss", change);
    expect(await plan()).toEqual([]);
    expect((await buyAt(s)).status).toBe(201);
  });

  it("needs no decision once the order was corrected at the desk as the file has it", async () => {
    const s = await station();
    await take(s);
    await changeBy(s, { weight: "3" });
    const { shipment } = await openAt(s);
    await s.desk("PATCH", `/shipments/${shipment.id}`, { weight: "3", massUnit: "kg" });
    expect((await openAt(s)).change?.differences).toEqual([]);
    expect((await buyAt(s)).status).toBe(201);
  });
});

describe("an order that is packed together with another", () => {
  it("is not changed: E2282 asks to separate the orders, and the parcel is bought after the decision", async () => {
    const s = await station();
    await take(s, {}, { no: "T-2" });
    const { shipment, together } = await open(s, "T-1");
    const ids = together.waiting.map(({ shipmentID }) => shipmentID);
    await joinAt(s, shipment.id, ids);
    for (const no of ["T-1", "T-2"]) {
      const change = await changeBy(s, { no, address: "Gül Sk. 9" });
      expect([change.stage, await refusal(s, "apply", change)]).toEqual([
        "JOINED",
        ["E2282", "JOINED"],
      ]);
      const reason = no === "T-1" ? "order" : "joined";
      expect(await buyAt(s)).toMatchObject({ code: "E2283", reason });
      await decide(s, "dismiss", change);
    }
    expect((await buyAt(s)).status).toBe(201);
  });

  it("stays in the list when the file cancels it, although its own shipment is cancelled", async () => {
    const s = await station();
    await take(s, {}, { no: "T-2" });
    const { shipment, together } = await open(s, "T-1");
    const ids = together.waiting.map(({ shipmentID }) => shipmentID);
    await joinAt(s, shipment.id, ids);
    const change = await changeBy(s, { no: "T-2", state: "iptal" });
    expect(await openChanges(s)).toEqual({ list: [change], next: null, total: 1 });
  });
});

it(
  "the items of an order in two boxes are not changed (E2282), and its recipient is changed in both",
  { tags: "all" },
  async () => {
    const s = await station();
    await take(s);
    const { shipment } = await openAt(s);
    await s.desk("POST", `/station/shipments/${shipment.id}/ticks`, {
      itemID: shipment.items[0]?.id,
    });
    await s.desk("POST", `/station/shipments/${shipment.id}/boxes`);
    const items = await changeBy(s, { quantity: "3" });
    expect([items.stage, await refusal(s, "apply", items)]).toEqual(["BOXES", ["E2282", "BOXES"]]);
    const name = await changeBy(s, { name: "Ada Işık", weight: "7" });
    expect([name.stage, fieldsOf(name)]).toEqual(["WAITING", [["name", "Ömer Işık", "Ada Işık"]]]);
    await decide(s, "apply", name);
    const names = s.core.deps.db
      .sql<{ name: string }>(
        `SELECT a.name FROM shipments AS s JOIN addresses AS a ON a.id = s.recipient_address_id`,
      )
      .all();
    expect(names).toEqual([{ name: "Ada Işık" }, { name: "Ada Işık" }]);
  },
);
