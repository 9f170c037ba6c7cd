/** The real window on a separate station, and steps that many window tests share. */
import { join } from "node:path";
import { expect, test as base, type Page } from "@playwright/test";
import { createSimulator, type Simulator } from "../../core/printing/simulator/simulator.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { RECIPIENT, ask, scan, settle, showAs } from "./desk-keys.ts";
import { temporaryFolder } from "./folders.ts";
import { closeKept, freshWindow, keptWindow, type Contents, type Fill } from "./kept-window.ts";
import { openWindow, type DeskWindow } from "./window.ts";

/**
 * Test function for tests that check neither the start nor the end of the program: all tests of a
 * worker share one window, on its start page, in English and light, 1280 × 800, type at 100 %.
 * `shared` keeps the data that earlier tests of the file wrote: these tests create their own
 * orders, and leave no printer and no open question. `withWindow` resets the station to the sample
 * data first.
 */
export const test = base.extend<{ shared: DeskWindow }, { keeper: void }>({
  keeper: [
    async ({ browserName: _ }, use) => {
      await use();
      await closeKept();
    },
    { scope: "worker", auto: true },
  ],
  shared: async ({ keeper: _ }, use, { file }) => {
    const desk = await (sharedBy === file ? keptWindow("sample") : freshWindow("sample"));
    sharedBy = file;
    await begin(desk);
    await use(desk);
  },
});

/** The file whose `shared` tests were the last to write on the window's station. */
let sharedBy: string | undefined;

async function begin(desk: DeskWindow): Promise<void> {
  await resize(desk, { width: 1280, height: 800, zoom: 1 });
  await showAs(desk.page, { language: "en", theme: "light" });
}

/**
 * Runs `work` in the worker's window on a freshly opened station, in English and light. Tests must
 * use this file's `test`, whose worker closes the window.
 */
export async function withWindow(
  work: (page: Page, desk: DeskWindow) => Promise<void>,
  contents: Contents = "sample",
): Promise<void> {
  await work(...(await beginOn(contents)));
}

/**
 * Works like `withWindow`, on a station to which `fill` added data while no program had it open.
 */
export async function withFilledWindow(
  fill: Fill,
  work: (page: Page, desk: DeskWindow) => Promise<void>,
): Promise<void> {
  await work(...(await beginOn("sample", fill)));
}

async function beginOn(contents: Contents, fill?: Fill): Promise<[Page, DeskWindow]> {
  sharedBy = undefined;
  const desk = await freshWindow(contents, fill);
  await begin(desk);
  return [desk.page, desk];
}

/**
 * Changes the size of the page and the zoom of its type.
 *
 * @param size Size of the page in dots, and the zoom of its type; 1 is the default.
 */
export async function resize(
  { app }: DeskWindow,
  size: { width: number; height: number; zoom: number },
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(width, height);
    window?.webContents.setZoomFactor(zoom);
  }, size);
}

/** Adds an order for a small parcel with several offers and no purchase. */
export async function addOrder(page: Page, orderNumber: string): Promise<void> {
  await ask(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber },
  });
}

/** Opens a separate window on this folder, in English and light, closed after `work`. */
export async function withOwnWindow(
  dataDir: string,
  work: (page: Page, desk: DeskWindow) => Promise<void>,
): Promise<void> {
  const desk = await openWindow({ size: { width: 1280, height: 800 }, dataDir });
  try {
    await showAs(desk.page, { language: "en", theme: "light" });
    await work(desk.page, desk);
  } finally {
    await desk.close();
  }
}

/** Starts a simulated printer, closed after `work`. */
export async function withPrinter(
  options: Partial<Parameters<typeof createSimulator>[0]>,
  work: (printer: Simulator) => Promise<void>,
): Promise<void> {
  const printer = await createSimulator({
    port: 0,
    httpPort: 0,
    dir: join(temporaryFolder(), "jobs"),
    ...options,
  });
  try {
    await work(printer);
  } finally {
    await printer.close();
  }
}

/** Starts a simulated printer that prints the window's labels until `work` has ended. */
export const withZebra = (
  page: Page,
  work: (printer: Simulator) => Promise<void>,
  options: Partial<Parameters<typeof createSimulator>[0]> = {},
): Promise<void> =>
  withPrinter(options, async (printer) => {
    // Removes waiting labels, which were bought without a printer and would print on this printer.
    await removePrinters(page);
    await addPrinter(page, printer.port);
    try {
      await work(printer);
    } finally {
      await removePrinters(page);
    }
  });

/** Removes all printers, waiting prints and questions about prints. */
export async function removePrinters(page: Page): Promise<void> {
  const { list: printers } = await ask<{ list: { id: string }[] }>(
    page,
    "GET",
    "/station/printers",
  );
  for (const { id } of printers) await ask(page, "DELETE", `/station/printers/${id}`);
  const { list: jobs } = await ask<{ list: PrintJob[] }>(page, "GET", "/station/printjobs");
  for (const { id, status } of jobs) {
    if (status === "QUEUED") await ask(page, "DELETE", `/station/printjobs/${id}`);
    if (status === "UNKNOWN")
      await ask(page, "POST", `/station/printjobs/${id}/answer`, { printed: true });
  }
}

export const addPrinter = (page: Page, port: number): Promise<unknown> =>
  ask(page, "POST", "/station/printers", { name: "Zebra", driver: "tcp", host: "127.0.0.1", port });
export const step = (page: Page, name: string, timeout?: number): Promise<void> =>
  expect(page.getByTestId("pack")).toHaveAttribute(
    "data-step",
    name,
    timeout === undefined ? {} : { timeout },
  );
export const barcodeOf = async (page: Page, code: string): Promise<string> =>
  (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code })).shipment.barcode;

/** Buys by the button; the key map's test checks the key. */
export async function buy(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
  await step(page, "offers");
  await settle(page);
  await page.getByTestId("buy-button").click();
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
}
