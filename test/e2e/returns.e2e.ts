/**
 * A return in the real window, by keyboard only: created after a question and bought in Shipments,
 * and marked everywhere.
 */
import { expect, type Page } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { resize, test, withWindow } from "../helpers/desk-page.ts";
import { runFromMenu } from "../helpers/menus.ts";

async function boughtOrder(page: Page): Promise<Shipment> {
  const recipientAddress = {
    name: "Çağla Şimşekoğlu",
    email: "c@ornek.test",
    phone: "+905551112233",
    address1: "Gül Sk. 1",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  };
  const made = await ask<Shipment>(page, "POST", "/shipments", {
    recipientAddress,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber: "R-1" },
  });
  await ask(page, "POST", "/station/purchases", {
    offerID: made.offers?.list[0]?.id,
    print: false,
  });
  return made;
}

async function openFirst(page: Page): Promise<void> {
  await page.keyboard.press("Control+3");
  await page.getByRole("grid").focus();
  await page.keyboard.press("Home");
  await settle(page);
  await page.keyboard.press("Shift+Enter");
}

test("a return is created after a question, bought at a chosen offer, and is not listed as an order to pack", async () => {
  await withWindow(async (page, desk) => {
    const { organizationShipmentID: number } = await boughtOrder(page);
    const { waiting } = await ask<DeskFacts>(page, "GET", "/station/desk");
    await openFirst(page);
    const question = page.getByTestId("return-question");
    await runFromMenu(page, "shipment-more", "Make return");
    await expect(question).toContainText(`Make a return of shipment ${number}?`);
    expect(await faultsOf(page)).toEqual([]);
    await settle(page);
    await page.keyboard.press("F12");
    await expect(question).toBeHidden();
    expect((await ask<{ total: number }>(page, "GET", "/station/shipments/places")).total).toBe(
      number,
    );
    await runFromMenu(page, "shipment-more", "Make return");
    await expect(question).toBeVisible();
    await settle(page);
    await page.keyboard.press("F10");

    const step = page.getByTestId("return-step");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Return ${number + 1}`);
    await expect(step.getByRole("radio").first()).toBeChecked();
    await expect(page.getByTestId("shipment-detail")).toContainText("Return without label");
    await settle(page);
    await page.keyboard.press("2");
    await expect(step.getByRole("radio").nth(1)).toBeChecked();
    expect(await faultsOf(page)).toEqual([]);
    await resize(desk, { width: 1920, height: 1080, zoom: 1 });
    await showAs(page, { language: "tr", theme: "dark" });
    await openFirst(page);
    await expect(step.getByRole("radio").first()).toBeChecked();
    await resize(desk, { width: 1280, height: 800, zoom: 1 });
    await showAs(page, { language: "en", theme: "light" });

    // Pack does not treat the return as an order: it is not in the list, and scanning its number
    // offers nothing to buy.
    await page.keyboard.press("Control+1");
    await expect(page.getByTestId("pack")).toContainText(`${waiting} to be packed`);
    await scan(page, String(number + 1));
    await expect(page.getByTestId("return-panel")).toContainText("nothing to pack");
    await expect(page.getByTestId("parcel")).toContainText(`Return ${number + 1}`);
    expect(await faultsOf(page)).toEqual([]);
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(step).toBeVisible();
    await settle(page);
    await page.keyboard.press("2");
    await settle(page);
    await page.keyboard.press("F2");
    await expect(step).toContainText("Save label (PDF)");
    await expect(page.getByTestId("shipment-detail")).toContainText("Return label bought");
    expect(await faultsOf(page)).toEqual([]);

    // The name of the return's sender finds both parcels, and the original parcel leads to the
    // return.
    await page.keyboard.press("Control+3");
    await page.keyboard.press("/");
    await page.keyboard.type("Simsekoglu");
    const rows = page.getByRole("grid").locator('[role="row"][aria-selected]');
    await expect(page.getByTestId("shipment-count")).toContainText("found");
    await expect(rows.first()).toContainText("Return label bought");
    await settle(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await settle(page);
    await page.keyboard.press("Shift+Enter");
    const back = page.getByRole("button", { name: `Return ${number + 1}`, exact: true });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Shipment ${number}`);
    await back.focus();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Return ${number + 1}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+3");
    await expect(
      page.getByRole("grid").locator('[role="row"][aria-selected]').first(),
    ).toContainText("Return label bought");
    await page.keyboard.press("Control+4");
    await expect(page.locator(`[data-column="BOUGHT"]`)).toContainText("Return");
    expect(
      (await ask<{ parcels: number }[]>(page, "GET", "/station/manifest/carriers")).map(
        ({ parcels }) => parcels,
      ),
    ).toEqual([1]);
  });
});
