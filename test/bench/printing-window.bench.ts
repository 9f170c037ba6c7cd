/**
 * Measures the time in the real window from Enter on the chosen offer until the label's last byte
 * is at the printer's socket, in the sample station with rate cards and label checks on. The time
 * that the key takes to reach the window is included.
 *
 * `PACKBENCH_IDLE_S`: the pause before `printing.window.idle`, seconds; 60 when absent.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { openWindow } from "../helpers/window.ts";
import { addBenchOrder } from "./bench-order.ts";
import { openPrinter, reportTimes, until, writeBare, type BenchPrinter } from "./bench-printer.ts";
import { isWanted, report, rowOf, RUNS } from "./measure.ts";

const LABELS = 20;
const IDLE_S = Number(process.env["PACKBENCH_IDLE_S"] ?? 60);
const LAST = "[data-testid=last-result]";

/** Opens a new order, and waits until its offers are shown. */
async function openOrder(page: Page): Promise<void> {
  const orderNumber = await addBenchOrder(page);
  await scan(page, orderNumber);
  await page.locator("[data-testid=parcel]").getByText(orderNumber).first().waitFor();
  await page.locator("[data-testid=pack][data-step=offers]").waitFor();
  await settle(page);
}

/**
 * Presses Enter.
 * @returns ms from Enter to the label's last byte at the printer.
 */
async function enter(page: Page, printer: BenchPrinter): Promise<number> {
  const before = printer.ends.length;
  const startedAt = performance.now();
  await page.keyboard.press("Enter");
  await until("the label is at the printer", () => printer.ends.length > before);
  const ms = (printer.ends[before] ?? Number.NaN) - startedAt;
  await page.locator(`${LAST}[data-print=CONFIRMED]`).waitFor();
  return ms;
}

async function runs(page: Page, printer: BenchPrinter): Promise<void> {
  if (!isWanted("printing.window.enter")) return;
  const [ours, floor]: [number[][], number[][]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const [times, bare]: [number[], number[]] = [[], []];
    for (let i = 0; i < LABELS; i += 1) {
      await openOrder(page);
      bare.push(await writeBare(printer));
      times.push(await enter(page, printer));
    }
    ours.push(times);
    floor.push(bare);
  }
  reportTimes("printing.window.enter", ours, floor);
}

/**
 * Measures the first label after a pause. The order is opened before the pause, so that Enter is
 * the only key after it.
 */
async function idle(page: Page, printer: BenchPrinter): Promise<void> {
  if (!isWanted("printing.window.idle")) return;
  const ours: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await openOrder(page);
    await sleep(IDLE_S * 1_000);
    ours.push(await enter(page, printer));
  }
  report(rowOf({ row: "printing.window.idle", unit: "ms", goal: "≤ 150" }, ours, []));
}

const printer = await openPrinter(true);
const desk = await openWindow({ size: { width: 1280, height: 800 } });
try {
  await showAs(desk.page, { language: "en", theme: "light" });
  const { id } = await ask<{ id: string }>(desk.page, "POST", "/station/printers", {
    name: "Bench",
    driver: "tcp",
    host: "127.0.0.1",
    port: printer.port,
  });
  await ask(desk.page, "PUT", "/station/printers/roles", { label: id });
  for (let i = 0; i < 3; i += 1) {
    await openOrder(desk.page);
    await enter(desk.page, printer); // Warms the window.
  }
  await runs(desk.page, printer);
  await idle(desk.page, printer);
} finally {
  await desk.close();
  printer.close();
}
