/**
 * Agreements in the real window, by keyboard: entering an agreement, loading its price list, and
 * the refusals of wrong files and ranges.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Member } from "../../core/organizations/organizations.schema.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import {
  ask,
  goToSection,
  openSection,
  scan,
  settle,
  tabTo,
  typeText,
} from "../helpers/desk-keys.ts";
import { addOrder, test, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import type { DeskWindow } from "../helpers/window.ts";

const LIST = [
  "Desi;Şehir içi;1-200 km;Uzak",
  "Dosya;50,00;55,00;60,00",
  "1-3;80,00;90,00;100,00",
  "4-10;120,00;130,00;140,00",
  "11+;7,50;8,50;9,50",
];

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

/** Lets the next file dialog choose a file with these lines. */
async function willChoose({ app }: DeskWindow, lines: readonly string[]): Promise<void> {
  const path = join(temporaryFolder(), "fiyatlar.csv");
  writeFileSync(path, lines.join("\r\n"));
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

/** Enters an agreement with UPS, of which there are no sample prices. */
async function enterUps(page: Page): Promise<AgreementView> {
  return ask<AgreementView>(page, "POST", "/station/agreements", {
    providerCode: "UPS",
    name: "UPS",
    ranges: [{ prefix: "UP", first: "0001000", last: "0001999" }],
  });
}

async function openLoading(page: Page, desk: DeskWindow, lines: readonly string[]): Promise<void> {
  await willChoose(desk, lines);
  await openSection(page, "Agreements");
  await page.getByTestId("agreement-list").getByText("UPS", { exact: true }).click();
  await page.getByRole("button", { name: "Load prices" }).click();
  await expect(page.getByRole("button", { name: "Choose the file" })).toBeFocused();
  await press(page, "Enter");
}

test(
  "an agreement is entered by keyboard, and its barcodes are shown with their check digit",
  { tag: "@all" },
  async () =>
    withWindow(async (page) => {
      await goToSection(page, "Agreements");
      await expect(page.getByTestId("agreement-list")).toBeVisible();
      await press(page, "Enter");
      await expect(page.getByRole("button", { name: "Enter an agreement" })).toBeFocused();
      await press(page, "Enter");
      await expect(page.getByRole("combobox", { name: "Carrier" })).toBeFocused();
      await typeText(page, "ups");
      await tabTo(page, "textbox", "Contract number");
      await typeText(page, "2026-1881");
      await tabTo(page, "combobox", "Check digit of the barcodes");
      await typeText(page, "modulo 10");
      await tabTo(page, "textbox", "First barcode");
      await typeText(page, "UP0001000");
      await tabTo(page, "textbox", "Last barcode");
      await typeText(page, "UP0001999");
      await expect(page.getByTestId("range-shown")).toHaveText(
        "1,000 labels: UP00010009 – UP00019996",
      );
      expect(await faultsOf(page)).toEqual([]);
      await press(page, "Enter");
      await expect(page.getByRole("heading", { name: "Prices of UPS" })).toBeVisible();
      await press(page, "Escape");
      await expect(page.getByTestId("agreement-panel")).toContainText("2026-1881");
      await expect(page.getByTestId("agreement-panel")).toContainText("UP00010009 – UP00019996");
      expect(await faultsOf(page)).toEqual([]);
    }),
);

test("a price list is loaded by keyboard, and Pack offers its prices", async () =>
  withWindow(async (page, desk) => {
    const { id } = await enterUps(page);
    await openLoading(page, desk, LIST);
    await expect(page.getByTestId("price-file")).toContainText("2 rows of prices");
    await expect(page.getByRole("textbox", { name: "Name of the service" })).toBeFocused();
    expect(await faultsOf(page)).toEqual([]);
    await press(page, "Enter");
    // Does not leave the step that the Enter before has opened.
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Column “1-200 km”" })).toHaveValue("km");
    expect(await faultsOf(page)).toEqual([]);
    // The heading has the focus, and Enter goes on.
    await settle(page);
    await press(page, "Enter");
    await expect(page.getByTestId("prices-fuel")).toBeVisible();
    await page.getByTestId("prices-fuel").locator("summary").focus();
    await press(page, "Enter");
    await tabTo(page, "button", "Add a fuel surcharge");
    await press(page, "Enter");
    await tabTo(page, "textbox", "Surcharge, %");
    await typeText(page, "10");
    expect(await faultsOf(page)).toEqual([]);
    await press(page, "Enter");
    await expect(page.getByTestId("price-preview")).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await expect(page.getByTestId("price-step")).not.toContainText("no price for this parcel");
    await page.getByRole("button", { name: /^Take over/ }).focus();
    await press(page, "Enter");
    await expect(page.getByTestId("agreement-panel")).toContainText("In force");
    await expect(page.getByRole("grid")).toBeFocused();
    const entered = await ask<AgreementView[]>(page, "GET", "/station/agreements");
    expect(entered.find((one) => one.id === id)?.versions).toMatchObject([
      { state: "inForce", services: [{ code: "UPS_STANDART", name: "UPS Standart" }] },
    ]);
    await addOrder(page, "70001");
    await page.getByRole("button", { name: "Pack" }).click();
    await scan(page, "70001");
    // 80.00 within the city, 10 % fuel, 2.35 % service fee, 20 % VAT.
    await expect(page.locator("#offer-list")).toContainText("108.09");
  }));

test("problems of a price list are named by row and column, and nothing goes on until the file is corrected", async () =>
  withWindow(async (page, desk) => {
    await enterUps(page);
    await openLoading(page, desk, [LIST[0] ?? "", "1-3;80,00;;100,00", "4-10;120,00;x;140,00"]);
    await expect(page.getByTestId("price-problems")).toContainText("Row 2, column C");
    await expect(page.getByTestId("price-problems")).toContainText("“x” is not a price");
    await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
    expect(await faultsOf(page)).toEqual([]);
    await willChoose(desk, LIST);
    await page.getByRole("button", { name: "Choose the file again" }).press("Enter");
    await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
  }));

test(
  "unknown headings are explained by keyboard, and a number with two readings is decided by a choice",
  { tag: "@all" },
  async () =>
    withWindow(async (page, desk) => {
      await enterUps(page);
      await openLoading(page, desk, ["K1;K2", "1-3;1.250", "4-10;1.500"]);
      await expect(page.getByTestId("price-file")).toContainText("unknown headings");
      await page.getByRole("combobox", { name: "A: K1" }).focus();
      await typeText(page, "desi");
      await tabTo(page, "combobox", "B: K2");
      await typeText(page, "price");
      expect(await faultsOf(page)).toEqual([]);
      await tabTo(page, "button", "Read the file like this");
      await press(page, "Enter");
      await expect(page.getByTestId("price-problems")).toContainText("can be read in two ways");
      await page.getByRole("radio", { name: "1.250,50" }).focus();
      await press(page, "Space");
      await expect(page.getByTestId("price-file")).toContainText("2 rows of prices");
    }),
);

test(
  "a range with barcodes of another range is refused with the other range's name",
  { tag: "@all" },
  async () =>
    withWindow(async (page) => {
      await enterUps(page);
      await openSection(page, "Agreements");
      await page.getByTestId("agreement-list").getByText("UPS", { exact: true }).click();
      await page.getByRole("button", { name: "Add a barcode range" }).click();
      await typeText(page, "UP0001500");
      await tabTo(page, "textbox", "Last barcode");
      await typeText(page, "UP0002500");
      await press(page, "Enter");
      await expect(page.getByRole("alert")).toContainText(
        "The carrier's range UP0001000 to UP0001999 has some of these barcodes.",
      );
    }),
);

test(
  "prices are changed by hand for a later day, compared with those in force, and withdrawn",
  { tag: "@all" },
  async () =>
    withWindow(async (page, desk) => {
      await enterUps(page);
      await openLoading(page, desk, LIST);
      for (const _ of ["zones", "extras", "preview"]) {
        await page.getByRole("button", { name: "Next" }).focus();
        await press(page, "Enter");
      }
      await page.getByRole("button", { name: /^Take over/ }).focus();
      await press(page, "Enter");
      await page.getByRole("button", { name: "Change prices by hand" }).focus();
      await press(page, "Enter");
      await page.getByRole("textbox", { name: "First day" }).fill("01/01/2099");
      await page.getByTestId("prices-discount").locator("summary").focus();
      await press(page, "Enter");
      await tabTo(page, "textbox", "Discount, %");
      await typeText(page, "ten");
      await press(page, "Enter");
      await expect(page.getByRole("textbox", { name: "Discount, %" })).toBeFocused();
      await expect(page.getByTestId("prices-discount")).toContainText("Type a percentage");
      await page.getByRole("textbox", { name: "Discount, %" }).fill("10");
      expect(await faultsOf(page)).toEqual([]);
      await press(page, "Enter");
      const row = page.getByTestId("price-preview").getByRole("row").nth(3);
      await expect(row.getByRole("cell")).toHaveText(["İstanbul", "98.26", "88.44", "\u221210"]);
      await page.getByRole("button", { name: "Take over from 01/01/2099" }).focus();
      await press(page, "Enter");
      const panel = page.getByTestId("agreement-panel");
      await expect(panel).toContainText("Coming");
      await panel.getByRole("button", { name: /^Withdraw: / }).focus();
      await press(page, "Enter");
      await press(page, "Tab");
      await press(page, "Enter");
      await expect(panel).not.toContainText("Coming");
    }),
);

test(
  "a version opens with its prices by zone, and Esc returns to the list and then to the sections",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await goToSection(page, "Agreements");
      await expect(page.getByTestId("agreement-list")).toBeVisible();
      await press(page, "Enter");
      await tabTo(page, "button", "Open the prices from 01/01/2026");
      await press(page, "Enter");
      const prices = page.getByTestId("agreement-version");
      await expect(prices.getByRole("columnheader")).toHaveText([
        "Up to desi",
        "Şehir içi",
        "Yakın",
        "Kısa",
        "Orta",
        "Uzak",
      ]);
      expect(await faultsOf(page)).toEqual([]);
      await press(page, "Escape");
      await expect(page.getByTestId("agreement-list")).toBeVisible();
      await page.getByRole("grid").focus();
      await press(page, "ArrowDown");
      await expect(page.getByTestId("agreement-panel")).toContainText("DHL eCommerce");
      await press(page, "Enter");
      await expect(page.getByTestId("agreement-panel")).toBeFocused();
      await press(page, "Escape");
      await expect(page.getByRole("grid")).toBeFocused();
      await press(page, "Escape");
      await expect(page.getByRole("tab", { name: "Agreements" })).toBeFocused();
    });
  },
);

test(
  "a payment to the carrier of an agreement on account lowers the debt",
  { tag: "@all" },
  async () =>
    withWindow(async (page) => {
      const { id } = await enterUps(page);
      await openSection(page, "Agreements");
      await page.getByTestId("agreement-list").getByText("UPS", { exact: true }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).focus();
      await press(page, "Enter");
      await page.getByRole("radio", { name: "On account" }).focus();
      await press(page, "Space");
      await tabTo(page, "textbox", "Credit limit, TL");
      await typeText(page, "50.000");
      await press(page, "Enter");
      await expect(page.getByTestId("agreement-panel")).toContainText(
        "On account, up to 50,000.00 TL",
      );
      await page.getByRole("button", { name: "Enter a payment" }).focus();
      await press(page, "Enter");
      await expect(page.getByRole("textbox", { name: "Amount paid, TL" })).toBeFocused();
      await typeText(page, "1.250,50");
      expect(await faultsOf(page)).toEqual([]);
      await press(page, "Enter");
      await expect(page.getByTestId("agreement-payments")).toContainText("1,250.50 TL");
      const agreements = await ask<AgreementView[]>(page, "GET", "/station/agreements");
      expect(agreements.find((one) => one.id === id)).toMatchObject({
        debt: "-1250.50",
        creditLimit: "50000.00",
      });
    }),
);

test(
  "an agreement is ended by the second of two presses, and makes no offers",
  { tag: "@all" },
  async () =>
    withWindow(async (page) => {
      await enterUps(page);
      await openSection(page, "Agreements");
      await page.getByTestId("agreement-list").getByText("UPS", { exact: true }).click();
      await page.getByRole("button", { name: "End the agreement: UPS" }).focus();
      await press(page, "Enter");
      await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
      await press(page, "Tab");
      await press(page, "Enter");
      await expect(page.getByTestId("agreement-list")).not.toContainText("UPS");
    }),
);

test("a packer sees one sentence in place of the agreements", async () =>
  withWindow(async (page) => {
    const [owner] = await ask<Member[]>(page, "GET", "/members");
    await ask(page, "POST", "/members", {
      name: "Other owner",
      email: "owner@ornek.test",
      role: "owner",
    });
    await ask(page, "PATCH", `/members/${owner?.userID}`, { role: "user" });
    await page.reload();
    await openSection(page, "Agreements");
    await expect(page.locator("#settings-pane")).toHaveText(
      "Only the owner and admins see agreements and prices.",
    );
  }));
