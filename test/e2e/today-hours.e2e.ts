/** The hours of Today lead to their labels, by keyboard too. */
import { expect, type Page } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, RECIPIENT } from "../helpers/desk-keys.ts";
import { test, withWindow } from "../helpers/desk-page.ts";

async function buyLabel(page: Page): Promise<void> {
  const { offers } = await ask<Shipment>(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
  });
  await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
}

test(
  "each hour with labels opens the list of exactly these labels by Enter, the list says which hour it shows, and Esc goes back over each link",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      for (let i = 0; i < 3; i += 1) await buyLabel(page);
      const { hours } = await ask<{ hours: readonly number[] }>(page, "GET", "/station/today");
      expect(hours.reduce((sum, labels) => sum + labels, 0)).toBe(3);
      for (const [hour, labels] of hours.entries()) {
        if (labels === 0) continue;
        const words = `${String(hour).padStart(2, "0")}:00–${String(hour + 1).padStart(2, "0")}:00`;
        await page.getByRole("button", { name: "Today", exact: true }).click();
        const bar = page
          .getByTestId("hours")
          .getByRole("button", { name: `${words}, Labels: ${labels}` });
        await expect(bar).toBeVisible();
        expect(await faultsOf(page)).toEqual([]);
        await page.getByRole("heading", { level: 1 }).focus();
        for (let i = 0; i < 60; i += 1) {
          if (await bar.evaluate((element) => element === document.activeElement)) break;
          await page.keyboard.press("Tab");
        }
        await expect(bar).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(page.getByTestId("shipment-count")).toHaveText(
          labels === 1 ? "1 shipment" : `${labels} shipments`,
        );
        await expect(page.getByRole("group", { name: "Filters" })).toContainText(words);
      }
      await page.keyboard.press("Alt+h");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Help");
      for (const view of ["Shipments", "Today"]) {
        await page.keyboard.press("Escape");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(view);
      }
    });
  },
);
