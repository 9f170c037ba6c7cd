/**
 * The print journal covers one month, but every station knows for longer that a label was printed.
 */
import { expect, it } from "vitest";
import { prunePrintJobs } from "../../../core/printing/printing.service.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { PrinterTransport } from "../../../core/printing/transports/transport.ts";
import { boughtShipment, eventually, station, type Station } from "../../helpers/station.ts";
import { instantLabels as labels } from "./a-printer.ts";

const DAY_MS = 86_400_000;
const printers: PrinterTransport = {
  proves: () => "CONFIRMED",
  send: () => Promise.resolve({ state: "CONFIRMED" }),
  probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
};

async function print(s: Station, shipmentID: string): Promise<PrintJob> {
  const { data } = await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID });
  return await eventually("it is printed", async () => {
    const job = (await s.desk<PrintJob>("GET", `/station/printjobs/${data.id}`)).data;
    return job.status === "CONFIRMED" && job;
  });
}

it("a label first printed 31 days ago is marked as a copy", async () => {
  const s = await station({ world: { printers, labels } });
  await s.desk<PrinterRecord>("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: 9_100,
  });
  const shipmentID = (await boughtShipment(s)).shipment?.id ?? "";
  expect(await print(s, shipmentID)).toMatchObject({ isReprint: false, copyNumber: 0 });

  s.clock.nowMs = Date.now() + 31 * DAY_MS; // Ids of jobs contain the true time.
  expect(prunePrintJobs(s.core.deps, 100)).toBe(1);
  expect(await print(s, shipmentID)).toMatchObject({ isReprint: true, copyNumber: 1 });
});
