/** Papers that the source of an order demands before a purchase at the desk. */
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import type { DeskPurchase, PurchasePlan } from "../../../../core/station/station.schema.ts";
import { RECIPIENT, station, type Station } from "../../../helpers/station.ts";
import { joinAt, open, ordersFile } from "../together/together-acts.ts";

const demand = (s: Station, name: string, demands: readonly string[]) =>
  s.desk("PUT", "/station/order-sources", { name, demands });
const write = (s: Station, shipmentID: string, numbers: Record<string, string>) =>
  s.desk("PATCH", `/station/shipments/${shipmentID}/order-numbers`, numbers);
const buyOffer = (s: Station, offerID: string | undefined) =>
  s.desk<DeskPurchase>("POST", "/station/purchases", { offerID, print: false });

async function buy(s: Station, code: string) {
  const { shipment } = await open(s, code);
  const {
    status,
    code: refusal,
    reason,
    values,
  } = await buyOffer(s, shipment.offers?.cheapest?.id);
  return { status, code: refusal, reason, values, id: shipment.id };
}

async function aPdf(): Promise<string> {
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]).drawText("Fatura");
  return Buffer.from(await pdf.save()).toString("base64");
}

async function attach(s: Station, shipmentID: string): Promise<number> {
  const { data } = await s.desk<{ hash: string }>("POST", "/station/documents", {
    content: await aPdf(),
  });
  const path = `/station/shipments/${shipmentID}/papers` as const;
  return (await s.desk("POST", path, { documentHash: data?.hash, title: "Fatura" })).status;
}

describe("a purchase at the desk", () => {
  it("is E2263 with everything that the order lacks, until each of it is there", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "P-1" }]);
    await demand(s, "order-file", ["paper", "waybillNumber", "invoiceNumber"]);
    const first = await buy(s, "P-1");
    expect(first).toMatchObject({
      status: 409,
      code: "E2263",
      reason: "invoiceNumber waybillNumber paper",
      values: { number: 1, order: "P-1", shipmentID: first.id },
    });
    await write(s, first.id, { invoiceNumber: "F-1" });
    expect((await buy(s, "P-1")).reason).toBe("waybillNumber paper");
    await write(s, first.id, { waybillNumber: "İRS-1" });
    expect((await buy(s, "P-1")).reason).toBe("paper");
    expect(await attach(s, first.id)).toBe(201);
    const { status } = await buy(s, "P-1");
    expect(status).toBe(201);
    const { data } = await s.desk<{ order?: object }>("GET", `/shipments/${first.id}`);
    expect(data.order).toMatchObject({ invoiceNumber: "F-1", waybillNumber: "İRS-1" });
  });

  it(
    "of an order of another source, or once nothing is demanded, needs no papers",
    { tags: "all" },
    async () => {
      const s = await station();
      await ordersFile(s, [{ no: "P-1" }, { no: "P-2", name: "Ayşe Ak" }]);
      await demand(s, "Logo", ["paper"]);
      expect((await buy(s, "P-1")).status).toBe(201);
      await demand(s, "order-file", ["paper"]);
      expect((await buy(s, "P-2")).reason).toBe("paper");
      await s.desk("DELETE", "/station/order-sources/order-file");
      expect((await buy(s, "P-2")).status).toBe(201);
    },
  );

  it("of an order that a program made looks at the identifier that the program gave, in either case", async () => {
    const s = await station();
    await demand(s, "Etsy", ["invoiceNumber"]);
    await s.call("POST", "/shipments", {
      recipientAddress: RECIPIENT,
      weight: "1",
      order: {
        orderNumber: "E-1",
        sourceIdentifier: "ETSY",
        totalAmount: "1",
        totalAmountCurrency: "TL",
      },
    });
    const { code, id } = await buy(s, "E-1");
    expect(code).toBe("E2263");
    await write(s, id, { invoiceNumber: "F-1" });
    expect((await buy(s, "E-1")).status).toBe(201);
  });

  it("of a parcel with joined orders names the joined order that lacks its number, which can be typed", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "P-1", invoice: "F1" }, { no: "P-2" }]);
    await demand(s, "order-file", ["invoiceNumber", "paper"]);
    const { shipment, together } = await open(s, "P-1");
    const joined = together.waiting[0]?.shipmentID ?? "";
    await joinAt(s, shipment.id, [joined]);
    await attach(s, shipment.id);
    const refused = await buy(s, "P-1");
    expect([refused.reason, refused.values?.["shipmentID"]]).toEqual([
      "invoiceNumber paper",
      joined,
    ]);
    await write(s, joined, { invoiceNumber: "F2" });
    expect((await buy(s, "P-1")).reason).toBe("paper");
    await attach(s, shipment.id);
    expect((await buy(s, "P-1")).status).toBe(201);
  });

  it("of several orders leaves out those without papers", async () => {
    const s = await station();
    await ordersFile(s, [
      { no: "P-1", invoice: "F1" },
      { no: "P-2", name: "Ayşe Ak" },
      { no: "P-3", name: "Can Bal", invoice: "F3" },
    ]);
    await demand(s, "order-file", ["invoiceNumber"]);
    const shipmentIDs = [];
    for (const no of ["P-1", "P-2", "P-3"]) shipmentIDs.push((await open(s, no)).shipment.id);
    const { data } = await s.desk<PurchasePlan>("POST", "/station/purchases/plan", { shipmentIDs });
    expect(data.leftOut).toEqual([{ shipmentID: shipmentIDs[1], why: "PAPERS" }]);
    const bought = [];
    for (const { offerID } of data.list) bought.push((await buyOffer(s, offerID)).status);
    expect(bought).toEqual([201, 201]);
  });

  it("is refused when the number was demanded after several orders were planned", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "P-1" }]);
    const shipmentIDs = [(await open(s, "P-1")).shipment.id];
    const { data } = await s.desk<PurchasePlan>("POST", "/station/purchases/plan", { shipmentIDs });
    await demand(s, "order-file", ["waybillNumber"]);
    const { code, reason } = await buyOffer(s, data.list[0]?.offerID);
    expect([code, reason]).toEqual(["E2263", "waybillNumber"]);
  });
});

describe("the numbers of an order", () => {
  it("are E1073 once its label is bought, and stay as they were", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "P-1", invoice: "F1" }]);
    const { id } = await buy(s, "P-1");
    expect((await write(s, id, { invoiceNumber: "F2" })).code).toBe("E1073");
    const { data } = await s.desk<{ order?: object }>("GET", `/shipments/${id}`);
    expect(data.order).toMatchObject({ invoiceNumber: "F1" });
  });

  it("are E1085 when one is longer than 30 characters", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "P-1" }]);
    const { shipment } = await open(s, "P-1");
    expect((await write(s, shipment.id, { invoiceNumber: "F".repeat(31) })).code).toBe("E1085");
  });
});
