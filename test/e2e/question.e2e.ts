/**
 * The question whether a label came out, at the real window: whose it is, why it is asked, and what
 * answers it.
 */
import { expect, type Page } from "@playwright/test";
import type { Simulator } from "../../core/printing/simulator/simulator.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { addPrinter, buy, step, test, withPrinter, withWindow } from "../helpers/desk-page.ts";

const jobs = async (page: Page): Promise<PrintJob[]> =>
  (await ask<{ list: PrintJob[] }>(page, "GET", "/station/printjobs")).list;

/** Buys, and lets the printer run out of labels while it prints. */
async function runOutInTheMiddle(page: Page, printer: Simulator, code: string): Promise<void> {
  printer.setBehaviour({ mode: "slow", slowMs: 60_000 });
  await buy(page, code);
  await expect.poll(async () => (await jobs(page))[0]?.status).toBe("SENDING");
  await page.waitForTimeout(300);
  printer.setBehaviour({ mode: "paper out" });
  await expect.poll(async () => (await jobs(page))[0]?.status).toBe("UNKNOWN");
}

test(
  "the print question names the order, its recipient and district and the printer's own cause, shows the label, and bare letters do not answer it",
  { tag: "@all" },
  async () => {
    await withPrinter({}, async (printer) => {
      await withWindow(async (page) => {
        await addPrinter(page, printer.port);
        await runOutInTheMiddle(page, printer, "10482");
        const question = page.getByTestId("print-question");
        await expect(question).toContainText("10482");
        await expect(question).toContainText("Çağla Şimşekoğlu");
        await expect(question).toContainText("KADIKÖY");
        await expect(page.getByTestId("print-cause")).toHaveText(
          "Zebra is out of labels. Load a new roll.",
        );
        await expect(
          page.getByRole("img", { name: /Picture of the label with barcode/ }),
        ).toBeVisible();
        await showAs(page, { language: "tr", theme: "dark" });
        await expect(page.getByTestId("print-cause")).toHaveText(
          "Zebra yazıcısında etiket bitti. Yeni rulo takın.",
        );
        await showAs(page, { language: "en", theme: "light" });

        await expect(question).toBeVisible();
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        await page.keyboard.type("N-1yYeEhH", { delay: 200 });
        await expect(page.getByTestId("scan-field")).toHaveValue("N-1yYeEhH");
        expect((await jobs(page)).map(({ status }) => status)).toEqual(["UNKNOWN"]);
        await page.keyboard.press("Escape"); // wipes the field
        await page.keyboard.press("Enter");
        await expect(question).toBeVisible();
      });
    });
  },
);

test("F6 queues no second label while one waits, prints none beside a question, and asks again what was put off", async () => {
  await withPrinter({ behaviour: { mode: "paused" } }, async (printer) => {
    await withWindow(async (page) => {
      await addPrinter(page, printer.port);
      await buy(page, "10482");
      await expect.poll(async () => (await jobs(page))[0]?.lastErrorCode).toBe("paused");
      const notice = page.getByTestId("notice");
      for (let press = 0; press < 2; press++) {
        await settle(page);
        await page.keyboard.press("F6");
        await expect(notice).toContainText(
          "The label of order 10482 waits for the printer already",
        );
        await expect(notice).toContainText("Zebra is paused. Press its pause key.");
      }
      expect(await jobs(page)).toHaveLength(1);
      printer.setBehaviour({ mode: "ok" });
      await expect.poll(async () => (await jobs(page))[0]?.status).toBe("CONFIRMED");
      await expect(notice).toBeEmpty(); // it waits no more
      expect(printer.jobs()).toHaveLength(1);

      await runOutInTheMiddle(page, printer, "10483");
      const question = page.getByTestId("print-question");
      await expect(question).toContainText("10483");
      await settle(page);
      await page.keyboard.press("F6");
      await page.waitForTimeout(300);
      expect(await jobs(page)).toHaveLength(2);
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await settle(page);
      await page.keyboard.press("F6");
      await expect(question).toContainText("10483");
      expect(await jobs(page)).toHaveLength(2);
    });
  });
});

test(
  "a code that opens nothing is shown beside the open question, which stays, until another code opens an order",
  { tag: "@all" },
  async () => {
    await withPrinter({}, async (printer) => {
      await withWindow(async (page) => {
        await addPrinter(page, printer.port);
        await runOutInTheMiddle(page, printer, "10482");
        const question = page.getByTestId("print-question");
        const notice = page.getByTestId("notice");
        await expect(question).toBeVisible();
        await page.getByTestId("scan-field").focus();
        await page.keyboard.type("n-1y", { delay: 120 });
        await page.keyboard.press("Enter");
        await expect(notice).toContainText("The order was not opened: n-1y");
        await expect(notice).toContainText("No waiting order has this number.");
        await expect(notice).toContainText("The question is still open");
        await expect(question).toContainText("10482");
        await scan(page, "10483");
        await expect(page.getByTestId("parcel")).toContainText("10483");
        await expect(notice).toBeEmpty();
        await scan(page, "n-2");
        await expect(notice).toContainText("The order was not opened: n-2");
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
        await expect(page.getByTestId("failure")).toContainText("n-2");
        await expect(notice).toBeEmpty(); // its panel shows it
      });
    });
  },
);

test(
  "Esc puts the print question off, the status bar brings it back, F12 prints again and F10 says that it came out",
  { tag: "@all" },
  async () => {
    await withPrinter({}, async (printer) => {
      await withWindow(async (page) => {
        await addPrinter(page, printer.port);
        await runOutInTheMiddle(page, printer, "10482");
        const question = page.getByTestId("print-question");
        await expect(question).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
        await scan(page, "10483");
        await expect(page.getByTestId("parcel")).toContainText("10483");
        await page.getByRole("button", { name: "1 label to check" }).click();
        await expect(question).toContainText("10482");

        printer.setBehaviour({ mode: "ok" });
        await expect.poll(() => printer.jobs().length).toBe(1); // what the printer still had in its memory
        await settle(page);
        await page.keyboard.press("F12");
        await expect(question).toBeHidden();
        await expect.poll(() => printer.jobs().length).toBe(2);
        await expect.poll(async () => (await jobs(page))[0]?.status).toBe("CONFIRMED");

        await step(page, "offers");
        await runOutInTheMiddle(page, printer, "10484");
        await expect(question).toContainText("10484");
        await settle(page);
        await page.keyboard.press("F10");
        await expect(question).toBeHidden();
        expect((await jobs(page))[0]).toMatchObject({ orderNumber: "10484", status: "SENT" });
      });
    });
  },
);
