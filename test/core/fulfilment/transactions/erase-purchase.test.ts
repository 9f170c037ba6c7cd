import { expect, it } from "vitest";
import { erasePurchase } from "../../../../core/fulfilment/transactions/erase-purchase.ts";
import { boughtShipment, RECIPIENT, station } from "../../../helpers/station.ts";
import { instantLabels } from "../../printing/a-printer.ts";

it("an erasure keeps barcode and price, removes the recipient from the shipment, and makes its label E2055 with 410", async () => {
  const s = await station({ world: { labels: instantLabels } });
  const { shipment } = await boughtShipment(s);
  const link = shipment.labelURL.replace(/\.\w+$/, ".zpl");
  expect((await fetch(link)).status).toBe(200);

  for (let i = 0; i < 2; i += 1) erasePurchase(s.core.deps, shipment.id);

  const { body } = await s.call<{
    barcode: string;
    amount: string;
    recipientAddress: { name: string; phone: string; cityCode: string };
  }>("GET", `/shipments/${shipment.id}`);
  expect(body.data).toMatchObject({
    barcode: shipment.barcode,
    amount: shipment.amount,
    recipientAddress: { name: "", phone: "", address1: "", cityCode: "34" },
  });
  expect(JSON.stringify(body.data)).not.toContain(RECIPIENT.name);
  for (const path of ["zpl", "pdf", "png", "html"])
    expect((await fetch(link.replace(/zpl$/, path))).status).toBe(410);
  expect(await (await fetch(link)).json()).toMatchObject({
    code: "E2055",
    message: "The personal data of this shipment was erased, so its label can no longer be drawn.",
  });
  expect(await s.desk("GET", `/station/labels/${shipment.id}/picture`)).toMatchObject({
    status: 410,
    code: "E2055",
  });
  const count = (table: string): unknown =>
    s.core.deps.db.raw
      .prepare(`SELECT count(*) FROM ${table} WHERE shipment_id = ?`)
      .pluck()
      .get(shipment.id);
  expect([count("documents"), count("label_rasters")]).toEqual([0, 0]);
});

it("erasing a shipment without a label is E2020, and an unknown shipment is E1051", async () => {
  const s = await station();
  const { body } = await s.call<{ id: string }>("POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: "1",
    width: "1",
    height: "1",
    distanceUnit: "cm",
    weight: "1",
    massUnit: "kg",
  });
  expect(() => erasePurchase(s.core.deps, body.data.id)).toThrow(
    expect.objectContaining({ code: "E2020" }),
  );
  expect(() => erasePurchase(s.core.deps, "x")).toThrow(expect.objectContaining({ code: "E1051" }));
});
