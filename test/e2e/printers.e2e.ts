/** A printer's paper and settings on its screen. */
import { expect, test } from "@playwright/test";
import type { PrinterRecord } from "../../core/printing/printing.schema.ts";
import { ask } from "../helpers/desk-keys.ts";
import { addPrinter, withWindow } from "../helpers/desk-page.ts";

test("a printer's paper and darkness are changed on its screen, and what is wrong is shown", async () => {
  await withWindow(async (page) => {
    await addPrinter(page, 9);
    const printer = async (): Promise<PrinterRecord | undefined> => (await ask<{ list: PrinterRecord[] }>(page, "GET", "/station/printers")).list[0];
    await page.getByRole("button", { name: /Printers/ }).first().click();
    await page.getByRole("button", { name: "Change: Zebra" }).click();
    const form = page.getByRole("form", { name: "Change: Zebra" });
    await form.getByLabel("Paper").selectOption("80 × 130 mm");
    await form.getByText("Darkness, speed and position").click();
    await form.getByLabel(/^Darkness/).fill("40");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Darkness is a whole number from −30 to 30.")).toBeVisible();
    await form.getByLabel(/^Darkness/).fill("4");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    expect(await printer()).toMatchObject({ widthMm: 80, heightMm: 130, darkness: 4 });
    await expect(page.getByTestId("printer")).toContainText("80 × 130 mm · 203 dpi");
  });
});
