import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import { LABEL_MEDIA } from "../../../core/db/documents/media.schema.ts";
import { documentOf, keepDocument } from "../../../core/db/documents/documents.service.ts";
import { deskActor } from "../../../core/organizations/organizations.service.ts";
import { targetOf } from "../../../core/printing/job-target.ts";
import { countOpenJobs } from "../../../core/printing/printing.service.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import type { PrintJob, PrintJobHistory } from "../../../core/printing/printing.schema.ts";
import { enqueueFirst, type NewJob } from "../../../core/printing/enqueue.ts";
import {
  PrinterError,
  type PrinterTransport,
  type PrintOutcome,
} from "../../../core/printing/transports/transport.ts";
import { boughtShipment, eventually, station, type Station } from "../../helpers/station.ts";
import { instantLabels as labels } from "./a-printer.ts";

const jobOf = async (s: Station, id: string): Promise<PrintJobHistory> =>
  (await s.desk<PrintJobHistory>("GET", `/station/printjobs/${id}`)).data;
const until = (s: Station, id: string, status: PrintJob["status"]): Promise<PrintJobHistory> =>
  eventually(`the print job is ${status}`, async () => {
    const job = await jobOf(s, id);
    return job.status === status && job;
  });
const addPrinter = async (s: Station, name: string): Promise<string> =>
  (
    await s.desk<PrinterRecord>("POST", "/station/printers", {
      name,
      driver: "tcp",
      host: "127.0.0.1",
      port: 9_100,
    })
  ).data.id;

/** Printers whose outcomes the test decides per label. */
function printersThat(
  send: (n: number) => PrintOutcome | PrinterError = () => ({ state: "CONFIRMED" }),
): PrinterTransport & { readonly sent: string[] } {
  const sent: string[] = [];
  let n = 0;
  return {
    sent,
    proves: () => "CONFIRMED",
    send(printer) {
      const outcome = send((n += 1));
      if (outcome instanceof PrinterError) return Promise.reject(outcome);
      sent.push(printer.name);
      return Promise.resolve(outcome);
    },
    probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
  };
}

type Change = Partial<NewJob>;
/**
 * Enqueues a print of a program's file.
 * @returns The job's id.
 */
function queueDocument(s: Station, change: Change): string {
  const { deps } = s.core;
  const file = documentOf(Buffer.from("^XA^FDfile^FS^XZ"), {
    kind: "label",
    media: LABEL_MEDIA,
    language: "ZPL",
    dpi: 0,
    source: "downloaded",
  });
  return inTransaction(deps, () => {
    keepDocument(deps, file);
    return (
      enqueueFirst(deps, {
        kind: "DOCUMENT",
        organizationID: s.started.organizationID,
        memberID: s.started.memberID,
        shipmentID: "",
        barcode: "",
        document: { hash: file.hash },
        ...change,
      })?.id ?? ""
    );
  });
}

describe("a job for one printer", () => {
  it("a job for a printer without a role is printed by that printer, and a job for a removed printer fails", async () => {
    const printers = printersThat();
    const s = await station({ world: { printers, labels } });
    await addPrinter(s, "Labels");
    const other = await addPrinter(s, "Other");
    expect(
      await until(s, queueDocument(s, { target: targetOf(other), title: "A sheet" }), "CONFIRMED"),
    ).toMatchObject({
      kind: "DOCUMENT",
      title: "A sheet",
      shipmentID: "",
      orderNumber: "",
      printerName: "Other",
    });
    await s.desk("DELETE", `/station/printers/${other}`);
    const id = queueDocument(s, { target: targetOf(other) });
    expect(await until(s, id, "FAILED")).toMatchObject({
      attempts: 0,
      lastErrorCode: "printer removed",
    });
    expect(printers.sent).toEqual(["Other"]);
  });

  it("a job without a shipment can be created twice", async () => {
    const s = await station({ world: { printers: printersThat(), labels } });
    expect([queueDocument(s, {}), queueDocument(s, {})].every((id) => id !== "")).toBe(true);
  });
});

describe("roles", () => {
  it("each role may have a separate printer, and return labels go to the label printer until their role has a printer", async () => {
    const printers = printersThat();
    const s = await station({ world: { printers, labels } });
    const [first, a4] = [await addPrinter(s, "Labels"), await addPrinter(s, "A4")];
    const { data } = await s.desk("PUT", "/station/printers/roles", { a4 });
    expect(data).toEqual({ label: first, returnLabel: null, a4, packingSlip: null });
    await until(s, queueDocument(s, { target: "returnLabel" }), "CONFIRMED");
    await until(s, queueDocument(s, { target: "a4" }), "CONFIRMED");
    const slip = queueDocument(s, { target: "packingSlip" });
    await eventually(
      "nobody prints packing slips",
      async () => (await jobOf(s, slip)).lastErrorCode === "no printer",
    );
    await s.desk("PUT", "/station/printers/roles", { returnLabel: a4, packingSlip: a4 });
    await until(s, slip, "CONFIRMED");
    await until(s, queueDocument(s, { target: "returnLabel" }), "CONFIRMED");
    expect(printers.sent).toEqual(["Labels", "A4", "A4", "A4"]);
    await s.desk("DELETE", `/station/printers/${a4}`);
    expect((await s.desk<{ roles: unknown }>("GET", "/station/printers")).data.roles).toEqual({
      label: first,
      returnLabel: null,
      a4: null,
      packingSlip: null,
    });
  });
});

describe("a job of several copies", () => {
  it("each copy is sent in a separate attempt, and the job is CONFIRMED when every copy was", async () => {
    const printers = printersThat();
    const s = await station({ world: { printers, labels } });
    await addPrinter(s, "Labels");
    const job = await until(s, queueDocument(s, { copies: 3 }), "CONFIRMED");
    expect([
      job.copies,
      job.copiesDone,
      job.history.map(({ outcome }) => outcome),
      printers.sent.length,
    ]).toEqual([3, 3, ["CONFIRMED", "CONFIRMED", "CONFIRMED"], 3]);
  });

  it("a person answers for the copy with an unknown outcome, and the next copy follows the answer 'printed'", async () => {
    const printers = printersThat((n) =>
      n === 2 ? new PrinterError("maybe", "connection lost", "Lost.") : { state: "CONFIRMED" },
    );
    const s = await station({ world: { printers, labels } });
    await addPrinter(s, "Labels");
    const id = queueDocument(s, { copies: 3 });
    expect(await until(s, id, "UNKNOWN")).toMatchObject({ copiesDone: 1 });
    await s.desk("POST", `/station/printjobs/${id}/answer`, { printed: true });
    const job = await until(s, id, "SENT"); // One copy is not confirmed.
    expect([
      job.copiesDone,
      job.history.map(({ outcome }) => outcome),
      printers.sent.length,
    ]).toEqual([3, ["CONFIRMED", "UNKNOWN", "CONFIRMED"], 2]);
  });

  it("the copy with an unknown outcome is printed again after the answer 'not printed'", async () => {
    const printers = printersThat((n) =>
      n === 2 ? new PrinterError("maybe", "connection lost", "Lost.") : { state: "CONFIRMED" },
    );
    const s = await station({ world: { printers, labels } });
    await addPrinter(s, "Labels");
    const id = queueDocument(s, { copies: 2 });
    await until(s, id, "UNKNOWN");
    await s.desk("POST", `/station/printjobs/${id}/answer`, { printed: false });
    await until(s, id, "SENT");
    expect(printers.sent).toHaveLength(2);
  });
});

describe("a job with an expiry", () => {
  it("a job that expires before a printer takes it ends FAILED, and is never printed later", async () => {
    const printers = printersThat();
    const s = await station({ world: { printers, labels } });
    const expiresAt = new Date(Date.parse(s.core.deps.now()) + 60_000).toISOString();
    const id = queueDocument(s, { expiresAt });
    await eventually("it waits", async () => (await jobOf(s, id)).lastErrorCode === "no printer");
    s.clock.nowMs += 61_000;
    await addPrinter(s, "Labels");
    expect(await until(s, id, "FAILED")).toMatchObject({ lastErrorCode: "expired" });
    expect(printers.sent).toEqual([]);
  });
});

describe("a job without a shipment", () => {
  it("a job without a shipment is listed, counted and answered like other jobs", async () => {
    const printers = printersThat(() => new PrinterError("maybe", "connection lost", "Lost."));
    const s = await station({ world: { printers, labels } });
    const actor = deskActor(s.core.deps, s.started.memberID);
    const id = queueDocument(s, { title: "A sheet" });
    expect(countOpenJobs(s.core.deps, actor)).toEqual({ queued: 1, unknown: 0 });
    await addPrinter(s, "Labels");
    await until(s, id, "UNKNOWN");
    expect(countOpenJobs(s.core.deps, actor)).toEqual({ queued: 0, unknown: 1 });
    const { list } = (
      await s.desk<{ list: PrintJob[] }>("GET", "/station/printjobs?status=UNKNOWN")
    ).data;
    expect(list).toMatchObject([{ id, title: "A sheet" }]);
    expect(
      (await s.desk<PrintJob>("POST", `/station/printjobs/${id}/answer`, { printed: true })).data,
    ).toMatchObject({ status: "SENT" });
  });
});

describe("a reprint", () => {
  it("a reprint has its reason and its number", async () => {
    const s = await station({ world: { printers: printersThat(), labels } });
    const { shipment } = await boughtShipment(s);
    const print = async (more: object = {}): Promise<PrintJob> =>
      (await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: shipment.id, ...more }))
        .data;
    const [first, second, third] = [
      await print(),
      await print({ reason: "damaged" }),
      await print(),
    ];
    expect(
      [first, second, third].map(({ isReprint, reason, copyNumber }) => ({
        isReprint,
        reason,
        copyNumber,
      })),
    ).toEqual([
      { isReprint: false, reason: "", copyNumber: 0 },
      { isReprint: true, reason: "damaged", copyNumber: 1 },
      { isReprint: true, reason: "other", copyNumber: 2 },
    ]);
  });
});
