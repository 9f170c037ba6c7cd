/** Announcing labels to a carrier without an API, by keyboard: connection, purchase, file, word. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import { plainService, TARIFF_INPUT } from "../helpers/agreements.ts";
import { faultsOf } from "../helpers/axe.ts";
import {
  RECIPIENT,
  ask,
  goToSection,
  openPalette,
  scan,
  settle,
  tabTo,
  typeText,
} from "../helpers/desk-keys.ts";
import { step, test, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const ACCOUNT = "UPS sözleşmemiz";

/** Enters an agreement that is cheaper than the sample prices, and an account with it. */
async function addAccount(page: Page): Promise<void> {
  const { id } = await ask<AgreementView>(page, "POST", "/station/agreements", {
    providerCode: "UPS",
    name: "UPS",
    ranges: [{ prefix: "UP", first: "0001000", last: "0001999" }],
  });
  await ask(page, "POST", `/station/agreements/${id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: {
      ...TARIFF_INPUT,
      services: [plainService({ code: "UPS_STANDART", steps: [{ upToDesi: 5, prices: [100] }] })],
    },
  });
  await ask(page, "POST", "/provideraccounts", {
    providerCode: "UPS",
    name: ACCOUNT,
    username: "",
    password: "",
    parameters: {},
  });
}

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

test(
  "an account is connected by file, and a bought label is announced by a file that the carrier took",
  { tag: "@all" },
  async () =>
    withWindow(async (page, { app }) => {
      await addAccount(page);
      await ask(page, "POST", "/shipments", {
        // The sample station is in test mode, in which no label is announced.
        test: false,
        recipientAddress: RECIPIENT,
        length: 20,
        width: 10,
        height: 10,
        weight: 1,
        order: { orderNumber: "BILDIR-1" },
      });

      await goToSection(page, "Carriers");
      await expect(page.getByTestId("accounts")).toContainText("No connection");
      await tabTo(page, "button", `Connection of ${ACCOUNT}`);
      await press(page, "Enter");
      await tabTo(page, "combobox", "Connection");
      await typeText(page, "file");
      await expect(page.getByTestId("connection-page")).toContainText("Columns of the file");
      expect(await faultsOf(page)).toEqual([]);
      await tabTo(page, "textbox", "Cut-off");
      await typeText(page, "00:00");
      await press(page, "Enter");
      await expect(page.getByText("The connection was saved.")).toBeVisible();
      await press(page, "Escape");
      await expect(page.getByTestId("accounts")).toContainText("File");
      const connection = page.getByRole("button", { name: `Connection of ${ACCOUNT}` });
      await expect(connection).toBeFocused();
      await expect(connection).toBeInViewport();

      await press(page, "Control+1");
      await scan(page, "BILDIR-1");
      await step(page, "offers");
      await settle(page);
      await press(page, "Enter");
      await step(page, "bought");
      await expect(page.getByTestId("announcement-mark")).toHaveText(
        "The carrier does not know this parcel yet",
      );

      await goToSection(page, "Carriers");
      const remove = page.getByRole("button", { name: `Remove: ${ACCOUNT}` });
      await remove.focus();
      for (const key of ["Enter", "Tab", "Enter"]) await press(page, key);
      await expect(page.getByRole("alert").filter({ hasText: "E2187" })).toContainText(
        "Waiting or uncertain labels of this account: 1.",
      );
      await expect(remove).toBeFocused();

      await openPalette(page);
      await typeText(page, "Announcements");
      await press(page, "Enter");
      await expect(page.getByTestId(`announcing-${ACCOUNT}`)).toContainText("Cut-off is near");
      await expect(page.getByTestId("cut-off")).toContainText(ACCOUNT);
      await settle(page);
      await press(page, "F2");
      const files = page.getByTestId("announcement-files");
      await expect(files).toContainText("1 parcel, 1 open");
      expect(await faultsOf(page)).toEqual([]);

      const path = join(temporaryFolder(), "kargo.csv");
      await app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, path);
      const [name = ""] = await files.locator("li b").allTextContents();
      await tabTo(page, "button", `Save: ${name}`);
      await press(page, "Enter");
      await expect.poll(() => existsSync(path)).toBe(true);
      await tabTo(page, "button", `The carrier took it: ${name}`);
      await press(page, "Enter");
      await press(page, "Tab");
      await press(page, "Enter");
      await expect(files).toContainText("Taken by the carrier");
    }),
);
