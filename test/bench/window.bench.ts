/**
 * Measures how long a packer waits at the real window: from a scan's Enter until the order with its
 * offers has been drawn, and from the Enter that buys until the purchase has been drawn. Also
 * measures the window's memory over many parcels. The floor is an empty window that gets the same
 * keys.
 *
 * `PACKBENCH_PARCELS`: parcels of a run of `window.rss`; 600 when absent.
 */
import type { Page } from "@playwright/test";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";
import { ALWAYS_DRAWN, openBareWindow, type BareWindow } from "./bare-window.ts";
import { openPrinter } from "./bench-printer.ts";
import { isWanted, percentile, report, rowOf, RUNS } from "./measure.ts";
import { addBenchOrder } from "./bench-order.ts";
import { noteKeys, residentOf, timeFromKey } from "./stopwatch.ts";

const ORDERS = Number(process.env["PACKBENCH_ORDERS"] ?? 30);
const PARCELS = Number(process.env["PACKBENCH_PARCELS"] ?? 600);
const CONFIRMED = "[data-testid=last-result][data-print=CONFIRMED]";

type Times = { readonly scan: number; readonly buy: number };

/**
 * Packs one order from its scan to its printed label, and waits at the offers as a packer does.
 * @returns Both waits, ms.
 */
async function pack(page: Page): Promise<Times> {
  const orderNumber = await addBenchOrder(page);
  const shown = await timeFromKey(page, "Enter", {
    selector: "[data-testid=pack][data-step=offers] [data-testid=parcel]",
    text: orderNumber,
  });
  await scan(page, orderNumber);
  const scanned = await shown();
  await settle(page);
  const bought = await timeFromKey(page, "Enter", {
    selector: "[data-testid=pack][data-step=bought]",
    text: "",
  });
  await page.keyboard.press("Enter");
  const buy = await bought();
  await page.locator(CONFIRMED).waitFor();
  return { scan: scanned, buy };
}

let codes = 0;

/** Presses the same keys in the empty window. */
async function packBare({ page }: BareWindow): Promise<Times> {
  const code = `W${(codes += 1)}`;
  const shown = await timeFromKey(page, "Enter", { selector: "#shown", text: code });
  await scan(page, code);
  const scanned = await shown();
  const again = await timeFromKey(page, "Enter", { selector: "#shown", text: "0" });
  await page.keyboard.press("Enter");
  return { scan: scanned, buy: await again() };
}

async function measureWaits(desk: DeskWindow, bare: BareWindow): Promise<void> {
  const rows = (
    [
      ["window.scan", "scan", 100],
      ["window.buy", "buy", 120],
    ] as const
  ).filter(([row]) => isWanted(row));
  if (rows.length === 0) return;
  const [ours, floor]: [Times[][], Times[][]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const [own, empty]: [Times[], Times[]] = [[], []];
    for (let i = 0; i < ORDERS; i += 1) {
      own.push(await pack(desk.page));
      empty.push(await packBare(bare));
    }
    ours.push(own);
    floor.push(empty);
  }
  for (const [row, wait, goalMs] of rows) {
    const at = (p: number, all: readonly (readonly Times[])[]): number[] =>
      all.map((times) =>
        percentile(
          times.map((time) => time[wait]),
          p,
        ),
      );
    report(rowOf({ row: `${row}.p50`, unit: "ms", goal: "none" }, at(50, ours), at(50, floor)));
    report(
      rowOf({ row: `${row}.p99`, unit: "ms", goal: `≤ ${goalMs}` }, at(99, ours), at(99, floor)),
    );
  }
}

/**
 * Reports the memory at the start, after half of the parcels, and after all. There is one run only,
 * because it takes long.
 */
async function measureMemory(desk: DeskWindow, bare: BareWindow): Promise<void> {
  if (!isWanted("window.rss")) return;
  const read = async (): Promise<{ own: number; empty: number }> => ({
    own: await residentOf(desk.app, desk.page),
    empty: await residentOf(bare.app, bare.page),
  });
  const marks = [await read()];
  for (let i = 1; i <= PARCELS; i += 1) {
    await pack(desk.page);
    await packBare(bare);
    if (i === Math.floor(PARCELS / 2) || i === PARCELS) marks.push(await read());
  }
  ["start", "half", "end"].forEach((name, i) =>
    report(
      rowOf(
        { row: `window.rss.${name}`, unit: "MB", goal: "none" },
        [marks[i]?.own ?? Number.NaN],
        [marks[i]?.empty ?? Number.NaN],
      ),
    ),
  );
  report(
    rowOf(
      { row: "window.rss.growth", unit: "MB", goal: "≤ 10" },
      [(marks[2]?.own ?? Number.NaN) - (marks[1]?.own ?? Number.NaN)],
      [],
    ),
  );
}

const printer = await openPrinter(true);
const desk = await openWindow({
  args: ["--demo", ...ALWAYS_DRAWN],
  size: { width: 1280, height: 800 },
});
const bare = await openBareWindow();
try {
  await noteKeys(desk.page);
  await showAs(desk.page, { language: "en", theme: "light" });
  const { id } = await ask<{ id: string }>(desk.page, "POST", "/station/printers", {
    name: "Bench",
    driver: "tcp",
    host: "127.0.0.1",
    port: printer.port,
  });
  await ask(desk.page, "PUT", "/station/printers/roles", { label: id });
  for (let i = 0; i < 5; i += 1) {
    await pack(desk.page); // Warms the window.
    await packBare(bare);
  }
  await measureWaits(desk, bare);
  await measureMemory(desk, bare);
} finally {
  await bare.app.close();
  await desk.close();
  printer.close();
}
