/** The hand-over of parcels to a truck, by scanner and keyboard alone, until its manifest is saved. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { HandOver } from "../../core/fulfilment/hand-over/hand-over.schema.ts";
import { ask, scan, settle, typeText } from "../helpers/desk-keys.ts";
import { test, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { buyLive, buyOf } from "../helpers/live-labels.ts";

test("a truck is loaded by scanner and keyboard until its manifest is saved", async () => {
  await withWindow(async (page, { app }) => {
    const folder = temporaryFolder();
    await app.evaluate(
      ({ dialog, shell }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
        shell.openPath = () => Promise.resolve("");
      },
      join(folder, "truck.pdf"),
    );
    const [first = "", second = "", third = ""] = await buyLive(page, [
      "Ayşe Bir",
      "Barış İki",
      "Can Üç",
    ]);
    const sample = await buyOf(page, "Örnek Kişi", "ARAS");
    const result = page.getByTestId("hand-over-scan");

    await page.keyboard.press("Control+t");
    await expect(page.getByTestId("trucks")).toContainText("Hızlı Kargo");
    await expect(page.getByTestId("trucks").getByRole("button").first()).toBeVisible();
    // The first label chooses its truck.
    await scan(page, first);
    await expect(result).toContainText("On the truck");
    await expect(result).toContainText("Ayşe Bir");
    await expect(page.getByTestId("on-the-truck")).toContainText("1");
    await expect(page.getByTestId("still-here")).toContainText("2");

    await scan(page, first);
    await expect(result).toContainText("Already on the truck: counted once");
    await scan(page, sample);
    await expect(result).toContainText("SAMPLE label: do not hand it over");
    await scan(page, "HZ9999999");
    await expect(result).toContainText("No label has this code");
    await expect(page.getByTestId("on-the-truck")).toContainText("1");

    // A label that does not scan is typed.
    await page.keyboard.press("F2");
    await expect(page.getByLabel("Label that does not scan")).toBeFocused();
    await typeText(page, second.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(result).toContainText("Barış İki");
    await expect(page.getByTestId("on-the-truck")).toContainText("2");
    await settle(page);
    await page.keyboard.press("F8");
    await expect(result).toContainText("Taken off the truck");
    await expect(page.getByTestId("on-the-truck")).toContainText("1");
    await scan(page, second);
    await scan(page, third);
    await expect(page.getByTestId("on-the-truck")).toContainText("3");
    await page.keyboard.press("F9");
    await expect(page.getByTestId("taking-off")).toBeVisible();
    await scan(page, third);
    await expect(result).toContainText("Taken off the truck");

    await page.getByRole("heading", { level: 1 }).focus();
    await settle(page);
    await page.keyboard.press("Enter");
    const question = page.getByTestId("end-question");
    await expect(question).toContainText("Hand 2 parcels over to Hızlı Kargo?");
    await expect(question).toContainText("1 parcel of this carrier stays here");
    await settle(page);
    await page.keyboard.press("F10");
    const ended = page.getByTestId("end-result");
    await expect(ended).toContainText("2 parcels handed over to Hızlı Kargo");
    await expect(ended).toContainText("Saved: truck.pdf");
    expect(readFileSync(join(folder, "truck.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");

    await scan(page, first);
    await expect(page.getByTestId("hand-over-scan")).toContainText("Already handed over");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("ended")).toContainText("2 parcels");
    const read = await ask<HandOver>(page, "GET", "/station/hand-over");
    expect(
      read.carriers.map(({ providerCode, here, loaded, handedOver }) => [
        providerCode,
        here,
        loaded,
        handedOver,
      ]),
    ).toContainEqual(["HIZLI", 1, 0, 2]);

    // The board parts the parcels into here and handed over.
    await page.keyboard.press("Control+4");
    await expect(page.getByTestId("board")).toContainText("Handed over");
  });
});
