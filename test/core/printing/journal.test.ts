import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import type { PrintJob, PrintJobHistory } from "../../../core/printing/printing.schema.ts";
import { createSimulator } from "../../../core/printing/simulator/simulator.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import {
  eventually,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
} from "../../helpers/station.ts";

type Simulator = Awaited<ReturnType<typeof createSimulator>>;
const closing = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const close of closing) await close();
  closing.clear();
});

async function simulator(port = 0): Promise<Simulator> {
  const made = await createSimulator({ port, httpPort: 0, dir: join(temporaryFolder(), "jobs") });
  closing.add(() => made.close());
  return made;
}

const addPrinter = async (s: Station, port: number): Promise<PrinterRecord> =>
  (
    await s.desk<PrinterRecord>("POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port,
    })
  ).data;

async function buyAndPrint(s: Station): Promise<DeskPurchase> {
  const shipment = await shipmentWithOffers(s);
  return (
    await s.desk<DeskPurchase>("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      printAnyway: true,
    })
  ).data;
}

const jobOf = async (s: Station, id: string): Promise<PrintJob> =>
  (await s.desk<PrintJob>("GET", `/station/printjobs/${id}`)).data;
const until = (s: Station, id: string, ...statuses: string[]): Promise<PrintJob> =>
  eventually(`the print job is ${statuses.join(" or ")}`, async () => {
    const job = await jobOf(s, id);
    return statuses.includes(job.status) && job;
  });

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

describe("the print journal", () => {
  it("a bought label is printed once with the shipment's barcode, and the printer confirms it", async () => {
    const s = await station();
    const printer = await simulator();
    await addPrinter(s, printer.port);
    const { transaction, printJob } = await buyAndPrint(s);
    const job = await until(s, printJob?.id ?? "", "CONFIRMED");
    expect(job).toMatchObject({
      shipmentID: transaction.shipment.id,
      barcode: transaction.shipment.barcode,
      printerName: "Zebra",
      attempts: 1,
      isReprint: false,
      lastError: "",
    });
    const jobs = (await (
      await fetch(`${printer.httpUrl.replace(/\/$/, "")}/jobs?barcode=${job.barcode}`)
    ).json()) as unknown[];
    expect([jobs.length, printer.jobs().length]).toEqual([1, 1]);
    expect(
      (await s.desk<Shipment>("GET", `/shipments/${transaction.shipment.id}`)).data.statusCode,
    ).toBe("LABEL_PRINTED");
  });

  it("a label waits with its reason while the printer refuses connections, and is printed when the printer is back", async () => {
    const s = await station();
    const port = await freePort();
    await addPrinter(s, port);
    const { printJob } = await buyAndPrint(s);
    const waiting = await eventually("the refusal is noted", async () => {
      const job = await jobOf(s, printJob?.id ?? "");
      return job.lastError !== "" && job;
    });
    expect(waiting.status).toBe("QUEUED");
    const printer = await simulator(port);
    s.clock.nowMs += 60_000;
    await until(s, waiting.id, "CONFIRMED");
    expect(printer.jobs().length).toBe(1);
  });

  it("a label waits while no printer is set up, and is printed once a printer is added", async () => {
    const s = await station();
    const { printJob } = await buyAndPrint(s);
    const printer = await simulator();
    await addPrinter(s, printer.port);
    await until(s, printJob?.id ?? "", "CONFIRMED");
  });

  it("each label without a printer records 'no printer' once, and is not written again until a printer is added", async () => {
    const s = await station();
    for (let i = 0; i < 3; i += 1) await buyAndPrint(s);
    const journal = () =>
      s.core.deps.db.raw
        .prepare(
          "SELECT last_error <> '' AS isSaid, updated_at AS updatedAt FROM print_jobs ORDER BY id",
        )
        .all() as { isSaid: number; updatedAt: string }[];
    await eventually("each label has the reason why it waits", async () =>
      journal().every(({ isSaid }) => isSaid === 1),
    );
    const before = journal();
    s.clock.nowMs += 60_000;
    await buyAndPrint(s); // The purchase wakes the queue.
    await eventually(
      "the new label has the reason too",
      async () => journal().length === 4 && journal().every(({ isSaid }) => isSaid === 1),
    );
    expect(journal().slice(0, 3)).toEqual(before);
    const printer = await simulator();
    await addPrinter(s, printer.port);
    await eventually("all are printed", async () => printer.jobs().length === 4);
  });

  it("a printer without paper gets nothing, and prints once paper is loaded", async () => {
    const s = await station();
    const printer = await simulator();
    printer.setBehaviour({ mode: "paper out" });
    await addPrinter(s, printer.port);
    const { printJob } = await buyAndPrint(s);
    const waiting = await eventually("the reason is noted", async () => {
      const job = await jobOf(s, printJob?.id ?? "");
      return job.lastError !== "" && job;
    });
    expect([waiting.status, printer.jobs().length]).toEqual(["QUEUED", 0]);
    printer.setBehaviour({ mode: "ok" });
    s.clock.nowMs += 60_000;
    await until(s, waiting.id, "CONFIRMED");
    expect(printer.jobs().length).toBe(1);
  });

  it("a label is UNKNOWN, and not sent again automatically, when the printer disappears while the label is sent", async () => {
    const s = await station();
    const printer = await simulator();
    await addPrinter(s, printer.port);
    printer.setBehaviour({ mode: "cut off" });
    const { printJob } = await buyAndPrint(s);
    const job = await until(s, printJob?.id ?? "", "UNKNOWN");
    printer.setBehaviour({ mode: "ok" });
    s.clock.nowMs += 3_600_000;
    const { printJob: second } = await buyAndPrint(s);
    await until(s, second?.id ?? "", "CONFIRMED");
    expect([(await jobOf(s, job.id)).status, (await jobOf(s, job.id)).attempts]).toEqual([
      "UNKNOWN",
      1,
    ]);
  });

  it("a job shows its order, its recipient, and why it is not printed, as a code and as text", async () => {
    const s = await station();
    const printer = await simulator();
    await addPrinter(s, printer.port);
    printer.setBehaviour({ mode: "paper out" });
    const shipment = await shipmentWithOffers(s, { order: { orderNumber: "A-100" } });
    const { printJob } = (
      await s.desk<DeskPurchase>("POST", "/station/purchases", {
        offerID: shipment.offers?.cheapest?.id,
        printAnyway: true,
      })
    ).data;
    const waiting = await eventually("the reason is noted", async () => {
      const job = await jobOf(s, printJob?.id ?? "");
      return job.lastError !== "" && job;
    });
    expect(waiting).toMatchObject({
      orderNumber: "A-100",
      shipmentNumber: shipment.organizationShipmentID,
      recipientName: "Çağla Şimşekoğlu",
      districtName: "Kadıköy",
      cityName: "İstanbul",
      lastErrorCode: "paper out",
      lastError: "The printer is out of labels. Load a new roll. The label waits.",
    });
    const { history: _history, ...listed } = waiting as PrintJobHistory;
    expect((await s.desk<{ list: PrintJob[] }>("GET", "/station/printjobs")).data.list[0]).toEqual(
      listed,
    );
  });

  it("the answer 'not printed' prints the label again, and the answer 'printed' records a print", async () => {
    const s = await station();
    const printer = await simulator();
    await addPrinter(s, printer.port);
    printer.setBehaviour({ mode: "cut off" });
    const [a, b] = [await buyAndPrint(s), await buyAndPrint(s)];
    await until(s, a.printJob?.id ?? "", "UNKNOWN");
    await until(s, b.printJob?.id ?? "", "UNKNOWN");
    printer.setBehaviour({ mode: "ok" });
    await s.desk("POST", `/station/printjobs/${a.printJob?.id}/answer`, { printed: false });
    await s.desk("POST", `/station/printjobs/${b.printJob?.id}/answer`, { printed: true });
    await until(s, a.printJob?.id ?? "", "CONFIRMED");
    const [asked, answered] = [
      await jobOf(s, a.printJob?.id ?? ""),
      await jobOf(s, b.printJob?.id ?? ""),
    ];
    expect([asked.isAnswered, answered.status, answered.isAnswered]).toEqual([false, "SENT", true]);
    const again = await s.desk("POST", `/station/printjobs/${b.printJob?.id}/answer`, {
      printed: false,
    });
    expect([again.status, again.code]).toEqual([409, "E2028"]);
  });

  it("scanning an UNKNOWN label makes its print SENT", async () => {
    const s = await station();
    const printer = await simulator();
    await addPrinter(s, printer.port);
    printer.setBehaviour({ mode: "cut off" });
    const { printJob, transaction } = await buyAndPrint(s);
    await until(s, printJob?.id ?? "", "UNKNOWN");
    await s.desk("POST", "/station/orders/open", { code: transaction.shipment.barcode });
    expect((await jobOf(s, printJob?.id ?? "")).status).toBe("SENT");
  });

  it("jobs that were being sent when the station stopped are UNKNOWN", async () => {
    const dataDir = temporaryFolder();
    const first = await station({ dataDir });
    const { printJob } = await buyAndPrint(first);
    first.core.deps.db.raw.prepare("UPDATE print_jobs SET status = 'SENDING'").run();
    await first.stop();
    const second = await station({ dataDir });
    expect(await jobOf(second, printJob?.id ?? "")).toMatchObject({
      status: "UNKNOWN",
      lastErrorCode: "station stopped",
    });
  });

  it("a label is reprinted only on request, and the waiting label of a cancelled shipment is not printed", async () => {
    const s = await station();
    const { transaction, printJob } = await buyAndPrint(s);
    await s.desk("DELETE", `/shipments/${transaction.shipment.id}`);
    expect((await jobOf(s, printJob?.id ?? "")).status).toBe("FAILED");
    const printer = await simulator();
    await addPrinter(s, printer.port);
    const other = await buyAndPrint(s);
    await until(s, other.printJob?.id ?? "", "CONFIRMED");
    const { data: reprint } = await s.desk<PrintJob>("POST", "/station/printjobs", {
      shipmentID: other.transaction.shipment.id,
    });
    await until(s, reprint.id, "CONFIRMED");
    expect([reprint.isReprint, printer.jobs().length]).toEqual([true, 2]);
    expect(
      (await s.desk("POST", "/station/printjobs", { shipmentID: transaction.shipment.id })).code,
    ).toBe("E1072");
  });
});
