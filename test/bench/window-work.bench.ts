/**
 * Measures whether anything blocks the window while a packer scrolls a list of many shipments,
 * while a list is sorted and filtered, and while a batch of labels is printed: the longest task of
 * the page, and the longest times in which the main process and the core did not answer. The core's
 * floor is its slowest answer in the same window at rest. Also measures how long the panel of the
 * next row takes; its floor is an empty window that gets a key.
 *
 * `PACKBENCH_SHIPMENTS`: shipments in the list that is scrolled; 100,000 when absent.
 */
import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Batch } from "../../core/fulfilment/batches/batches.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { RECIPIENT, ask, settle, showAs } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";
import { ALWAYS_DRAWN, openBareWindow } from "./bare-window.ts";
import { openPrinter, until } from "./bench-printer.ts";
import { filledFolder } from "./fill.ts";
import { isWanted, percentile, report, rowOf, RUNS } from "./measure.ts";
import { noteKeys, timeFromKey, watchCore, watchTasks, type Longest } from "./stopwatch.ts";
import { startWealthyStation } from "./wealthy-station.ts";

const SHIPMENTS = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 100_000);
/** Shipments in the list that is sorted and filtered. */
const SORTED = 5_000;
const PANELS = 60;
const LABELS = 500;
const REST_MS = 5_000;
const PRESSES = 60;

type Found = Longest & { readonly core: number };

async function apiUrlOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const desk = Reflect.get(globalThis, "bridge") as {
      invoke(channel: string, input: unknown): Promise<{ value: { apiUrl: string } }>;
    };
    return (await desk.invoke("app:info", {})).value.apiUrl;
  });
}

async function watched(desk: DeskWindow, work: () => Promise<unknown>): Promise<Found> {
  const endCore = watchCore(await apiUrlOf(desk.page));
  try {
    const endTasks = await watchTasks(desk.app, desk.page);
    await work();
    return { ...(await endTasks()), core: await endCore() };
  } finally {
    await endCore(); // Ends before the window closes, even if the work fails.
  }
}

/**
 * Scrolls with every key that moves in a list (by lines, by pages, to its ends) and with the mouse
 * wheel.
 */
async function goThrough(page: Page): Promise<void> {
  for (const key of ["ArrowDown", "PageDown", "End", "PageUp", "Home"]) {
    for (let i = 0; i < (key.startsWith("Page") || key === "ArrowDown" ? PRESSES : 2); i += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(30);
    }
  }
  await page.mouse.move(640, 500);
  for (let i = 0; i < PRESSES; i += 1) {
    await page.mouse.wheel(0, 1_200);
    await page.waitForTimeout(16);
  }
  await settle(page);
}

async function buyUnprinted(page: Page, count: number): Promise<string[]> {
  const bought: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id, offers } = await ask<Shipment>(page, "POST", "/shipments", {
      recipientAddress: { ...RECIPIENT, name: `${RECIPIENT.name} ${i}` },
      length: 20,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber: `B-${Date.now()}-${i}` },
    });
    await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
    bought.push(id);
  }
  return bought;
}

async function printBatch(page: Page, shipmentIDs: readonly string[]): Promise<void> {
  const { id } = await ask<Batch>(page, "POST", "/station/batches", { shipmentIDs });
  await until(
    "the batch is printed",
    async () => {
      await page.waitForTimeout(250);
      return (
        (await ask<{ list: Batch[] }>(page, "GET", "/station/batches")).list.find(
          (batch) => batch.id === id,
        )?.status === "DONE"
      );
    },
    300_000,
  );
}

/**
 * Prints a row each for the page, the main process and the core.
 * @param floor Used for the row of the core only.
 */
function reportFound(row: string, found: readonly Found[], floor: readonly Found[]): void {
  for (const part of ["renderer", "main", "core"] as const) {
    report(
      rowOf(
        { row: `${row}.${part}`, unit: "ms", goal: "≤ 50" },
        found.map((one) => one[part]),
        part === "core" ? floor.map((one) => one[part]) : [],
      ),
    );
  }
}

async function measureScrolling(): Promise<void> {
  const desk = await openWindow({
    dataDir: await filledFolder(SHIPMENTS),
    size: { width: 1280, height: 800 },
  });
  try {
    await showAs(desk.page, { language: "en", theme: "light" });
    const [found, rest]: [Found[], Found[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      await desk.page.getByRole("button", { name: "Shipments", exact: true }).click();
      await desk.page.getByRole("grid").focus();
      await settle(desk.page);
      rest.push(await watched(desk, () => desk.page.waitForTimeout(REST_MS)));
      found.push(await watched(desk, () => goThrough(desk.page)));
      await desk.page.keyboard.press("Escape");
    }
    reportFound("window-work.scroll", found, rest);
  } finally {
    await desk.close();
  }
}

/** Sorts by each of some columns in both directions, and searches and filters in between. */
async function sortAndFilter(page: Page): Promise<void> {
  for (const name of ["Recipient", "Price", "Service", "Status", "Order", "District"]) {
    const head = page.getByRole("columnheader", { name, exact: true });
    for (const _press of [1, 2, 3]) {
      await head.click();
      await settle(page);
      await page.keyboard.press("PageDown");
      await page.keyboard.press("End");
    }
    await page.keyboard.press("/");
    await page.keyboard.type("ka", { delay: 60 });
    await settle(page);
    await page.keyboard.press("Escape");
    await page.getByRole("grid").focus();
  }
}

async function openSortedList(): Promise<DeskWindow> {
  const desk = await openWindow({
    args: [...ALWAYS_DRAWN],
    dataDir: await filledFolder(SORTED),
    size: { width: 1280, height: 800 },
  });
  await noteKeys(desk.page);
  await showAs(desk.page, { language: "en", theme: "light" });
  await desk.page.getByRole("button", { name: "Shipments", exact: true }).click();
  await desk.page.getByRole("grid").focus();
  await settle(desk.page);
  return desk;
}

async function measureSorting(): Promise<void> {
  const desk = await openSortedList();
  try {
    const [found, rest]: [Found[], Found[]] = [[], []];
    await sortAndFilter(desk.page); // Loads what the first sort and search need.
    for (let run = 0; run < RUNS; run += 1) {
      rest.push(await watched(desk, () => desk.page.waitForTimeout(REST_MS)));
      found.push(await watched(desk, () => sortAndFilter(desk.page)));
    }
    reportFound("window-work.sort", found, rest);
  } finally {
    await desk.close();
  }
}

/** Presses arrow down, and returns how long the next row's panel took, ms. */
async function nextPanel(page: Page): Promise<number> {
  const order = await page.evaluate(() => {
    const row = document.querySelector('[role="row"][data-active]');
    const next = `[role="row"][aria-rowindex="${Number(row?.getAttribute("aria-rowindex")) + 1}"]`;
    return document.querySelector(`${next} [role="gridcell"]:nth-child(3)`)?.textContent ?? "";
  });
  const shown = await timeFromKey(page, "ArrowDown", {
    selector: "[data-testid=shipment-panel] h2",
    text: order,
  });
  await page.keyboard.press("ArrowDown");
  return shown();
}

/** Reports the 99th percentile of each run. */
async function measurePanels(): Promise<void> {
  const desk = await openSortedList();
  const bare = await openBareWindow();
  try {
    const [ours, floor]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      const [panels, keys]: [number[], number[]] = [[], []];
      for (let i = 0; i < PANELS; i += 1) {
        panels.push(await nextPanel(desk.page));
        const shown = await timeFromKey(bare.page, "Enter", { selector: "#shown", text: "0" });
        await bare.page.keyboard.press("Enter");
        keys.push(await shown());
      }
      ours.push(percentile(panels, 99));
      floor.push(percentile(keys, 99));
    }
    report(rowOf({ row: "window-work.panel.p99", unit: "ms", goal: "≤ 60" }, ours, floor));
  } finally {
    await bare.app.close();
    await desk.close();
  }
}

async function measureBatch(): Promise<void> {
  const printer = await openPrinter(true);
  const dataDir = temporaryFolder();
  await (await startWealthyStation(dataDir)).core.stop();
  const desk = await openWindow({ dataDir, size: { width: 1280, height: 800 } });
  try {
    await showAs(desk.page, { language: "en", theme: "light" });
    const { id } = await ask<{ id: string }>(desk.page, "POST", "/station/printers", {
      name: "Bench",
      driver: "tcp",
      host: "127.0.0.1",
      port: printer.port,
    });
    await ask(desk.page, "PUT", "/station/printers/roles", { label: id });
    const [found, rest]: [Found[], Found[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      const bought = await buyUnprinted(desk.page, LABELS);
      await desk.page.getByRole("button", { name: "Batches", exact: true }).click();
      await settle(desk.page);
      rest.push(await watched(desk, () => desk.page.waitForTimeout(REST_MS)));
      found.push(await watched(desk, () => printBatch(desk.page, bought)));
    }
    reportFound("window-work.batch", found, rest);
  } finally {
    await desk.close();
    printer.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (isWanted("window-work.scroll")) await measureScrolling();
if (isWanted("window-work.sort")) await measureSorting();
if (isWanted("window-work.panel")) await measurePanels();
if (isWanted("window-work.batch")) await measureBatch();
