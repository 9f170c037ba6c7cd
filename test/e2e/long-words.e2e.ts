/**
 * A name, a street, an item, a note and an order number of the greatest length and without a space
 * stay inside their part of every screen.
 */
import { expect, type Page } from "@playwright/test";
import { still } from "../helpers/all-screens.ts";
import { ask, scan, settle, typeText } from "../helpers/desk-keys.ts";
import { resize, step, test } from "../helpers/desk-page.ts";
import { textsOutside } from "../helpers/layout-faults.ts";

const LONG = "abcdefghij".repeat(25);
const RECIPIENT = {
  name: LONG,
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: LONG.slice(0, 200),
  address2: LONG.slice(0, 200),
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
const numberOf = (letter: string): string => `LW${letter}-`.padEnd(100, "9");

async function addOrder(page: Page, orderNumber: string): Promise<void> {
  await ask(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    items: [{ title: LONG.slice(0, 200), sku: LONG.slice(0, 60), quantity: 2, unitPrice: 1 }],
    order: { orderNumber, notes: LONG },
  });
}

/** Lists texts outside of their block, and areas that can be scrolled sideways. */
async function faultsOf(page: Page): Promise<string[]> {
  await still(page);
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter(
        (part) =>
          part.clientWidth > 0 &&
          part.scrollWidth > part.clientWidth + 1 &&
          /auto|scroll/.test(getComputedStyle(part).overflowX) &&
          !(part instanceof HTMLInputElement),
      )
      .map((part) => `${part.tagName} ${part.className} scrolls sideways`),
  );
  return [...sideways, ...(await textsOutside(page))];
}

for (const zoom of [1, 1.5])
  test(
    `the longest name, street, item, note and order number, without a space, stay inside their part of every screen at ${zoom * 100} %`,
    zoom === 1 ? {} : { tag: "@all" },
    async ({ shared }) => {
      const { page } = shared;
      const check = async (place: string): Promise<void> =>
        void expect.soft({ place, faults: await faultsOf(page) }).toEqual({ place, faults: [] });
      await resize(shared, { width: 1280, height: 800, zoom });
      await ask(page, "POST", "/addresses", { ...RECIPIENT, isRecipientAddress: true });
      const [bought, held] = [numberOf(`A${zoom}`), numberOf(`B${zoom}`)];
      await addOrder(page, bought);
      await addOrder(page, held);
      await scan(page, bought);
      await step(page, "offers");
      await check("offers");
      // The number is cut in its middle, and copied whole.
      await page.getByTestId("parcel").getByTitle(bought).locator("span").first().selectText();
      await page.keyboard.press("Control+c");
      await expect
        .poll(() => shared.app.evaluate(({ clipboard }) => clipboard.readText()))
        .toBe(bought);
      await settle(page);
      await page.getByTestId("buy-button").click();
      await step(page, "bought");
      await check("bought");
      await page.keyboard.press("F11");
      await expect(page.getByTestId("today")).toContainText(bought);
      await check("labels of today");
      await scan(page, held);
      await step(page, "offers");
      await settle(page);
      await page.keyboard.press("F9");
      await check("reason of a hold");
      await page.keyboard.press("1");
      await step(page, "empty");
      await page.keyboard.press("F9");
      await check("orders on hold");
      await page.keyboard.press("Control+2");
      await check("today");
      await page.keyboard.press("Control+3");
      await page.getByRole("grid").focus();
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("shipment-panel")).toContainText(LONG);
      await check("panel of a shipment");
      await page.keyboard.press("Shift+Enter");
      await check("page of a shipment");
      await page.keyboard.press("Control+4");
      await check("tracking");
      await page.keyboard.press("Control+5");
      await typeText(page, LONG.slice(0, 20));
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("address-pane")).toContainText(LONG.slice(0, 20));
      await check("panel of an address");
      await page.keyboard.press("Control+n");
      await expect(page.getByTestId("new-order")).toBeVisible();
      await page.keyboard.press("F2");
      await typeText(page, LONG.slice(0, 20));
      await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
      await check("customers found for a new order");
      await page.keyboard.press("Enter");
      await check("new order");
    },
  );
