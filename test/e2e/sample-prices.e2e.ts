/**
 * Sample prices outside test mode, by keys: marked wherever they stand, and bought after a question
 * alone.
 */
import { expect, type Page } from "@playwright/test";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, goToSection, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { resize, step, test, withWindow } from "../helpers/desk-page.ts";

const SENDER = {
  name: "Kitapçı Depo",
  email: "depo@ornek.test",
  phone: "+902165550000",
  address1: "Sanayi Cd. 1",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Tuzla",
};
const RECIPIENT = {
  name: "Ömer Işık",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Gül Sk. 1",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

const balance = async (page: Page): Promise<string> =>
  (await ask<DeskFacts>(page, "GET", "/station/desk")).balance;

test(
  "an account that nobody checked stands as such, its sample price is no own agreement, and buying at it is asked about",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      await showAs(page, { language: "en", theme: "light" });
      const { organization } = await ask<DeskFacts>(page, "GET", "/station/desk");
      await ask(page, "POST", "/addresses", { ...SENDER, isDefaultSenderAddress: true });
      await ask(page, "POST", "/station/carriers/sample");
      await ask(page, "POST", `/organizations/${organization.id}/balance/topups`, {
        amount: "1000.00",
        reference: "R-1",
      });
      await ask(page, "POST", "/provideraccounts", {
        providerCode: "YURTICI",
        name: "Yurtiçi",
        username: "kimse",
        password: "yanlis",
      });
      for (const orderNumber of ["N-1", "N-2"])
        await ask(page, "POST", "/shipments", {
          recipientAddress: RECIPIENT,
          length: 10,
          width: 10,
          height: 10,
          weight: 1,
          order: { orderNumber },
        });

      await goToSection(page, "Carriers");
      const accounts = page.getByTestId("accounts");
      await expect(accounts).toContainText("Not checked");
      await expect(accounts).toContainText("sample price");
      await expect(accounts).not.toContainText("In use");
      await accounts.scrollIntoViewIfNeeded();

      await page.keyboard.press("Control+1");
      const question = page.getByTestId("sample-question");
      const looks = [
        ["tr", "light", 1280, 800],
        ["en", "light", 1280, 800],
      ] as const;
      for (const [language, theme, width, height] of looks) {
        await resize(desk, { width, height, zoom: 1 });
        await showAs(page, { language, theme });
        await scan(page, "N-1");
        await step(page, "offers");
        await expect(page.getByTestId("offer-list")).not.toContainText(
          /own agreement|kendi anlaşman/,
        );
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(question).toContainText("SAMPLE");
        expect(await faultsOf(page)).toEqual([]);
      }
      await settle(page);
      await page.keyboard.press("F12");
      await expect(question).toBeHidden();
      await step(page, "offers");
      expect(await balance(page)).toBe("1000.00");
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(question).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      await step(page, "bought");
      expect(await balance(page)).not.toBe("1000.00");
      await expect(page.getByTestId("pack")).toContainText("sample price");

      // Many at once: their question says so too.
      await page.keyboard.press("Control+2");
      await page.getByRole("grid").focus();
      await expect(page.getByTitle("sample price")).toHaveCount(1);
      await page.keyboard.press("Control+a");
      await settle(page);
      await page.keyboard.press("F2");
      await expect(page.getByTestId("sample-plan")).toContainText("SAMPLE");
      await expect(page.getByTestId("left-out")).toContainText("bought or canceled already");
      expect(await faultsOf(page)).toEqual([]);
    }, "empty");
  },
);
