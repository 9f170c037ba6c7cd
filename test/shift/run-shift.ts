/** Sets up the desk of a shift (orders, printer, scale, boxes), and packs its orders. */
import { join } from "node:path";
import { createSimulator } from "../../core/printing/simulator/simulator.ts";
import type { ImportResult } from "../../core/shipping/imports/imports.schema.ts";
import { startScaleSimulator } from "../../core/station/scales/simulator/simulator.ts";
import { ask, showAs } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";
import { orderFileOf, shiftOrders, type ShiftOrder } from "./orders.ts";
import { BOX_CODE, packOrder, type Desk, type PackedOrder } from "./pack-shift.ts";

/** Orders before the memory is measured first. */
const WARM = 100;

export type Shift = {
  readonly orders: readonly PackedOrder[];
  /** Orders whose printed labels are not exactly the bought ones. */
  readonly wrongLabels: readonly string[];
  /** Growth of window and core after the first 100 orders; null for fewer than 200 orders. */
  readonly memoryGrowthMiB: number | null;
};

/**
 * Packs a shift.
 *
 * @param parcels Number of orders.
 * @param onPacked Called after each order with the number of packed orders.
 */
export async function runShift(
  parcels: number,
  onPacked: (done: number) => void = () => undefined,
): Promise<Shift> {
  const window = await openWindow({
    args: ["--demo"],
    size: { width: 1280, height: 800 },
  });
  const printer = await createSimulator({
    port: 0,
    httpPort: 0,
    dir: join(temporaryFolder(), "jobs"),
  });
  const scale = await startScaleSimulator({ at: { kind: "tcp", port: 0 }, everyMs: 50 });
  try {
    const { page } = window;
    await showAs(page, { language: "en", theme: "light" });
    const orders = shiftOrders(parcels);
    await prepare({ page, printer, scale }, orders);
    const packed: PackedOrder[] = [];
    let before: number | null = null;
    for (const order of orders) {
      if (packed.length === WARM) before = await memoryOf(window);
      packed.push(await packOrder({ page, printer, scale }, order));
      onPacked(packed.length);
    }
    const after = before === null || parcels < 2 * WARM ? null : await memoryOf(window);
    return {
      orders: packed,
      wrongLabels: packed.filter(isWrong).map(({ number }) => number),
      memoryGrowthMiB: after === null || before === null ? null : Math.round(after - before),
    };
  } finally {
    await scale.stop();
    await window.close();
    await printer.close();
  }
}

function isWrong({ parcels, bought, printed }: PackedOrder): boolean {
  return bought.length !== parcels || printed.length !== parcels;
}

async function prepare(
  { page, printer, scale }: Desk,
  orders: readonly ShiftOrder[],
): Promise<void> {
  await ask(page, "PATCH", "/station/packing/settings", {
    requireScannedItems: true,
    takeWeightAtOnce: true,
  });
  const boxes = await ask<{ id: string }[]>(page, "GET", "/parceltemplates");
  await ask(page, "PATCH", `/station/boxes/${boxes[0]?.id}`, { barcode: BOX_CODE });
  await ask(page, "POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: printer.port,
  });
  await ask(page, "POST", "/station/scales", {
    name: "Bench scale",
    driver: "tcp",
    host: "127.0.0.1",
    port: Number(scale.address().split(":").at(-1)),
  });
  const { added } = await ask<ImportResult>(page, "POST", "/station/imports", {
    fileName: "shift.csv",
    content: Buffer.from(orderFileOf(orders)).toString("base64"),
  });
  if (added !== orders.length) throw new Error(`${added} of ${orders.length} orders were imported`);
  await page.reload();
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
}

/**
 * Memory of the page's process and of the main process, in which the core runs, MiB. The garbage of
 * the page, the main thread and the core is collected first: between two collections it may grow by
 * a hundred MiB.
 */
async function memoryOf({ app, page }: DeskWindow): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("HeapProfiler.enable");
  await devTools.send("HeapProfiler.collectGarbage");
  await devTools.detach();
  const kib = await app.evaluate(async ({ app: electron }) => {
    const { Session } = process.getBuiltinModule("node:inspector/promises");
    const session = new Session();
    session.connect();
    await session.post("HeapProfiler.enable");
    await session.post("HeapProfiler.collectGarbage");
    // Each thread, such as the core's, is asked and answers in messages of this session.
    const asked = new Set<string>();
    const answered = new Promise<void>((resolve) => {
      session.on("NodeWorker.attachedToWorker", ({ params: { sessionId } }) => {
        asked.add(sessionId);
        const message = JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" });
        void session.post("NodeWorker.sendMessageToWorker", { sessionId, message });
      });
      session.on("NodeWorker.receivedMessageFromWorker", ({ params: { sessionId } }) => {
        asked.delete(sessionId);
        if (asked.size === 0) resolve();
      });
    });
    await session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
    await answered;
    session.disconnect();
    return electron
      .getAppMetrics()
      .filter(({ type }) => type === "Browser" || type === "Tab")
      .reduce((sum, { memory }) => sum + memory.workingSetSize, 0);
  });
  return kib / 1_024;
}
