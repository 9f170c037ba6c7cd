/**
 * F6 and F8 in the real window act on the open order, and never on another; without an open order,
 * F8 acts on the last purchase.
 */
import { rmSync } from "node:fs";
import { expect } from "@playwright/test";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { ask, scan, settle, typeText } from "../helpers/desk-keys.ts";
import {
  addOrder,
  addPrinter,
  buy,
  step,
  test,
  withOwnWindow,
  withPrinter,
  withZebra,
} from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { filterBy } from "../helpers/menus.ts";
import type { Page } from "@playwright/test";

const statusOf = async (page: Page, code: string): Promise<string> =>
  (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code })).shipment.statusCode;

test(
  "F8 and F6 say what to do when no order is open and nothing was bought before",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "DESK-0");
    for (const [key, words] of [
      ["F8", "whose label is to be cancelled, then press F8"],
      ["F6", "whose label is to be printed, then press F6"],
    ] as const) {
      await settle(page);
      await page.keyboard.press(key);
      await expect(page.getByTestId("notice")).toContainText(
        `No order is open. Scan the order ${words}`,
      );
      await expect(page.getByTestId("undo-question")).toBeHidden();
    }
    await scan(page, "DESK-0");
    await step(page, "offers");
    await expect(page.getByTestId("notice")).toHaveText("");
  },
);

test(
  "F8 and F6 act on no other order while an order without a label is open, and say that this order has no label",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "DESK-1");
    await addOrder(page, "DESK-2");
    await buy(page, "DESK-1");
    await expect(page.getByTestId("last-result")).toContainText("cancel label");
    await scan(page, "DESK-2");
    await expect(page.getByTestId("parcel")).toContainText("DESK-2");
    // F8 does not act on DESK-1 now.
    await expect(page.getByTestId("last-result")).not.toContainText("cancel label");
    for (const [key, words] of [
      ["F8", "Order DESK-2 has no label to cancel"],
      ["F6", "Order DESK-2 has no label to print"],
    ] as const) {
      await settle(page);
      await page.keyboard.press(key);
      await expect(page.getByTestId("notice")).toContainText(words);
      await expect(page.getByTestId("undo-question")).toBeHidden();
      await step(page, "offers");
    }
    await page.keyboard.press("Escape");
    await step(page, "empty");
    await page.keyboard.press("F8"); // Without an open order, F8 acts on the last purchase.
    await expect(page.getByTestId("undo-question")).toContainText("DESK-1");
    await settle(page);
    await page.keyboard.press("F12");
    await expect(page.getByTestId("undo-question")).toBeHidden();
    expect(await statusOf(page, "DESK-1")).toMatch(/TRACKING_CODE_CREATED|LABEL_PRINTED/);
  },
);

test(
  "the label of a reopened order is printed again by F6 and cancelled by F8, also after a restart",
  { tag: "@all" },
  async () => {
    const dataDir = temporaryFolder();
    try {
      await withPrinter({}, async (printer) => {
        await withOwnWindow(dataDir, async (page) => {
          await addPrinter(page, printer.port);
          await buy(page, "10482");
          await expect(page.getByTestId("last-result")).toHaveAttribute("data-print", "CONFIRMED");
          await buy(page, "10483");
          await expect(page.getByTestId("last-result")).toHaveAttribute("data-print", "CONFIRMED");
          // The last purchase is 10483; the open order is 10482.
          await scan(page, "10482");
          await step(page, "closed");
          await page.keyboard.press("F8");
          await expect(page.getByTestId("undo-question")).toContainText("10482");
          await page.keyboard.press("Escape");
        });
        await withOwnWindow(dataDir, async (page) => {
          await scan(page, "10482");
          await step(page, "closed");
          await settle(page);
          await page.keyboard.press("F6");
          const reasons = page.getByTestId("reprint-reasons");
          await expect(reasons).toContainText("Why is the label of 10482 printed again?");
          await page.keyboard.press("Escape");
          await expect(reasons).toBeHidden();
          expect(printer.jobs()).toHaveLength(2);
          await settle(page);
          await page.keyboard.press("F6");
          await expect(reasons).toBeVisible();
          await page.keyboard.press("3");
          await expect(reasons).toBeHidden();
          await expect
            .poll(
              async () =>
                (await ask<{ list: PrintJob[] }>(page, "GET", "/station/printjobs")).list[0],
            )
            .toMatchObject({ orderNumber: "10482", reason: "unreadable", copyNumber: 1 });
          await expect(page.getByTestId("print-state")).toHaveAttribute("data-status", "CONFIRMED");
          await expect.poll(() => printer.jobs().length).toBe(3);
          await page.keyboard.press("F8");
          await expect(page.getByTestId("undo-question")).toContainText(
            "Cancel the label of 10482?",
          );
          await settle(page);
          await page.keyboard.press("F10");
          await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "cancelled");
          expect([await statusOf(page, "10482"), await statusOf(page, "10483")]).toEqual([
            "CANCELED",
            "LABEL_PRINTED",
          ]);
        });
      });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test(
  "a panel says after a purchase whether the label came out",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "DESK-3");
    await withZebra(
      page,
      async (printer) => {
        await buy(page, "DESK-3");
        await expect(
          page.getByRole("region", { name: "Bought. The label is not out yet" }),
        ).toBeVisible();
        await expect(page.getByTestId("print-state")).toContainText(
          "Zebra is paused. Press its pause key.",
        );
        printer.setBehaviour({ mode: "ok" });
        await expect(page.getByRole("region", { name: "Bought and printed" })).toBeVisible();
      },
      { behaviour: { mode: "paused" } },
    );
  },
);

test(
  "an order whose number another order has says so, Alt+S lists both and no other, and Esc brings the list of before back",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    for (const number of ["T-1", "T-1", "T-12"]) await addOrder(page, number);
    await page.keyboard.press("Control+3");
    await filterBy(page, "Marks", "Test");
    await page.keyboard.press("Control+1");
    await scan(page, "T-1");
    await expect(page.getByTestId("same-number")).toContainText("Another order has this number");
    await settle(page);
    await page.keyboard.press("Alt+s");
    await expect(page.getByRole("heading", { level: 1, name: "Shipments" })).toBeVisible();
    await expect(page.getByTestId("shipment-count")).toHaveText("2 shipments");
    await expect(page.getByRole("group", { name: "Filters" })).toContainText("Order: T-1");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("same-number")).toBeVisible();
    await page.keyboard.press("Control+3");
    await expect(page.getByRole("group", { name: "Filters" })).toContainText("Marks: Test");
  },
);

test("the digit of a reason puts an order on hold while the scan field has text", async ({
  shared: { page },
}) => {
  await addOrder(page, "HOLD-TYPED");
  await scan(page, "HOLD-TYPED");
  await expect(page.getByTestId("parcel")).toContainText("HOLD-TYPED");
  await page.getByTestId("scan-field").focus();
  await typeText(page, "abc");
  await settle(page);
  await page.keyboard.press("F9");
  await expect(page.getByTestId("hold")).toBeVisible();
  await settle(page);
  await page.keyboard.press("1");
  await expect(page.getByTestId("hold")).toBeHidden();
  expect(
    (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code: "HOLD-TYPED" }))
      .holdReason,
  ).not.toBe("");
});

test("an order cancelled by F8 is shown as cancelled when scanned, and Enter packs it again", async ({
  shared: { page },
}) => {
  await buy(page, "10482");
  await page.keyboard.press("F8");
  await expect(page.getByTestId("undo-question")).toContainText("10482");
  await settle(page);
  await page.keyboard.press("F10");
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "cancelled");
  await scan(page, "10482");
  await step(page, "closed");
  await expect(page.getByTestId("pack")).toContainText("This order was cancelled");
  await settle(page);
  await page.keyboard.press("Enter");
  await step(page, "offers");
  await expect(page.getByTestId("parcel")).toContainText("10482");
  await expect(page.getByTestId("order-note")).toContainText("Kapıya bırakmayınız");
  await settle(page);
  await page.keyboard.press("Enter");
  await step(page, "bought");
  await scan(page, "10482");
  await step(page, "closed");
  await expect(page.getByTestId("pack")).toContainText("This order already has a label");
});
