/** A rule that buys at once: a scan alone buys and prints, and nothing else does. */
import { expect } from "@playwright/test";
import { ask, RECIPIENT, scan, typeText } from "../helpers/desk-keys.ts";
import { step, test, withWindow, withZebra } from "../helpers/desk-page.ts";

const RULE = { action: { choose: "cheapestWithin", days: 30 }, buyUpTo: "5000" };

const PARCEL = {
  test: true,
  recipientAddress: RECIPIENT,
  length: 20,
  width: 10,
  height: 10,
  weight: 1,
};

test("with a printer ready, a scan buys and prints without a key; a typed number, another view and a printer without paper leave Enter to the packer", async () => {
  await withWindow(async (page) => {
    await ask(page, "POST", "/station/rules", RULE);
    // A scan buys no label at a sample price, so these are parcels of the test carrier.
    for (const orderNumber of ["RULE-0001", "RULE-0002", "RULE-0003", "RULE-0004", "RULE-0005"])
      await ask(page, "POST", "/shipments", { ...PARCEL, order: { orderNumber } });
    await withZebra(page, async (printer) => {
      await expect(page.getByText("Zebra: ready")).toBeVisible();
      await scan(page, "RULE-0001");
      await step(page, "bought");
      await expect.poll(() => printer.jobs().length).toBe(1);
      // Scanned while the purchase of the one before may still run.
      await scan(page, "RULE-0002");
      await step(page, "bought");
      await expect.poll(() => printer.jobs().length).toBe(2);

      await typeText(page, "RULE-0003");
      await page.keyboard.press("Enter");
      await step(page, "offers");
      await expect(page.getByTestId("offer-list")).toContainText(
        "Rule: Cheapest within 30 business days",
      );
      await page.keyboard.press("Escape");

      await page.keyboard.press("Control+3");
      await expect(page.getByRole("grid")).toBeFocused();
      await scan(page, "RULE-0005");
      await step(page, "offers");
      await page.keyboard.press("Escape");

      printer.setBehaviour({ mode: "paper out" });
      await expect(page.getByText("Zebra: ready")).toHaveCount(0);
      await scan(page, "RULE-0004");
      await step(page, "offers");
      printer.setBehaviour({ mode: "ok" });
      await expect.poll(() => printer.jobs().length).toBe(2);
    });
  });
});
