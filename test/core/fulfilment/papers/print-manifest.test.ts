import { expect, it } from "vitest";
import type { ManifestCarrier } from "../../../../core/fulfilment/papers/papers.schema.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { boughtShipment, station } from "../../../helpers/station.ts";

it("a printed manifest waits for the printer of A4 documents, and belongs to no shipment", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const day = s.core.deps.now().slice(0, 10);
  const { status, data } = await s.desk<PrintJob>("POST", "/station/manifest/print", {
    carrier: shipment.providerCode,
    day,
  });
  expect([status, data.status, data.shipmentID]).toEqual([201, "QUEUED", ""]);
  expect(data.title).toBe(`manifest-${shipment.providerCode}-${day}.pdf`);
});

it("neither a cancelled label nor a return is on the manifest", async () => {
  const s = await station();
  // A purchase is found by its id, which the system's clock makes.
  s.clock.nowMs = Date.now();
  const { shipment } = await boughtShipment(s);
  const { shipment: cancelled } = await boughtShipment(s);
  await s.call("DELETE", `/shipments/${cancelled.id}`);
  const { data: back } = await s.desk<Shipment>("POST", `/shipments/${shipment.id}`, {
    isReturn: true,
  });
  const bought = await s.desk("POST", "/station/purchases", {
    offerID: back.offers?.cheapest?.id,
    print: false,
  });
  expect(bought.status).toBeLessThan(300);
  const { data } = await s.desk<ManifestCarrier[]>("GET", "/station/manifest/carriers");
  expect(data.map(({ providerCode, parcels }) => [providerCode, parcels])).toEqual([
    [shipment.providerCode, 1],
  ]);
});
