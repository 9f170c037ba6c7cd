/**
 * Packs the orders of a shift through the real window, by scanner and keyboard, with a simulated
 * scale and printer, and counts what a packer does and how long the packer waits.
 */
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Simulator } from "../../core/printing/simulator/simulator.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import type { ScaleSimulator } from "../../core/station/scales/simulator/simulator.ts";
import { ask, scan } from "../helpers/desk-keys.ts";
import { WRONG_EAN, type ShiftOrder } from "./orders.ts";

/** Code on the box that the shift's parcels use. */
export const BOX_CODE = "KUTU-1";
/** A person looks at new content before pressing a key on it, ms; the screen accepts none sooner. */
const LOOK_MS = 600;
const LONGEST_MS = 30_000;
/** A packer presses Enter again when it had no effect for this time, ms. */
const AGAIN_MS = 2_000;

export type Desk = {
  readonly page: Page;
  readonly printer: Simulator;
  readonly scale: ScaleSimulator;
};

/** Acts of a packer for one order, and its labels. `waitedMs`: time until the screen showed the answer to each act. */
export type PackedOrder = {
  readonly number: string;
  readonly parcels: number;
  readonly keys: number;
  readonly scans: number;
  readonly waitedMs: number;
  /** Barcodes of the labels that came out of the printer for this order. */
  readonly printed: readonly string[];
  /** Barcodes of the labels that were bought for it. */
  readonly bought: readonly string[];
};

/** Counts the acts of a packer and the time until each one's answer. */
type Hands = {
  key(name: string, shown: () => Promise<boolean>): Promise<void>;
  scan(code: string, shown: () => Promise<boolean>): Promise<void>;
  /** Waits for the answer to an act of the scale. */
  wait(shown: () => Promise<boolean>): Promise<void>;
  readonly counts: { keys: number; scans: number; waitedMs: number };
};

function handsAt(page: Page): Hands {
  const counts = { keys: 0, scans: 0, waitedMs: 0 };
  const timed = async (
    act: () => Promise<void>,
    shown: () => Promise<boolean>,
    repeat?: () => Promise<void>,
  ): Promise<void> => {
    await act();
    const from = performance.now();
    let again = from + AGAIN_MS;
    while (!(await shown())) {
      if (performance.now() > again) {
        again += AGAIN_MS;
        await repeat?.();
      }
      if (performance.now() - from > LONGEST_MS)
        throw new Error(`the screen did not answer: ${await page.getByTestId("pack").innerText()}`);
      await setTimeout(5);
    }
    counts.waitedMs += performance.now() - from;
  };
  return {
    counts,
    async key(name, shown) {
      const press = async (): Promise<void> => {
        counts.keys += 1;
        await page.keyboard.press(name);
      };
      await timed(press, shown, name === "Enter" ? press : undefined);
    },
    wait: (shown) => timed(async () => undefined, shown),
    async scan(code, shown) {
      counts.scans += 1;
      await timed(() => scan(page, code), shown);
    },
  };
}

const stepIs = (page: Page, step: string) => async (): Promise<boolean> =>
  (await page.getByTestId("pack").getAttribute("data-step")) === step;

/** Packs one order. */
export async function packOrder(desk: Desk, order: ShiftOrder): Promise<PackedOrder> {
  const { page, printer, scale } = desk;
  const hands = handsAt(page);
  const before = printer.jobs().length;
  await openOrder(page, hands, order);
  if (order.event === "hold") await holdAndRelease(page, hands, order);
  if (order.event === "changed")
    await ask(page, "PATCH", `/shipments/${(await opened(page, order.number)).shipment.id}`, {
      order: { notes: "Kırılacak eşya" },
    });
  const half = Math.ceil(order.items.length / 2);
  const boxes =
    order.event === "twoBoxes"
      ? [order.items.slice(0, half), order.items.slice(half)]
      : [order.items];
  for (const [i, items] of boxes.entries()) {
    await tickItems(page, hands, items);
    if (order.event === "wrongItem" && i === 0) await scanWrong(page, hands);
    if (i < boxes.length - 1) await divide(page, hands);
    await weighAndBuy(desk, hands, { order, grams: Math.round(order.grams / boxes.length) });
    scale.put(0);
    await waitFor(() => printer.jobs().length >= before + i + 1);
    if (i < boxes.length - 1) await openNextBox(page, hands);
  }
  const bought = await labelsOf(page, order.number);
  const printed = await Promise.all(
    bought.map(async (barcode) => ((await printer.jobsWith(barcode)).length > 0 ? barcode : "")),
  );
  return {
    number: order.number,
    parcels: boxes.length,
    ...hands.counts,
    printed: printed.filter((barcode) => barcode !== ""),
    bought,
  };
}

async function openOrder(page: Page, hands: Hands, { number }: ShiftOrder): Promise<void> {
  await hands.scan(number, async () => {
    const isOpen = await stepIs(page, "offers")();
    return isOpen && (await page.getByTestId("parcel").innerText()).includes(number);
  });
}

async function tickItems(page: Page, hands: Hands, items: ShiftOrder["items"]): Promise<void> {
  const done = (): Promise<number> => page.locator("[data-testid=item][data-done=true]").count();
  for (const { ean } of items) {
    const earlier = await done();
    await hands.scan(ean, async () => (await done()) > earlier);
  }
}

/** Scans an item of another order; the screen refuses it and the order stays open. */
async function scanWrong(page: Page, hands: Hands): Promise<void> {
  const text = (): Promise<string> => page.getByTestId("pack").innerText();
  const earlier = await text();
  await hands.scan(WRONG_EAN, async () => (await text()) !== earlier);
  await hands.key("Escape", stepIs(page, "offers"));
}

/** Puts the order on hold, opens it again and releases it. */
async function holdAndRelease(page: Page, hands: Hands, order: ShiftOrder): Promise<void> {
  const isShown = (id: string) => async (): Promise<boolean> =>
    (await page.getByTestId(id).count()) > 0;
  await setTimeout(LOOK_MS);
  await hands.key("F9", isShown("hold"));
  await setTimeout(LOOK_MS);
  await hands.key("2", stepIs(page, "empty"));
  await setTimeout(LOOK_MS);
  await hands.scan(order.number, isShown("held"));
  await setTimeout(LOOK_MS);
  await hands.key("F9", isShown("offer-list"));
}

/** Moves the items that are not scanned yet into a second box. */
async function divide(page: Page, hands: Hands): Promise<void> {
  await setTimeout(LOOK_MS);
  await hands.key("Alt+b", async () =>
    (await page.getByTestId("pack").innerText()).includes("Box 1 of 2"),
  );
}

async function openNextBox(page: Page, hands: Hands): Promise<void> {
  await setTimeout(LOOK_MS);
  await hands.key("Enter", async () =>
    (await page.getByTestId("pack").innerText()).includes("Box 2 of 2"),
  );
}

type Parcel = { readonly order: ShiftOrder; readonly grams: number };

async function weighAndBuy(
  { page, printer, scale }: Desk,
  hands: Hands,
  { order, grams }: Parcel,
): Promise<void> {
  await hands.scan(BOX_CODE, async () => (await page.getByTestId("pack").count()) === 1);
  const weight = (grams / 1_000).toFixed(3).replace(/0$/, "");
  const isWeighed = async (): Promise<boolean> =>
    (await stepIs(page, "offers")()) &&
    (await page.getByTestId("measures").innerText()).includes(`${weight} kg`);
  scale.put(grams);
  // The desk takes the weight without a key.
  await hands.wait(isWeighed);
  await setTimeout(LOOK_MS);
  if (order.event === "jam") await buyInJam({ page, printer, scale }, hands);
  else await hands.key("Enter", stepIs(page, "bought"));
}

/** Buys while the roll ends in the middle of the label, changes the roll, and prints it again. */
async function buyInJam({ page, printer }: Desk, hands: Hands): Promise<void> {
  const isAsked = async (): Promise<boolean> =>
    (await page.getByTestId("print-question").count()) > 0;
  printer.setBehaviour({ mode: "half" });
  await hands.key("Enter", isAsked);
  const printed = printer.jobs().length;
  printer.setBehaviour({ mode: "ok" });
  await setTimeout(LOOK_MS);
  await hands.key("F12", async () => !(await isAsked()));
  await waitFor(() => printer.jobs().length > printed);
}

/** Reads the labels that were bought for an order. */
async function labelsOf(page: Page, number: string): Promise<string[]> {
  const rows = await ask<{ barcode: string; orderNumber?: string }[]>(
    page,
    "GET",
    `/shipments?orderNumber=${number}&limit=10`,
  );
  return rows.flatMap(({ barcode }) => (barcode === "" ? [] : [barcode]));
}

const opened = (page: Page, code: string): Promise<OpenedOrder> =>
  ask<OpenedOrder>(page, "POST", "/station/orders/open", { code });

async function waitFor(isTrue: () => boolean): Promise<void> {
  const from = performance.now();
  while (!isTrue()) {
    if (performance.now() - from > LONGEST_MS) throw new Error("no label came out of the printer");
    await setTimeout(10);
  }
}
