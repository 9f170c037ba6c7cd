/**
 * The print journal in the real window, by keyboard only: each print with its result, and its
 * commands.
 */
import { expect, type Page } from "@playwright/test";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, settle, showAs, viewKey } from "../helpers/desk-keys.ts";
import { addPrinter, buy, resize, test, withPrinter, withWindow } from "../helpers/desk-page.ts";

const jobs = async (page: Page): Promise<PrintJob[]> =>
  (await ask<{ list: PrintJob[] }>(page, "GET", "/station/printjobs")).list;

async function openJournal(page: Page): Promise<void> {
  const places = await page.getByRole("navigation").getByRole("button").allTextContents();
  await page.keyboard.press(viewKey(places.findIndex((place) => /Printers|Yazıcılar/.test(place))));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.waitForTimeout(250);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("journal")).toBeVisible();
}

/** Opens the newest job of the list. */
async function openNewest(page: Page): Promise<void> {
  await page.getByRole("grid").focus();
  await page.keyboard.press("Home");
  await page.waitForTimeout(250);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("journal-job")).toBeFocused();
}

async function pressOn(page: Page, name: string): Promise<void> {
  await settle(page);
  const button = page.getByTestId("journal-job").getByRole("button", { name, exact: true });
  for (
    let i = 0;
    i < 30 && !(await button.evaluate((element) => element === document.activeElement));
    i += 1
  )
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

test(
  "the journal shows each print's order, state and cause; by keyboard a person says there that a print came out, reprints it, cancels it and opens its shipment",
  { tag: "@all" },
  async () => {
    await withPrinter({}, async (printer) => {
      await withWindow(async (page, desk) => {
        await addPrinter(page, printer.port);
        printer.setBehaviour({ mode: "slow", slowMs: 60_000 });
        await buy(page, "10482");
        await expect.poll(async () => (await jobs(page))[0]?.status).toBe("SENDING");
        await page.waitForTimeout(300);
        printer.setBehaviour({ mode: "paper out" });
        await expect.poll(async () => (await jobs(page))[0]?.status).toBe("UNKNOWN");

        await openJournal(page);
        const journal = page.getByTestId("journal");
        await expect(journal).toContainText("10482");
        await expect(journal).toContainText("may have printed");
        await expect(page.getByTestId("journal-job")).toContainText("Zebra is out of labels.");
        await openNewest(page);
        expect(await faultsOf(page)).toEqual([]);
        await pressOn(page, "Yes, it came out");
        await expect(page.getByTestId("journal-job")).toContainText(
          "printed, confirmed by a person",
        );

        await pressOn(page, "Damaged");
        await expect
          .poll(async () => (await jobs(page))[0])
          .toMatchObject({ status: "QUEUED", reason: "damaged", isReprint: true });
        await expect(page.getByTestId("journal-job")).toContainText("waits for the printer");
        await pressOn(page, "Cancel this print");
        await expect.poll(async () => (await jobs(page))[0]?.status).toBe("FAILED");
        await expect(page.getByTestId("journal-job")).toContainText("not printed");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("grid")).toBeFocused();

        await showAs(page, { language: "tr", theme: "dark" });
        await openJournal(page);
        await openNewest(page);
        await resize(desk, { width: 1024, height: 700, zoom: 1 });
        await pressOn(page, "Gönderiyi aç");
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Gönderi");
        await page.keyboard.press("Escape");
        await expect(page.getByTestId("journal")).toBeVisible();
      });
    });
  },
);
