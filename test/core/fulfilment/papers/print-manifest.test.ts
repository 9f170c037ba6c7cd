import { request } from "node:http";
import { expect, it } from "vitest";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import type { ManifestCarrier } from "../../../../core/fulfilment/papers/papers.schema.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { ENDLESS } from "../../../helpers/busy-reader.ts";
import { boughtShipment, eventually, station } from "../../../helpers/station.ts";

it("a printed manifest waits for the printer of A4 documents, and belongs to no shipment", async () => {
  const s = await station();
  // A purchase is found by its id, which the system's clock makes.
  s.clock.nowMs = Date.now();
  const { shipment } = await boughtShipment(s);
  const day = turkishDay(s.core.deps.now());
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

it("a manifest without parcels is refused with E2166 and not printed: another day, an unknown carrier", async () => {
  const s = await station();
  // A purchase is found by its id, which the system's clock makes.
  s.clock.nowMs = Date.now();
  const { shipment } = await boughtShipment(s);
  const answers = [
    await s.desk("POST", "/station/manifest/print", { carrier: "nobody" }),
    await s.desk("POST", "/station/manifest/print", { carrier: "no\0body" }),
    await s.desk("POST", "/station/manifest/print", {
      carrier: shipment.providerCode,
      day: "2031-01-01",
    }),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [409, "E2166"],
    [409, "E2166"],
    [409, "E2166"],
  ]);
  expect((await s.desk<{ list: PrintJob[] }>("GET", "/station/printjobs")).data.list).toEqual([]);
});

it("a manifest is not printed for a caller that left while it waited", async () => {
  const s = await station();
  // A purchase is found by its id, which the system's clock makes.
  s.clock.nowMs = Date.now();
  const { shipment } = await boughtShipment(s);
  const body = JSON.stringify({ carrier: shipment.providerCode });
  const { reader } = s.core.deps;
  const busy = new AbortController();
  const blocking = reader
    .until(busy.signal)
    .all(ENDLESS, {}, "long")
    .catch(() => {});
  let reads = 0;
  const { all } = reader;
  Object.assign(reader, {
    all: (...read: Parameters<typeof all>) => ((reads += 1), all(...read)),
  });
  const left = request(`${s.url}/station/manifest/print`, {
    method: "POST",
    headers: { authorization: `Bearer ${s.started.token}`, "content-type": "application/json" },
  }).on("error", () => {});
  left.end(body);
  await eventually("the manifest waits behind the busy read", () => reads === 1);
  left.destroy();
  busy.abort();
  await blocking;
  const { data } = await s.desk<PrintJob>("POST", "/station/manifest/print", JSON.parse(body));
  // The reads of both calls are in one queue, so the call that left is over now.
  expect(
    (await s.desk<{ list: PrintJob[] }>("GET", "/station/printjobs")).data.list.map(({ id }) => id),
  ).toEqual([data.id]);
});
