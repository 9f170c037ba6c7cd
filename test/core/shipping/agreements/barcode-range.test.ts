import { expect, it } from "vitest";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { parcel, RECIPIENT, senderOf, station } from "../../../helpers/station.ts";

it("two organizations whose rate cards have the same barcode range buy in turn, and no barcode is used twice", async () => {
  const s = await station();
  const { id: organizationID } = (
    await s.call<{ id: string }>("POST", "/organizations", { name: "B" })
  ).body.data;
  const memberID =
    s.core.deps.db.raw
      .prepare<[string], string>("SELECT id FROM members WHERE organization_id = ?")
      .pluck()
      .get(organizationID) ?? "";
  const ask = async <T>(method: "GET" | "POST", path: string, body: unknown): Promise<T> =>
    ((await s.core.request({ method, path, body, memberID })).body as { data: T }).data;
  await ask("POST", `/organizations/${organizationID}/balance/topups`, { amount: "1000.00" });
  await ask("POST", "/station/carriers/sample", {});
  const sender = await ask<{ id: string }>("POST", "/addresses", {
    ...RECIPIENT,
    isDefaultSenderAddress: true,
    isRecipientAddress: false,
  });
  const orderFrom = (id: string): unknown => ({
    providerServiceCode: "SURAT_STANDART",
    shipment: { ...parcel(), senderAddressID: id, returnAddressID: id },
  });
  const own = orderFrom(await senderOf(s));
  const others = orderFrom(sender.id);
  const barcodes: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    barcodes.push((await ask<Transaction>("POST", "/transactions", others)).shipment.barcode);
    const { status, body } = await s.call<Transaction>("POST", "/transactions", own);
    expect([status, body.message]).toEqual([201, "Success"]);
    barcodes.push(body.data.shipment.barcode);
  }
  expect(new Set(barcodes).size).toBe(4);
});
