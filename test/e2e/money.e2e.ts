/**
 * Money in the window, by keyboard: the ledger with its balance, spending as chart and table, cash
 * on delivery, the packers' report.
 */
import { expect, type Page } from "@playwright/test";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { RECIPIENT, ask, settle, showAs, openPalette, typeText } from "../helpers/desk-keys.ts";
import { addOrder, test } from "../helpers/desk-page.ts";

/** @returns The number of the last bought shipment. */
async function buySome(page: Page, count: number): Promise<number> {
  let newest = 0;
  for (let i = 0; i < count; i += 1) {
    const code = `MONEY-${i}`;
    await addOrder(page, code);
    const { shipment } = await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code });
    const offerID = shipment.offers?.list[i % (shipment.offers?.list.length ?? 1)]?.id;
    await ask(page, "POST", "/station/purchases", { offerID, print: false });
    newest = shipment.organizationShipmentID;
  }
  return newest;
}

async function choose(page: Page, report: string): Promise<void> {
  const wanted = page.getByRole("radio", { name: report });
  await page.getByRole("radio", { checked: true }).focus();
  for (let press = 0; press < 4 && !(await wanted.isChecked()); press += 1)
    await page.keyboard.press("ArrowRight");
  await expect(wanted).toBeChecked();
}

test("the ledger, spending, cash on delivery and packers' report are read by keyboard only", async ({
  shared: { page },
}) => {
  const newest = await buySome(page, 6);
  await openPalette(page);
  await typeText(page, "money");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();
  const ledger = page.getByTestId("ledger");
  await expect(ledger.getByRole("row")).toHaveCount(8);
  await expect(ledger.getByRole("row").nth(7)).toContainText("Top-up");
  await expect(ledger).toContainText("1 of 7");
  await expect(ledger.getByRole("row").nth(1)).toContainText(
    await page.getByTestId("balance").innerText(),
  );
  await ledger.getByRole("grid").focus();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Shipment ${newest - 2}`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Money" })).toBeVisible();
  await expect(ledger.getByRole("grid")).toBeFocused();
  await expect(ledger).toContainText("3 of 7");

  await choose(page, "Spending");
  await expect(page.getByTestId("spending").getByRole("row").last()).toContainText("6");
  await expect(page.getByTestId("spend-chart").locator("rect")).not.toHaveCount(0);
  await choose(page, "End of day");
  const packers = page.getByTestId("packers");
  await expect(packers).toContainText("Depo Sorumlusu");
  await expect(packers.locator("tbody tr td").first()).toHaveText("6");
  await choose(page, "Cash on delivery");
  await expect(
    page.getByTestId("cash").or(page.getByText("No parcel collects money")),
  ).toBeVisible();
});

test(
  "a carrier's payment is entered in Turkish notation, and entering its reference again in another letter case adds nothing",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const made = await ask<{ offers: { list: { id: string }[] } }>(page, "POST", "/shipments", {
      recipientAddress: RECIPIENT,
      length: 20,
      width: 10,
      height: 10,
      weight: 1,
      productPaymentOnDelivery: true,
      order: { orderNumber: "KÖ-1", totalAmount: "1500", totalAmountCurrency: "TL" },
    });
    await ask(page, "POST", "/station/purchases", {
      offerID: made.offers.list[0]?.id,
      print: false,
    });
    await showAs(page, { language: "tr", theme: "light" });
    // By shortcut, because the window ignores an Enter right after another one.
    const open = async (digit: number, view: string): Promise<void> => {
      await page.keyboard.press(`Control+${digit}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(view);
    };
    const toCash = async (): Promise<void> => {
      await open(8, "Para");
      const part = page.getByRole("radio", { name: "Kapıda ödeme" });
      await part.focus();
      await page.keyboard.press("Space");
      await expect(part).toBeChecked();
      await expect(page.getByTestId("cash")).toBeVisible();
    };
    await toCash();
    const row = page.getByTestId("cash").locator("tbody tr");
    await expect(row).toContainText("1.500,00 TL");
    const form = page.getByTestId("receipt");
    const enter = async (amount: string, reference: string): Promise<void> => {
      await settle(page);
      if (!(await form.isVisible())) await row.getByRole("button").press("Enter");
      await expect(form.getByRole("textbox").first()).toBeVisible();
      for (const [i, text] of [amount, reference].entries()) {
        await form.getByRole("textbox").nth(i).focus();
        await page.keyboard.press("Control+A");
        await typeText(page, text);
      }
      await page.waitForTimeout(250);
      await page.keyboard.press("Enter");
    };
    await enter("0", "EFT-1");
    await expect(form).toContainText("0 olmayan bir tutar yazın");
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(row.getByRole("button")).toBeFocused();
    await enter("1.000,50", "EFT-1");
    await expect(form).toBeHidden();
    await expect(row.getByRole("button")).toBeFocused();
    await expect(page.getByTestId("receipt-entered")).toContainText("1.000,50 TL");
    await expect(row).toContainText("1.000,50 TL");
    await enter("1000,50", " eft-1 ");
    await expect(page.getByTestId("receipt-known")).toContainText("Şimdi bir şey eklenmedi");
    await expect(page.getByTestId("receipt-known")).toBeInViewport();
    expect(await faultsOf(page)).toEqual([]);
    // A half-typed payment is still there after another view, and the whole form is in view at the
    // smallest usual screen size.
    await row.getByRole("button").press("Enter");
    await form.getByRole("textbox").nth(1).fill("yarım");
    await open(3, "Gönderiler");
    await toCash();
    await expect(form.getByRole("textbox").nth(1)).toHaveValue("yarım");
    await expect(form.getByRole("button").last()).toBeInViewport({ ratio: 1 });
    await enter("-0,50", "düzeltme");
    await expect(form).toBeHidden();
    await expect(row).toContainText("1.000,00 TL");
  },
);
