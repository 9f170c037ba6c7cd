/**
 * From Enter to paper: from a purchase at the desk until the label's last byte is at the printer's
 * socket, with a rate card and label checks on, for single labels and for a burst. The floor writes
 * the same number of bytes to the same socket.
 *
 * `PACKBENCH_IDLE_S`: the pause before each label of `printing.idle`, seconds; 60 when absent.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PrintJob, PrintJobHistory } from "../../core/printing/printing.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { DeskPurchase } from "../../core/station/station.schema.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { openPrinter, reportTimes, until, writeBare, type BenchPrinter } from "./bench-printer.ts";
import { call } from "./call.ts";
import { isWanted, percentile, report, rowOf, RUNS } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const LABELS = 40;
const BURST = 50;
const IDLE_S = Number(process.env["PACKBENCH_IDLE_S"] ?? 60);

async function draft(target: Target, n: number): Promise<string> {
  const recipientAddress = {
    name: `Çağla Şimşekoğlu ${n}`,
    email: "cagla@ornek.test",
    phone: "+905551112233",
    address1: `Bağdat Cd. No: ${n} D: 3`,
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  };
  const { body } = await call<Shipment>(target, "POST", "/shipments", {
    recipientAddress,
    length: 30,
    width: 20,
    height: 15,
    weight: 2.5,
  });
  return body.data.offers?.cheapest?.id ?? "";
}

let drafts = 0;
/**
 * Buys and prints one label.
 * @returns ms from Enter to the label's last byte at the printer, and the print job's id.
 */
async function printOne(
  target: Target,
  printer: BenchPrinter,
): Promise<{ ms: number; id: string }> {
  const offerID = await draft(target, (drafts += 1));
  const before = printer.ends.length;
  const startedAt = performance.now();
  const { body } = await call<DeskPurchase>(target, "POST", "/station/purchases", { offerID });
  await until("the label is at the printer", () => printer.ends.length > before);
  const id = body.data.printJob?.id ?? "";
  const ms = (printer.ends[before] ?? Number.NaN) - startedAt;
  await until("the job has ended", async () =>
    ["SENT", "CONFIRMED"].includes(
      (await call<PrintJob>(target, "GET", `/station/printjobs/${id}`)).body.data.status,
    ),
  );
  return { ms, id };
}

async function stagesOf(target: Target, ids: readonly string[]): Promise<void> {
  const parts: Record<string, number[]> = {};
  for (const id of ids) {
    const { history } = (await call<PrintJobHistory>(target, "GET", `/station/printjobs/${id}`))
      .body.data;
    const [first] = history;
    const queuedAt = (await call<PrintJob>(target, "GET", `/station/printjobs/${id}`)).body.data
      .stages.queuedAt;
    const times: [string, string | null | undefined][] = [
      ["queued", queuedAt],
      ["started", first?.beganAt],
      ["prepared", first?.preparedAt],
      ["sending", first?.sendingAt],
      ["connected", first?.connectedAt],
      ["sent", first?.sentAt],
      ["confirmed", first?.confirmedAt],
      ["ended", first?.endedAt],
    ];
    let previous = Date.parse(queuedAt);
    for (const [stage, at] of times) {
      if (typeof at !== "string") continue;
      (parts[stage] ??= []).push(Date.parse(at) - previous);
      previous = Date.parse(at);
    }
  }
  const line = Object.entries(parts)
    .map(([stage, times]) => `${stage} +${percentile(times, 50)} (p99 ${percentile(times, 99)})`)
    .join(", ");
  process.stdout.write(`  stages, ms: ${line}\n`);
}

async function useFresh(target: Target, isAnswering: boolean): Promise<BenchPrinter> {
  const printer = await openPrinter(isAnswering);
  const { body } = await call<{ id: string }>(target, "POST", "/station/printers", {
    name: "Bench",
    driver: "tcp",
    host: "127.0.0.1",
    port: printer.port,
  });
  await call(target, "PUT", "/station/printers/roles", { label: body.data.id });
  await sleep(500); // The status loop queries the printer meanwhile.
  return printer;
}

async function singles(target: Target, row: string, isAnswering: boolean): Promise<void> {
  if (!isWanted(row)) return;
  const printer = await useFresh(target, isAnswering);
  const [ours, floor, ids]: [number[][], number[][], string[]] = [[], [], []];
  for (let i = 0; i < 5; i += 1) await printOne(target, printer); // Warms the station.
  for (let run = 0; run < RUNS; run += 1) {
    const [times, bare]: [number[], number[]] = [[], []];
    for (let i = 0; i < LABELS; i += 1) {
      bare.push(await writeBare(printer));
      const { ms, id } = await printOne(target, printer);
      times.push(ms);
      ids.push(id);
    }
    ours.push(times);
    floor.push(bare);
  }
  reportTimes(row, ours, floor);
  await stagesOf(target, ids);
  printer.close();
}

async function idle(target: Target): Promise<void> {
  if (!isWanted("printing.idle")) return;
  const printer = await useFresh(target, true);
  await printOne(target, printer);
  const [ours, ids]: [number[], string[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    await sleep(IDLE_S * 1_000);
    const { ms, id } = await printOne(target, printer);
    ours.push(ms);
    ids.push(id);
  }
  report(rowOf({ row: "printing.idle", unit: "ms", goal: "≤ 150" }, ours, []));
  await stagesOf(target, ids);
  printer.close();
}

/**
 * Queues many labels at once and measures labels per second, from the first purchase to the last
 * label's last byte.
 */
async function burst(target: Target): Promise<void> {
  if (!isWanted("printing.burst")) return;
  const rates: number[] = [];
  const floors: number[] = [];
  let ids: string[] = [];
  const printer = await useFresh(target, true);
  for (let run = 0; run < RUNS; run += 1) {
    const bare = performance.now();
    for (let i = 0; i < BURST; i += 1) await writeBare(printer);
    floors.push((BURST * 1_000) / (performance.now() - bare));
    const offers: string[] = [];
    for (let i = 0; i < BURST; i += 1) offers.push(await draft(target, (drafts += 1)));
    const before = printer.ends.length;
    const startedAt = performance.now();
    const bought = await Promise.all(
      offers.map((offerID) =>
        call<DeskPurchase>(target, "POST", "/station/purchases", { offerID }),
      ),
    );
    await until("all labels are at the printer", () => printer.ends.length >= before + BURST);
    rates.push((BURST * 1_000) / ((printer.ends.at(-1) ?? Number.NaN) - startedAt));
    ids = bought.map(({ body }) => body.data.printJob?.id ?? "");
    await until(
      "the last job has ended",
      async () =>
        (await call<PrintJob>(target, "GET", `/station/printjobs/${ids.at(-1)}`)).body.data
          .status === "CONFIRMED",
    );
  }
  report(rowOf({ row: "printing.burst", unit: "labels a second", goal: "≥ 20" }, rates, floors));
  await stagesOf(target, ids);
  printer.close();
}

const dataDir = folderOnDisk();
const target = await startProgram(resolve(import.meta.dirname, "purchase-station.ts"), [dataDir]);
try {
  await singles(target, "printing.enter", true);
  await singles(target, "printing.silent", false);
  await burst(target);
  await idle(target);
} finally {
  await stopProgram(target);
  rmSync(dataDir, { recursive: true, force: true });
}
