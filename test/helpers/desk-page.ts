/** The real window on a station of its own, and the steps that many of its tests share. */
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
 * For tests that look at neither the start nor the end of a program: all of a worker share one
 * window, on its start page, in English and light, 1280 × 800, type at 100 %. `shared` keeps what
 * earlier tests of the file wrote: its tests make their own orders, set up no printer and leave no
 * question. `withWindow` brings the station back to the sample data first.
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

/** The file whose `shared` tests wrote last on the window's station. */
let sharedBy: string | undefined;

async function begin(desk: DeskWindow): Promise<void> {
  await resize(desk, { width: 1280, height: 800, zoom: 1 });
  await showAs(desk.page, { language: "en", theme: "light" });
}

/**
 * The worker's window on a station that has just been opened, in English and light. Its test comes
 * from this file, whose worker closes it.
 */
export async function withWindow(
  work: (page: Page, desk: DeskWindow) => Promise<void>,
  contents: Contents = "sample",
): Promise<void> {
  await work(...(await beginOn(contents)));
}

/** As `withWindow`, on a station that `fill` has made more of while no program had it open. */
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

/** @param size The page's size in dots, and how large its type is; 1 is as designed. */
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

/** An order of a small parcel with several offers and no purchase. */
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

/** A window of its own on this folder, in English and light, closed after `work`. */
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

/** A simulated printer, closed after `work`. */
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

/** `withPrinter`, as the one that prints the window's labels until `work` has ended. */
export const withZebra = (
  page: Page,
  work: (printer: Simulator) => Promise<void>,
  options: Partial<Parameters<typeof createSimulator>[0]> = {},
): Promise<void> =>
  withPrinter(options, async (printer) => {
    // Labels that were bought without a printer wait for the next one: they are not for this one.
    await removePrinters(page);
    await addPrinter(page, printer.port);
    try {
      await work(printer);
    } finally {
      await removePrinters(page);
    }
  });

/** Takes all printers away, with the prints that wait for one and the questions about prints. */
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
export const step = (page: Page, name: string): Promise<void> =>
  expect(page.getByTestId("pack")).toHaveAttribute("data-step", name);
export const barcodeOf = async (page: Page, code: string): Promise<string> =>
  (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code })).shipment.barcode;

/** By the button: what its key does is the key map's own test. */
export async function buy(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
  await step(page, "offers");
  await settle(page);
  await page.getByTestId("buy-button").click();
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
}
