/**
 * Files in the real window, by keyboard: order files with rejected rows or stopped midway, and
 * addresses saved as a workbook and imported again.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { BookAddress } from "../../core/shipping/addresses/address-book.schema.ts";
import { ask, dropFile, settle } from "../helpers/desk-keys.ts";
import { test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { runFromMenu } from "../helpers/menus.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";
const ORDERS = 3_000;

test(
  "an address saved as a workbook is recognized when the workbook is imported, and stays unchanged",
  { tag: "@all" },
  async ({ shared: { page, app } }) => {
    const file = join(temporaryFolder(), "adresler.xlsx");
    await ask(page, "POST", "/addresses", {
      isRecipientAddress: true,
      name: "Çağla Şimşekoğlu",
      phone: "+905321234567",
      email: "cagla@ornek.test",
      address1: "=Moda Cd. No: 5; kat 2",
      countryCode: "TR",
      cityCode: "34",
      districtName: "Kadıköy",
    });
    await app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, file);
    await page.keyboard.press("Control+5");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Addresses");
    const book = async (): Promise<BookAddress[]> =>
      (await ask<{ list: BookAddress[] }>(page, "GET", "/station/addresses?search=cagla%20simsek"))
        .list;
    const [saved] = await book();
    await runFromMenu(page, "list-more", "Save as Excel");
    await expect.poll(() => existsSync(file)).toBe(true);
    await page.keyboard.press("F7");
    const pane = page.getByTestId("address-import");
    await expect(pane).toHaveAttribute("data-step", "checked");
    await page.keyboard.press("Enter");
    await expect(pane).toHaveAttribute("data-step", "done", { timeout: 30_000 });
    await expect(page.getByTestId("address-import-progress")).toContainText(
      "Done: 0 addresses imported, 1 already there.",
    );
    expect((await book()).map(({ id, name, address1 }) => ({ id, name, address1 }))).toEqual([
      { id: saved?.id, name: "Çağla Şimşekoğlu", address1: "=Moda Cd. No: 5; kat 2" },
    ]);
  },
);

test("rejected rows of an order file are saved to a file, corrected there and imported, each order once", async ({
  shared: { page, app },
}) => {
  const file = join(temporaryFolder(), "refused.csv");
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, file);
  await dropFile(
    page,
    "orders.csv",
    [
      HEAD,
      ...["Kadıköy", "Karşıyaka", "Nowhere"].map(
        (district, i) => `FIX-${i};Ömer Işık;+90 555 111 22 33;Gül Sk. ${i};${district};İstanbul;1`,
      ),
    ].join("\n"),
  );
  await page.getByRole("button", { name: "Save refused rows" }).press("Enter");
  await expect(page.getByTestId("import-result")).toContainText("refused.csv");
  writeFileSync(file, readFileSync(file, "utf8").replace("Karşıyaka", "Kadıköy"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("F7");
  await expect(page.getByTestId("import-added")).toHaveText("1 order added");
  await expect(page.getByTestId("import-rejected")).toHaveText("1 row needs fixing");
  await expect(page.getByTestId("import-unread")).toHaveCount(0);
  await page.keyboard.press("F7");
  await expect(page.getByTestId("import-known").last()).toHaveText("1 order was here already");
});

test(
  "a rejected row is corrected in the list and imported from there, and all corrected rows are imported together",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const rowOf = (number: string, district: string, phone: string): string =>
      `${number};Ömer Işık;${phone};Gül Sk. 1;${district};İstanbul;1`;
    await dropFile(
      page,
      "orders.csv",
      [
        HEAD,
        rowOf("M-1", "Kadıköy", "05551112233"),
        rowOf("M-2", "Karşıyaka", "05551112233"),
        rowOf("M-3", "Kadıköy", "12"),
        rowOf("M-4", "Kadıköy", "13"),
        rowOf("M-5", "Kadıköy", "14"),
        rowOf("M-5", "Kadıköy", "14"),
      ].join("\n"),
    );
    const result = page.getByTestId("import-result");
    await expect(page.getByTestId("import-rejected")).toHaveText("4 rows need fixing");
    await page.getByRole("button", { name: "Correct line 3" }).press("Enter");
    await page.getByLabel("İlçe").fill("Kadıköy");
    await settle(page); // An Enter right after another counts as a scanner's.
    await page.getByLabel("İlçe").press("Enter");
    await expect(page.getByTestId("import-added")).toHaveText("2 orders added");
    await expect(result).not.toContainText("Karşıyaka");
    // The focus stays in the list, and Esc in a field discards only that field.
    await expect(page.getByRole("group", { name: "3 rows need fixing" })).toBeFocused();
    await settle(page);
    await page.getByRole("button", { name: "Correct line 4" }).press("Enter");
    await expect(page.getByLabel("Telefon")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Telefon")).toBeHidden();
    await expect(page.getByTestId("import-rejected")).toHaveText("3 rows need fixing");
    await expect(page.getByRole("group", { name: "3 rows need fixing" })).toBeFocused();
    for (const line of [4, 5]) {
      await settle(page);
      await page.getByRole("button", { name: `Correct line ${line}` }).press("Enter");
      const phone = page.getByLabel("Telefon").nth(line - 4);
      await expect(phone).toBeFocused();
      await phone.fill("05551112233");
    }
    await settle(page);
    await page.getByRole("button", { name: "Import all 2 corrected rows" }).press("Enter");
    await expect(page.getByTestId("import-added")).toHaveText("4 orders added");
    await expect(page.getByTestId("import-rejected")).toHaveText("1 row needs fixing");
    await expect(result).toContainText(
      "Correct this row in the saved file, with all rows of its order.",
    );
  },
);

test(
  "a stopped import keeps its orders, and dropping the file again adds the rest, and no order twice",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const waiting = async (): Promise<number> =>
      (await ask<{ waiting: number }>(page, "GET", "/station/desk")).waiting;
    const before = await waiting();
    const text = [
      HEAD,
      ...Array.from(
        { length: ORDERS },
        (_, i) => `STOP-${i};Ömer Işık ${i};05551112233;Gül Sk. ${i};Kadıköy;İstanbul;1`,
      ),
    ].join("\n");
    await dropFile(page, "stop.csv", text);
    await expect(page.getByTestId("import-progress")).toContainText(/[1-9]\d* %|[1-9]\d*%/);
    await page.getByRole("button", { name: "Stop importing" }).press("Enter");
    await expect(page.getByTestId("import-result")).toContainText(
      "stop.csv: stopped before its end",
    );
    await expect(page.getByTestId("import-result")).not.toContainText("Every row");
    await expect(page.locator("main input").first()).toBeFocused();
    const kept = (await waiting()) - before;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(ORDERS);
    await page.keyboard.press("Escape");
    await dropFile(page, "stop.csv", text);
    await expect(page.getByTestId("import-known")).toBeVisible({ timeout: 60_000 });
    expect((await waiting()) - before).toBe(ORDERS);
  },
);
