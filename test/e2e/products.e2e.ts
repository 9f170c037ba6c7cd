/** Products by keyboard and scanner: an unknown code that becomes a barcode, and a pick list. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ask, RECIPIENT, scan, settle, typeText } from "../helpers/desk-keys.ts";
import { test, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

test("products are imported by keyboard, an unknown code is learned by a digit, and the items are picked by shelf", async () => {
  await withWindow(async (page, { app }) => {
    const file = join(temporaryFolder(), "urunler.csv");
    writeFileSync(file, "Stok kodu;Ürün adı;Raf\nKUPA-01;Kupa;A10\nTABAK-1;Tabak;A2\n;Adsız;B1\n");
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, file);
    for (const orderNumber of ["P-1", "P-2"])
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        length: 30,
        width: 20,
        height: 15,
        weight: 2.5,
        order: { orderNumber },
        items: [
          { title: "Kupa", quantity: 2, sku: "KUPA-01" },
          { title: "Tabak", quantity: 1, sku: "TABAK-1" },
        ],
      });

    await page.keyboard.press("Control+k");
    await typeText(page, "products");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("products-blank")).toBeVisible();
    await page.keyboard.press("F7");
    await expect(page.getByTestId("product-import")).toBeVisible();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("product-import")).toContainText("2 new, 0 known, 1 to fix");
    await expect(page.getByTestId("faults")).toContainText("Line 4");
    await expect(page.getByTestId("products")).toHaveCount(0);
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("product-import-progress")).toContainText("2 added");
    await expect(page.getByTestId("product")).toHaveCount(2);

    // The digit names the item, and the piece counts. A second scan of the code counts the next.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.keyboard.press("Control+1");
    await scan(page, "P-1");
    await expect(page.getByTestId("items")).toContainText("Shelf A10");
    await scan(page, "8680000000015");
    await expect(page.getByTestId("learn-item")).toContainText("Kupa");
    await settle(page);
    await page.keyboard.press("1");
    await expect(page.getByTestId("notice")).toContainText("Kupa: 1 of 2");
    // A scan right after a key would begin with that key.
    await settle(page);
    await scan(page, "8680000000015");
    await expect(page.getByTestId("notice")).toContainText("Kupa: 2 of 2");
    await scan(page, "8680000000015");
    await expect(page.getByTestId("notice")).toContainText("scanned already");

    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+3");
    await expect(page.getByRole("grid")).toContainText("P-2");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+a");
    await expect(page.getByTestId("bulk-bar")).toContainText("Pick list");
    await settle(page);
    await page.keyboard.press("F4");
    await expect(page.getByTestId("picks")).toContainText("KUPA-01");
    const shelves = page.getByTestId("picks").locator("tbody tr td:first-child");
    await expect(shelves.nth(0)).toHaveText("A2");
    await expect(shelves.nth(1)).toHaveText("A10");
    await expect(shelves.last()).toHaveText("—");
  });
});
