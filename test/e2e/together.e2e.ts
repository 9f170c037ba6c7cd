/** Packing orders of one recipient together by keyboard. */
import { expect, type Page } from "@playwright/test";
import { ask, scan, settle } from "../helpers/desk-keys.ts";
import { step, test, withZebra } from "../helpers/desk-page.ts";
import { csvOf } from "../core/fulfilment/together/together-acts.ts";

async function importOrders(page: Page, ...orders: Parameters<typeof csvOf>[0]): Promise<void> {
  await ask(page, "POST", "/station/imports", { fileName: "o.csv", content: csvOf(orders) });
}
const press = async (page: Page, key: string): Promise<void> => {
  await settle(page);
  await page.keyboard.press(key);
};
const items = (page: Page) => page.getByTestId("item");

test("one key packs the recipient's waiting orders together, another separates them, and a cancelled order leads to the first", async ({
  shared: { page },
}) => {
  await importOrders(
    page,
    { no: "J-1", item: "Kupa", phone: "05559990001" },
    { no: "J-2", item: "Tişört", phone: "05559990001" },
    { no: "J-3", item: "Defter", phone: "0555 999 00 01", cash: "10,00" },
  );
  await scan(page, "J-1");
  await step(page, "offers");
  const waiting = page.getByTestId("together");
  await expect(waiting).toContainText("2 more orders wait for this recipient");
  await expect(waiting).toContainText("only one collects cash at the door");
  await press(page, "Alt+t");
  await expect(page.getByTestId("joined")).toContainText("J-2");
  await expect(items(page)).toHaveCount(2);
  await expect(page.getByTestId("item-order")).toContainText("J-2");
  await press(page, "Alt+u");
  await expect(items(page)).toHaveCount(1);
  await press(page, "Alt+t");
  await expect(items(page)).toHaveCount(2);
  await scan(page, "J-2");
  await step(page, "closed");
  await expect(page.getByTestId("pack")).toContainText("Packed together with another order");
  await press(page, "Enter");
  await step(page, "offers");
  await press(page, "Enter");
  await step(page, "bought");
  await expect(items(page)).toHaveCount(2);
  await expect(page.getByTestId("joined")).toContainText("J-2");
});

test("the next order waits until the printed label is scanned, and opens by itself then", async ({
  shared: { page },
}) => {
  await importOrders(
    page,
    { no: "K-1", name: "Ayşe Ak" },
    { no: "K-2", name: "Can Bal" },
    { no: "K-3", name: "Efe Us" },
  );
  await ask(page, "PATCH", "/station/packing/settings", { requireScannedLabel: true });
  try {
    await withZebra(page, async () => {
      await scan(page, "K-1");
      await step(page, "offers");
      await press(page, "Enter");
      await step(page, "bought");
      await scan(page, "K-2");
      const panel = page.getByTestId("label-scan");
      await expect(panel).toContainText("Scan the label on the parcel of K-1");
      await expect(panel).toContainText("Then K-2 opens by itself");
      await press(page, "Enter");
      await step(page, "closed");
      const { shipment } = await ask<{ shipment: { barcode: string } }>(
        page,
        "POST",
        "/station/orders/open",
        { code: "K-1" },
      );
      await scan(page, shipment.barcode);
      await step(page, "offers");
      await expect(page.getByTestId("parcel")).toContainText("K-2");
      await press(page, "Enter");
      await step(page, "bought");
      await scan(page, "K-3");
      await expect(panel).toContainText("Scan the label on the parcel of K-2");
      await press(page, "F9");
      await step(page, "offers");
      await expect(page.getByTestId("parcel")).toContainText("K-3");
    });
  } finally {
    await ask(page, "PATCH", "/station/packing/settings", { requireScannedLabel: false });
  }
});
