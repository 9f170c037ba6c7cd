/**
 * The question whether a label came out, in the real window: which label, why it is asked, and what
 * answers it.
 */
import { expect, type Page } from "@playwright/test";
import type { Simulator } from "../../core/printing/simulator/simulator.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { addOrder, buy, step, test, withZebra } from "../helpers/desk-page.ts";

const jobs = async (page: Page): Promise<PrintJob[]> =>
  (await ask<{ list: PrintJob[] }>(page, "GET", "/station/printjobs")).list;

/** Returns the jobs of the orders whose numbers start with this text. */
const jobsOf = async (page: Page, test: string): Promise<PrintJob[]> =>
  (await jobs(page)).filter(({ orderNumber }) => orderNumber?.startsWith(`${test}-`));

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
  "the print question names the order, its recipient and the printer's cause, shows the label, and ignores bare letters",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "NAME-1");
    await withZebra(page, async (printer) => {
      await runOutInTheMiddle(page, printer, "NAME-1");
      const question = page.getByTestId("print-question");
      await expect(question).toContainText("NAME-1");
      await expect(question).toContainText("Ömer Işık");
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
      expect((await jobsOf(page, "NAME")).map(({ status }) => status)).toEqual(["UNKNOWN"]);
      await page.keyboard.press("Escape"); // Esc clears the field.
      await page.keyboard.press("Enter");
      await expect(question).toBeVisible();
    });
  },
);

test("F6 queues no second label while a label waits, prints none during a question, and reopens a question that was put off", async ({
  shared: { page },
}) => {
  await addOrder(page, "F6-1");
  await addOrder(page, "F6-2");
  await withZebra(
    page,
    async (printer) => {
      await buy(page, "F6-1");
      await expect.poll(async () => (await jobs(page))[0]?.lastErrorCode).toBe("paused");
      const notice = page.getByTestId("notice");
      for (let press = 0; press < 2; press++) {
        await settle(page);
        await page.keyboard.press("F6");
        await expect(notice).toContainText("The label of order F6-1 waits for the printer already");
        await expect(notice).toContainText("Zebra is paused. Press its pause key.");
      }
      expect(await jobsOf(page, "F6")).toHaveLength(1);
      printer.setBehaviour({ mode: "ok" });
      await expect.poll(async () => (await jobs(page))[0]?.status).toBe("CONFIRMED");
      await expect(notice).toBeEmpty(); // The label no longer waits.
      expect(printer.jobs()).toHaveLength(1);

      await runOutInTheMiddle(page, printer, "F6-2");
      const question = page.getByTestId("print-question");
      await expect(question).toContainText("F6-2");
      await settle(page);
      await page.keyboard.press("F6");
      await page.waitForTimeout(300);
      expect(await jobsOf(page, "F6")).toHaveLength(2);
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await settle(page);
      await page.keyboard.press("F6");
      await expect(question).toContainText("F6-2");
      expect(await jobsOf(page, "F6")).toHaveLength(2);
    },
    { behaviour: { mode: "paused" } },
  );
});

test(
  "a code that opens nothing is shown next to the open print question until another code opens an order, and in the failure panel once Esc has put the question off",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "CODE-1");
    await addOrder(page, "CODE-2");
    await withZebra(page, async (printer) => {
      await runOutInTheMiddle(page, printer, "CODE-1");
      const question = page.getByTestId("print-question");
      const notice = page.getByTestId("notice");
      await expect(question).toBeVisible();
      await page.getByTestId("scan-field").focus();
      await page.keyboard.type("n-1y", { delay: 120 });
      await page.keyboard.press("Enter");
      await expect(notice).toContainText("The order was not opened: n-1y");
      await expect(notice).toContainText("No waiting order has this number.");
      await expect(notice).toContainText("The question is still open");
      await expect(question).toContainText("CODE-1");
      await scan(page, "CODE-2");
      await expect(page.getByTestId("parcel")).toContainText("CODE-2");
      await expect(notice).toBeEmpty();
      await scan(page, "n-2");
      await expect(notice).toContainText("The order was not opened: n-2");
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(page.getByTestId("failure")).toContainText("n-2");
      await expect(notice).toBeEmpty(); // The panel shows the code.
    });
  },
);

test(
  "Esc puts the print question off, the status bar brings it back, F12 prints again and F10 says that the label came out",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "OFF-1");
    await addOrder(page, "OFF-2");
    await addOrder(page, "OFF-3");
    await withZebra(page, async (printer) => {
      await runOutInTheMiddle(page, printer, "OFF-1");
      const question = page.getByTestId("print-question");
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await scan(page, "OFF-2");
      await expect(page.getByTestId("parcel")).toContainText("OFF-2");
      await page.getByRole("button", { name: "1 label to check" }).click();
      await expect(question).toContainText("OFF-1");

      printer.setBehaviour({ mode: "ok" });
      // The printer still had this label in its memory.
      await expect.poll(() => printer.jobs().length).toBe(1);
      await settle(page);
      await page.keyboard.press("F12");
      await expect(question).toBeHidden();
      await expect.poll(() => printer.jobs().length).toBe(2);
      await expect.poll(async () => (await jobs(page))[0]?.status).toBe("CONFIRMED");

      await step(page, "offers");
      await runOutInTheMiddle(page, printer, "OFF-3");
      await expect(question).toContainText("OFF-3");
      await settle(page);
      await page.keyboard.press("F10");
      await expect(question).toBeHidden();
      expect((await jobs(page))[0]).toMatchObject({ orderNumber: "OFF-3", status: "SENT" });
    });
  },
);
