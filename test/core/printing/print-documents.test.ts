import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import type { DocumentLanguage } from "../../../core/documents/documents.schema.ts";
import { documentOf, findDrawn, keepDocument } from "../../../core/documents/documents.service.ts";
import { LABEL_MEDIA } from "../../../core/documents/media.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { enqueueFirstPrint } from "../../../core/printing/printing.service.ts";
import type { PrinterTransport } from "../../../core/printing/transports/transport.ts";
import { boughtShipment, eventually, station, type Station } from "../../helpers/station.ts";
import { instantLabels } from "./a-printer.ts";

/** A station with a printer that keeps what it is given. */
async function printingStation(): Promise<{ readonly s: Station; readonly sent: string[] }> {
  const sent: string[] = [];
  const printers: PrinterTransport = {
    send(_printer, bytes) {
      sent.push(Buffer.from(bytes).toString());
      return Promise.resolve({ state: "SENT" });
    },
    probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
  };
  const s = await station({ world: { printers, labels: instantLabels } });
  await s.desk("POST", "/station/printers", { name: "Zebra", driver: "tcp", host: "127.0.0.1", port: 9_100 });
  return { s, sent };
}

/** Queues a print of a bought shipment: of its label, or of a document. @returns The job's end. */
async function print(s: Station, hash?: string): Promise<PrintJob> {
  const { shipment } = await boughtShipment(s);
  const { deps } = s.core;
  inTransaction(deps, () => enqueueFirstPrint(deps, { shipmentID: shipment.id, organizationID: s.started.organizationID, memberID: s.started.memberID, barcode: shipment.barcode, ...(hash === undefined ? {} : { document: { hash } }) }));
  return eventually("the print has ended", async () => {
    const [job] = (await s.desk<{ list: PrintJob[] }>("GET", `/station/printjobs?shipmentID=${shipment.id}`)).data.list;
    return job !== undefined && ["SENT", "FAILED"].includes(job.status) && job;
  });
}

function keep(s: Station, text: string, language: DocumentLanguage): string {
  const file = documentOf(Buffer.from(text), { kind: "label", media: LABEL_MEDIA, language, dpi: 0, source: "downloaded" });
  keepDocument(s.core.deps, file);
  return file.hash;
}

const sentHash = (s: Station, id: string): unknown => s.core.deps.db.raw.prepare("SELECT sent_hash FROM print_jobs WHERE id = ?").pluck().get(id);

describe("a print job that names a document", () => {
  it("prints that, byte for byte, and not the shipment's label", async () => {
    const { s, sent } = await printingStation();
    const hash = keep(s, "^XA^FDa carrier's own^FS^XZ", "ZPL");
    const job = await print(s, hash);
    expect([job.status, sent, sentHash(s, job.id)]).toEqual(["SENT", ["^XA^FDa carrier's own^FS^XZ"], hash]);
  });

  it("ends FAILED with the reason when the printer does not understand it, or it is gone; the next one is printed", async () => {
    const { s, sent } = await printingStation();
    const ends = [await print(s, keep(s, "%PDF-1.7", "PDF")), await print(s, "0".repeat(64)), await print(s)];
    expect(ends).toMatchObject([
      { status: "FAILED", attempts: 0, lastErrorCode: "not drawn", lastError: "The document is PDF, and Zebra understands ZPL. It was not printed." },
      { status: "FAILED", attempts: 0, lastErrorCode: "not drawn", lastError: "The document is no longer on this station, and was not printed." },
      { status: "SENT", lastError: "" },
    ]);
    expect(sent).toHaveLength(1);
  });
});

it("a print job that names none prints the shipment's label, drawn for the printer, and notes which document that was", async () => {
  const { s, sent } = await printingStation();
  const job = await print(s);
  const drawn = findDrawn(s.core.deps, { shipmentID: job.shipmentID, kind: "label", media: LABEL_MEDIA, layout: { name: "standard", version: 1 }, variant: "", language: "ZPL", dpi: 203 });
  expect([sent, sentHash(s, job.id)]).toEqual([[Buffer.from(drawn?.bytes ?? []).toString()], drawn?.hash]);
});
