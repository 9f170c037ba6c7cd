/** The money at the window, by keyboard: the ledger with its balance, spending as chart and table, cash on delivery, the day of the packers. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { ask, showAs } from "../helpers/desk-keys.ts";
import { resize, withWindow } from "../helpers/desk-page.ts";
import { picturePath } from "../helpers/window.ts";

async function buySome(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const opened = await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code: String(10_482 + i) });
    const offerID = opened.shipment.offers?.list[i % (opened.shipment.offers?.list.length ?? 1)]?.id;
    await ask(page, "POST", "/station/purchases", { offerID, print: false });
  }
}

const PARTS = { en: ["Ledger", "Spending", "Cash on delivery", "End of day"], tr: ["Hesap hareketleri", "Harcamalar", "Kapıda ödeme", "Gün sonu"] };

async function choose(page: Page, report: string): Promise<void> {
  const wanted = page.getByRole("radio", { name: report });
  await page.getByRole("radio", { checked: true }).focus();
  for (let press = 0; press < 4 && !(await wanted.isChecked()); press += 1) await page.keyboard.press("ArrowRight");
  await expect(wanted).toBeChecked();
}

test("the money is read by keyboard alone: ledger, spending, cash on delivery, end of day", async () => {
  test.setTimeout(180_000);
  await withWindow(async (page, desk) => {
    await buySome(page, 6);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("money", { delay: 50 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();
    const ledger = page.getByTestId("ledger");
    await expect(ledger.getByRole("row")).toHaveCount(8);
    await expect(ledger.getByRole("row").nth(7)).toContainText("Top-up");
    await expect(ledger.getByRole("row").nth(1)).toContainText(await page.getByTestId("balance").innerText());
    await ledger.getByRole("grid").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Shipment 6");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();

    await choose(page, "Spending");
    await expect(page.getByTestId("spending").getByRole("row").last()).toContainText("6");
    await expect(page.locator("canvas")).toBeVisible();
    await choose(page, "End of day");
    await expect(page.getByTestId("packers")).toContainText("Depo Sorumlusu");
    await choose(page, "Cash on delivery");
    await expect(page.getByTestId("cash").or(page.getByText("No parcel collects money"))).toBeVisible();

    for (const [language, theme, size] of [["en", "light", { width: 1280, height: 800 }], ["tr", "dark", { width: 1920, height: 1080 }], ["tr", "contrast", { width: 1024, height: 700 }]] as const) {
      await resize(desk, { ...size, zoom: 1 });
      await showAs(page, { language, theme });
      await page.keyboard.press("Control+k");
      await page.keyboard.type(language === "en" ? "money" : "para", { delay: 60 });
      await page.keyboard.press("Enter");
      for (const part of language === "en" ? PARTS.en : PARTS.tr) {
        await choose(page, part);
        await page.waitForTimeout(300);
        await page.screenshot({ path: picturePath(`money-${language}-${theme}-${part.slice(0, 4)}`) });
        expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
      }
    }
  });
});
