/** Runs the demo through the same API as the desk: a packer could do each step. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { createCall, type Call } from "../../http/call.ts";
import type { DeskDoor } from "../../http/desk-door.ts";
import { importOrders } from "../../shipping/imports/imports.api.ts";
import type { RejectedRow } from "../../shipping/imports/imports.schema.ts";
import { getLabelPicture } from "../../labels/labels.api.ts";
import { createPrinter, listPrinters, updatePrinterRoles } from "../../printing/printers.api.ts";
import { answerPrintJob, listPrintJobs } from "../../printing/printing.api.ts";
import type { PrintJob } from "../../printing/printing.schema.ts";
import { buyAtDesk, getDesk, listWaitingOrders, openOrder } from "../station.api.ts";
import type { SimulatorAddress } from "./simulator-process.ts";

export type DemoResult = {
  readonly labels: number;
  readonly boughtNow: number;
  readonly rejected: readonly RejectedRow[];
  readonly balance: string;
  readonly table: readonly string[];
  readonly firstLabel: Uint8Array | null;
  /** Differences between bought and printed labels. */
  readonly wrong: readonly string[];
};

const simulatorJobsSchema = z.array(
  z.object({ n: z.number(), barcodes: z.array(z.string()).nullable() }),
);
type SimulatorJob = z.infer<typeof simulatorJobsSchema>[number];

/** The part of the core that the demo uses. */
type DemoCore = { start(): Promise<unknown>; readonly request: DeskDoor };

const PRINT_TIMEOUT_MS = 180_000;

/**
 * Starts the core, imports the file, buys the cheapest offer of each waiting order, waits for all
 * prints and compares the simulator's labels with the bought labels. A second run continues with
 * the orders and prints that the first run left open.
 *
 * @param core A core that is not started.
 * @returns Times in ms for each stage, and each difference in `wrong`.
 * @throws Error when an order has no offer, a call fails, a print fails or takes too long, or the
 *   simulator has lost a job.
 */
export async function runDemo(
  core: DemoCore,
  options: { ordersFile: string; simulator: SimulatorAddress },
): Promise<DemoResult> {
  const stages = new Stages();
  await stages.time("start", () => core.start());
  const desk = deskOf(core);
  await usePrinter(desk, options.simulator);
  await answerUnknownJobs(desk, options.simulator);

  const content = readFileSync(options.ordersFile).toString("base64");
  const imported = await stages.time("import", () =>
    desk(importOrders, { body: { fileName: basename(options.ordersFile), content } }),
  );
  const { list: waiting } = await desk(listWaitingOrders, { query: { limit: 500 } });
  for (const order of waiting) {
    const opened = await stages.time("offers", () =>
      desk(openOrder, { body: { code: order.orderNumber } }),
    );
    const offer = opened.shipment.offers?.cheapest;
    if (offer === null || offer === undefined)
      throw new Error(
        `Order ${order.orderNumber} has no offer: ${opened.missing.map((m) => `${m.name} ${m.reason}`).join("; ")}`,
      );
    await stages.time("buy", () => desk(buyAtDesk, { body: { offerID: offer.id, print: true } }));
  }
  const jobs = await stages.time("print the rest", () => waitForPrints(desk, options.simulator));
  const seen = await stages.time("verify", () => fetchJobs(options.simulator));
  const { balance } = await desk(getDesk);
  const first = jobs.at(-1);
  const picture =
    first === undefined
      ? null
      : await desk(getLabelPicture, {
          params: { shipmentID: first.shipmentID },
          query: { dpi: 203 },
        });
  return {
    labels: jobs.length,
    boughtNow: waiting.length,
    rejected: imported.rejected,
    balance,
    table: [...stages.table(), ...printTimes(jobs)],
    firstLabel:
      picture === null ? null : Buffer.from(picture.dataURL.replace(/^.*,/, ""), "base64"),
    wrong: compare(jobs, seen),
  };
}

/**
 * Returns a function that calls the core as the desk's member. A failed call throws an Error with
 * the answer's message and code.
 */
function deskOf(core: DemoCore): Call {
  return createCall({
    send: async (request) => (await core.request(request)).body,
    failure: (code = "no code", message = "no message") => new Error(`${message} (${code})`),
  });
}

/** Gives this simulator the label role, and first adds it as a printer if it is missing. */
async function usePrinter(desk: Call, { host, port }: SimulatorAddress): Promise<void> {
  const { list, roles } = await desk(listPrinters);
  const known = list.find((p) => p.host === host && p.port === port);
  if (known !== undefined && roles.label === known.id) return;
  const printer =
    known ??
    (await desk(createPrinter, { body: { name: "Simulator", driver: "tcp", host, port } }));
  await desk(updatePrinterRoles, { body: { label: printer.id } });
}

/**
 * Answers prints whose outcome is unknown: a label was printed when the simulator has a job with
 * the label's barcode.
 */
async function answerUnknownJobs(desk: Call, simulator: SimulatorAddress): Promise<void> {
  const { list } = await desk(listPrintJobs, { query: { status: "UNKNOWN", limit: 500 } });
  for (const job of list) {
    const found = await jobsAt(simulator, job.barcode);
    await desk(answerPrintJob, { params: { id: job.id }, body: { printed: found.length > 0 } });
  }
}

async function waitForPrints(desk: Call, simulator: SimulatorAddress): Promise<PrintJob[]> {
  const until = Date.now() + PRINT_TIMEOUT_MS;
  for (;;) {
    const { list } = await desk(listPrintJobs, { query: { limit: 500 } });
    const open = list.filter((j) => !["SENT", "CONFIRMED"].includes(j.status));
    const failed = open.find((j) => j.status === "FAILED");
    if (failed !== undefined)
      throw new Error(`Label ${failed.barcode} was not printed: ${failed.lastError}`);
    if (open.length === 0) return list;
    if (open.some((j) => j.status === "UNKNOWN")) await answerUnknownJobs(desk, simulator);
    if (Date.now() > until)
      throw new Error(`${open.length} labels are still waiting: ${open[0]?.lastError}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Reads the print jobs of the simulator.
 *
 * @param barcode Returns only jobs with this barcode.
 */
async function jobsAt(simulator: SimulatorAddress, barcode?: string): Promise<SimulatorJob[]> {
  const answer = await fetch(
    `${simulator.page}/jobs${barcode === undefined ? "" : `?barcode=${encodeURIComponent(barcode)}`}`,
  );
  return simulatorJobsSchema.parse(await answer.json());
}

async function fetchJobs(simulator: SimulatorAddress): Promise<SimulatorJob[]> {
  const { length } = await jobsAt(simulator);
  // A request for a barcode makes the simulator read every unread label.
  await jobsAt(simulator, "none");
  const jobs = await jobsAt(simulator);
  if (jobs.length < length) throw new Error("the simulator lost a job");
  return jobs;
}

/**
 * Checks that the printer received each label exactly once and nothing else. A label shows its
 * barcode twice and also the barcode of its order number, so only distinct label barcodes count.
 */
function compare(jobs: readonly PrintJob[], seen: readonly SimulatorJob[]): string[] {
  const wanted = new Set(jobs.map((j) => j.barcode));
  const shown = seen.map(
    (j) => new Set((j.barcodes ?? []).filter((barcode) => wanted.has(barcode))),
  );
  const times = new Map<string, number>();
  for (const barcode of shown.flatMap((barcodes) => [...barcodes]))
    times.set(barcode, (times.get(barcode) ?? 0) + 1);
  const lost = [...wanted].filter((b) => !times.has(b)).map((b) => `${b} was not printed`);
  const twice = [...times].filter(([, n]) => n > 1).map(([b, n]) => `${b} was printed ${n} times`);
  const strange = seen
    .filter((_, i) => shown[i]?.size !== 1)
    .map((j) => `an unknown label was printed: ${(j.barcodes ?? []).join(", ")}`);
  return [...lost, ...twice, ...strange];
}

function printTimes(jobs: readonly PrintJob[]): string[] {
  const times = jobs
    .filter((j) => j.sentAt !== null)
    .map((j) => Date.parse(j.sentAt ?? "") - Date.parse(j.createdAt));
  return [row("bought → printed", times)];
}

class Stages {
  readonly #times = new Map<string, number[]>();

  async time<T>(stage: string, run: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const result = await run();
    this.#times.set(stage, [...(this.#times.get(stage) ?? []), performance.now() - startedMs]);
    return result;
  }

  table(): string[] {
    const head = [
      "stage".padEnd(18),
      "times".padStart(6),
      "total ms".padStart(10),
      "median ms".padStart(10),
      "max ms".padStart(10),
    ].join(" ");
    return [
      head,
      "-".repeat(head.length),
      ...[...this.#times].map(([stage, times]) => row(stage, times)),
    ];
  }
}

function row(stage: string, times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const total = sorted.reduce((a, b) => a + b, 0);
  const number = (n: number | undefined): string => (n ?? 0).toFixed(1).padStart(10);
  return [
    stage.padEnd(18),
    String(times.length).padStart(6),
    number(total),
    number(sorted[Math.floor(sorted.length / 2)]),
    number(sorted.at(-1)),
  ].join(" ");
}
