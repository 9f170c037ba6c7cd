/** The real window on a station of its own, and the steps that many of its tests share. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createSimulator, type Simulator } from "../../core/printing/simulator/simulator.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { ask, scan, settle, showAs } from "./desk-keys.ts";
import { temporaryFolder } from "./folders.ts";
import { openWindow, type DeskWindow } from "./window.ts";

/** A window on the sample station, in English and light, closed after `work`. */
export async function withWindow(work: (page: Page, desk: DeskWindow) => Promise<void>, dataDir?: string): Promise<void> {
  const desk = await openWindow({ size: { width: 1280, height: 800 }, ...(dataDir === undefined ? {} : { dataDir }) });
  try {
    await showAs(desk.page, { language: "en", theme: "light" });
    await work(desk.page, desk);
  } finally {
    await desk.close();
  }
}

/** A simulated printer, closed after `work`. */
export async function withPrinter(options: Partial<Parameters<typeof createSimulator>[0]>, work: (printer: Simulator) => Promise<void>): Promise<void> {
  const printer = await createSimulator({ port: 0, httpPort: 0, dir: join(temporaryFolder(), "jobs"), ...options });
  try {
    await work(printer);
  } finally {
    await printer.close();
  }
}

export const addPrinter = (page: Page, port: number): Promise<unknown> => ask(page, "POST", "/station/printers", { name: "Zebra", driver: "tcp", host: "127.0.0.1", port });
export const step = (page: Page, name: string): Promise<void> => expect(page.getByTestId("pack")).toHaveAttribute("data-step", name);
export const barcodeOf = async (page: Page, code: string): Promise<string> => (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code })).shipment.barcode;

/** By the button: what its key does is the key map's own test. */
export async function buy(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
  await step(page, "offers");
  await settle(page);
  await page.getByTestId("buy-button").click();
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
}
