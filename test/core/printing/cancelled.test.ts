import { describe, expect, it } from "vitest";
import { done, refused, unknown, type Outcome } from "../../../core/shipping/carriers/carrier.ts";
import type { FaultPoint } from "../../../core/ports/deps.ts";
import { RendererLostError } from "../../../core/labels/label-renderer.ts";
import { deskActor } from "../../../core/organizations/organizations.service.ts";
import { PrinterError } from "../../../core/printing/transports/transport.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import { cancelShipment } from "../../../core/fulfilment/transactions/cancel-shipment.ts";
import { farCarrier, LABEL, sendFar } from "../../helpers/far-carrier.ts";
import { eventually, shipmentWithOffers, station, type Station } from "../../helpers/station.ts";
import { aSimulator, instantLabels as labels, lookNow, printerThat } from "./a-printer.ts";

const addPrinter = (s: Station, port = 9_100) =>
  s.desk("POST", "/station/printers", { name: "Zebra", driver: "tcp", host: "127.0.0.1", port });
const jobOf = async (s: Station, id: string): Promise<PrintJob> =>
  (await s.desk<PrintJob>("GET", `/station/printjobs/${id}`)).data;
const statusOf = async (s: Station, id: string): Promise<string> =>
  (await s.desk<Shipment>("GET", `/shipments/${id}`)).data.statusCode;
const cancel = async (s: Station, id: string): Promise<number> =>
  (await s.desk("DELETE", `/shipments/${id}`)).status;

async function buyAndPrint(s: Station): Promise<{ shipmentID: string; jobID: string }> {
  const shipment = await shipmentWithOffers(s);
  const { data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
  });
  return { shipmentID: shipment.id, jobID: data.printJob?.id ?? "" };
}

const until = (s: Station, id: string, status: PrintJob["status"]): Promise<PrintJob> =>
  eventually(`the print job is ${status}`, async () => {
    const job = await jobOf(s, id);
    return job.status === status && job;
  });

const lost = new PrinterError("maybe", "connection lost", "Lost.");
const unreachable = new PrinterError("nothing", "unreachable", "Not there.");

/** Runs a function the first time the queue reaches a fault point. */
function at(point: FaultPoint, run: () => void): (passed: FaultPoint) => void {
  let isDone = false;
  return (passed) => {
    if (passed !== point || isDone) return;
    isDone = true;
    run();
  };
}

/**
 * A label whose shipment is cancelled while the printer accepts the label; `finish` ends that
 * print, and later prints are SENT.
 */
async function cancelledOnTheWire(): Promise<{
  s: Station;
  printers: ReturnType<typeof printerThat>;
  jobID: string;
  finish: (outcome: PrinterError) => void;
}> {
  const first = Promise.withResolvers<PrinterError>();
  const printers = printerThat((n) => (n === 1 ? first.promise : "SENT"));
  const s = await station({ world: { printers, labels } });
  await addPrinter(s);
  const { shipmentID, jobID } = await buyAndPrint(s);
  await until(s, jobID, "SENDING");
  await cancel(s, shipmentID);
  return { s, printers, jobID, finish: first.resolve };
}

describe("the label of a cancelled shipment", () => {
  it("an UNKNOWN print of a cancelled shipment ends FAILED, and the later answer 'no' does not print the label", async () => {
    const printers = printerThat((n) => (n === 1 ? lost : "SENT"));
    const s = await station({ world: { printers, labels } });
    await addPrinter(s);
    const { shipmentID, jobID } = await buyAndPrint(s);
    await until(s, jobID, "UNKNOWN");
    expect(await cancel(s, shipmentID)).toBe(200);
    const answer = await s.desk("POST", `/station/printjobs/${jobID}/answer`, { printed: false });
    expect([answer.code, await jobOf(s, jobID)]).toMatchObject([
      "E2028",
      { status: "FAILED", lastErrorCode: "shipment cancelled, may be printed" },
    ]);
    const { jobID: other } = await buyAndPrint(s);
    await until(s, other, "SENT");
    expect(printers.labels).toHaveLength(1);
  });

  it("a label cancelled while it is sent ends with the outcome of its print, and the answer 'no' does not print it again", async () => {
    const { s, printers, jobID, finish } = await cancelledOnTheWire();
    expect((await jobOf(s, jobID)).status).toBe("SENDING");
    finish(lost);
    await until(s, jobID, "UNKNOWN");
    const { data } = await s.desk<PrintJob>("POST", `/station/printjobs/${jobID}/answer`, {
      printed: false,
    });
    expect(data).toMatchObject({ status: "FAILED", lastErrorCode: "shipment cancelled" });
    const { jobID: other } = await buyAndPrint(s);
    await until(s, other, "SENT");
    expect([printers.labels.length, (await jobOf(s, jobID)).status]).toEqual([1, "FAILED"]);
  });

  it("a cancelled label is not retried when nothing had reached the printer", async () => {
    const { s, printers, jobID, finish } = await cancelledOnTheWire();
    finish(unreachable);
    expect(await until(s, jobID, "FAILED")).toMatchObject({ lastErrorCode: "shipment cancelled" });
    s.clock.nowMs += 60_000;
    const { jobID: other } = await buyAndPrint(s);
    await until(s, other, "SENT");
    expect(printers.labels).toHaveLength(1);
  });

  it("a waiting label is not retried when another desk cancels its shipment", async () => {
    const printers = printerThat((n) => (n === 1 ? unreachable : "SENT"));
    const s = await station({ world: { printers, labels } });
    await addPrinter(s);
    const { shipmentID, jobID } = await buyAndPrint(s);
    await eventually(
      "the printer was not reached",
      async () => (await jobOf(s, jobID)).lastErrorCode === "unreachable",
    );
    // A merge writes only the row, and only a cancellation at this desk ends the waiting print
    // jobs.
    s.core.deps.db.raw
      .prepare("UPDATE shipments SET status = 'CANCELED' WHERE id = ?")
      .run(shipmentID);
    s.clock.nowMs += 60_000;
    const { jobID: other } = await buyAndPrint(s);
    await until(s, other, "SENT");
    expect([printers.labels.length, await jobOf(s, jobID)]).toMatchObject([
      1,
      { status: "FAILED", lastErrorCode: "shipment cancelled" },
    ]);
  });

  it.each(["print.drawn", "print.claimed"] as const)(
    "a label is not sent when its shipment is cancelled at %s",
    async (point) => {
      const simulator = await aSimulator();
      let shipmentID = "";
      const faultPoint = at(point, () =>
        cancelShipment(s.core.deps, deskActor(s.core.deps, s.started.memberID), shipmentID),
      );
      const s: Station = await station({ world: { faultPoint, labels } });
      const bought = await buyAndPrint(s);
      ({ shipmentID } = bought);
      await addPrinter(s, simulator.port);
      expect(await until(s, bought.jobID, "FAILED")).toMatchObject({
        lastErrorCode: "shipment cancelled",
      });
      expect([await statusOf(s, shipmentID), simulator.jobs().length]).toEqual(["CANCELED", 0]);
    },
  );

  it("a label cancelled during a failed drawing does not wait again", async () => {
    let lose: (() => void) | undefined;
    const draw = () =>
      new Promise<never>((_, reject) => (lose = () => reject(new RendererLostError("lost"))));
    const s = await station({
      world: { printers: printerThat(() => "SENT"), labels: { ...labels, draw } },
    });
    await addPrinter(s);
    const { shipmentID, jobID } = await buyAndPrint(s);
    const loseIt = await eventually("the label is being drawn", () => lose);
    await cancel(s, shipmentID);
    loseIt();
    const { jobID: other } = await buyAndPrint(s);
    await eventually("the next one is being drawn", () => lose !== loseIt);
    lose?.();
    await eventually(
      "the next one waits",
      async () => (await jobOf(s, other)).lastErrorCode === "not drawn",
    );
    expect(await jobOf(s, jobID)).toMatchObject({
      status: "FAILED",
      lastErrorCode: "shipment cancelled",
    });
  });
});

describe("a label whose carrier is asked to cancel it", () => {
  const cases = [
    ["is not printed, and ends with the refund", done(null), "FAILED"],
    ["is printed when the carrier refuses", refused("E2033", "we have it"), "SENT"],
  ] as const;
  it.each(cases)(
    "a label waits while its carrier is asked to cancel, and %s",
    async (_what, last, status) => {
      let answer: Outcome<null> = unknown("lost");
      const far = farCarrier({
        can: new Set(["quote", "buy", "cancel", "find"]),
        cancel: () => Promise.resolve(answer),
        find: () => Promise.resolve(done(LABEL)),
      });
      const printers = printerThat(() => "SENT");
      const s = await station({ world: { printers, labels, carriers: [far], carrierWaitMs: 200 } });
      const { id, offers } = await shipmentWithOffers(s);
      const { data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
        offerID: sendFar(s.core.deps, offers?.cheapest?.id),
      });
      const jobID = data.printJob?.id ?? "";
      expect((await s.desk("DELETE", `/shipments/${id}`)).code).toBe("E2008");
      await addPrinter(s);
      await eventually(
        "its print waits for the carrier",
        async () => (await jobOf(s, jobID)).lastErrorCode === "cancellation open",
      );
      answer = last;
      s.clock.nowMs += 60_000;
      s.core.deps.jobs.wake();
      await eventually(`the print job is ${status}`, async () => {
        // An attempt before the carrier's answer postpones the print, so the clock moves on.
        s.clock.nowMs += 1_000;
        lookNow(s);
        return (await jobOf(s, jobID)).status === status;
      });
      expect(printers.labels).toHaveLength(status === "SENT" ? 1 : 0);
    },
  );
});

describe("a first print that failed and is retried", () => {
  it("the shipment becomes LABEL_PRINTED when the retried first print succeeds", async () => {
    const printers = printerThat(() => "SENT");
    const s = await station({ world: { printers, labels } });
    const { shipmentID, jobID } = await buyAndPrint(s);
    s.core.deps.db.raw.prepare("UPDATE print_jobs SET status = 'FAILED' WHERE id = ?").run(jobID);
    await addPrinter(s);
    const { data: again } = await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID });
    await until(s, again.id, "SENT");
    expect(await statusOf(s, shipmentID)).toBe("LABEL_PRINTED");
  });
});
