/** An order by hand, in the real window, by the keyboard alone. */
import { expect, type Page } from "@playwright/test";
import type { ParcelTemplate } from "../../core/shipping/parcels/parcels.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, openPalette, scan, settle, showAs, typeText } from "../helpers/desk-keys.ts";
import { addOrder, resize, step, test, withWindow } from "../helpers/desk-page.ts";
import type { DeskWindow } from "../helpers/window.ts";

const ADDRESS = [
  "Ayşe Yılmaz",
  "0532 123 45 67",
  "Caferağa Mah. Moda Cd. No: 12 D: 4",
  "34710 Kadıköy / İstanbul",
].join("\n");
/** Longest time for an order by a person who types six characters a second. */
const MOST_MS = 40_000;
const TYPING_MS = 160;

const form = (page: Page) => page.getByTestId("new-order");
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const pasted = (page: Page) => form(page).getByRole("textbox", { name: "Paste an address" });
const ordersNumbered = (page: Page, orderNumber: string): Promise<Shipment[]> =>
  ask<Shipment[]>(page, "GET", `/shipments?orderNumber=${orderNumber}`);

async function openForm(page: Page): Promise<void> {
  await page.keyboard.press("Control+n");
  await expect(form(page)).toBeVisible();
}

/** Pastes the address and waits until the focus is on the first item. */
async function pasteAddress({ app, page }: DeskWindow): Promise<void> {
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), ADDRESS);
  await expect(pasted(page)).toBeFocused();
  await page.keyboard.press("Control+v");
  await expect(field(page, "Item, line 1")).toBeFocused();
}

test("Ctrl+N from a field of another view, a pasted address, items, weight and cash lead to the order's offers within 40 seconds of typing", async ({
  shared,
}) => {
  const { page } = shared;
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("heading", { level: 1, name: "Shipments" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  const startedAt = performance.now();
  await openForm(page);
  await pasteAddress(shared);
  const type = (text: string) => page.keyboard.type(text, { delay: TYPING_MS });
  const enter = async (next: string): Promise<void> => {
    await page.waitForTimeout(TYPING_MS);
    await page.keyboard.press("Enter");
    await expect(field(page, next)).toBeFocused();
  };
  await type("Kupa");
  await enter("Qty, line 1");
  await type("2");
  await enter("Item, line 2");
  await type("Tabak");
  await enter("Qty, line 2");
  await enter("Item, line 3");
  await enter("Box");
  await enter("Weight, kg");
  await type("1,2");
  await enter("Cash on delivery, TL");
  await type("350");
  await enter("Note for the packer");
  await type("arayin");
  await page.keyboard.press("Enter");
  await step(page, "offers");
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(MOST_MS);
  await expect(page.getByTestId("parcel")).toContainText("Ayşe Yılmaz");
  const [made] = (await ask<Shipment[]>(page, "GET", "/shipments?filter=Ay%C5%9Fe")) ?? [];
  expect(made).toMatchObject({
    statusCode: "GOT_OFFERS",
    weight: "1.2",
    productPaymentOnDelivery: true,
    recipientAddress: {
      name: "Ayşe Yılmaz",
      phone: "+905321234567",
      email: "",
      cityName: "İstanbul",
      districtName: "Kadıköy",
      zip: "34710",
    },
    items: [
      { title: "Kupa", quantity: 2 },
      { title: "Tabak", quantity: 1 },
    ],
    order: { orderNumber: "", notes: "arayin", totalAmount: "350.00", sourceCode: "DESK" },
  });
  expect(made?.offers?.list.length).toBeGreaterThan(0);
  // The form is empty for the next order.
  await page.keyboard.press("Escape");
  await openForm(page);
  await expect(field(page, "Name")).toHaveValue("");
  await page.keyboard.press("Escape");
});

test("an order's payer, collection, declared value and waybill are typed by the keyboard, and Pack says that the recipient pays", async ({
  shared,
}) => {
  const { page } = shared;
  await openForm(page);
  await pasteAddress(shared);
  await field(page, "Order number").fill("H-90");
  await field(page, "Weight, kg").fill("1");
  await field(page, "Cash on delivery, TL").fill("150");
  await field(page, "Note for the packer").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(field(page, "Who pays the carrier")).toBeFocused();
  await typeText(page, "The r");
  await page.keyboard.press("Enter");
  await expect(field(page, "Collected")).toBeFocused();
  await typeText(page, "By");
  await page.keyboard.press("Enter");
  await typeText(page, "much");
  await page.keyboard.press("Enter");
  await typeText(page, "IRS-7");
  await page.keyboard.press("Enter");
  await typeText(page, "FTR-9");
  await page.keyboard.press("Enter");
  await expect(field(page, "Declared value, TL")).toBeFocused();
  await expect(field(page, "Declared value, TL")).toHaveAttribute("aria-invalid", "true");
  await field(page, "Declared value, TL").fill("1.250,50");
  await page.keyboard.press("Control+Enter");
  // No account's labels are paid by the recipient here, so no carrier makes an offer.
  await expect(page.getByTestId("recipient-pays")).toHaveText("The recipient pays the carrier");
  await expect(page.getByTestId("parcel")).toContainText("at the door by card");
  const [made] = await ordersNumbered(page, "H-90");
  expect([made?.offers?.list, made?.order]).toMatchObject([
    [],
    {
      payer: "recipient",
      collection: "card",
      declaredValue: "1250.50",
      waybillNumber: "IRS-7",
      invoiceNumber: "FTR-9",
    },
  ]);
  await page.keyboard.press("Control+3");
  await page.getByRole("grid").focus();
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByTestId("detail-terms")).toHaveText(
    "Who pays the carrierThe recipientDeclared value1,250.50 TLWaybill numberIRS-7Invoice numberFTR-9",
  );
  await page.keyboard.press("Escape");
});

test(
  "an order that has the number already is named with its state; Enter opens it, and no second order is created",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await addOrder(page, "H-100");
    await openForm(page);
    await pasteAddress(shared);
    await field(page, "Order number").focus();
    await typeText(page, "h-100");
    await expect(form(page)).toContainText("This order exists already: Ömer Işık · To be packed.");
    await page.keyboard.press("Control+Enter");
    await expect(field(page, "Order number")).toBeFocused();
    await page.keyboard.press("Enter");
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("H-100");
    expect(await ordersNumbered(page, "H-100")).toHaveLength(1);
    // The typed order stays, so that it can get another number.
    await openForm(page);
    await expect(field(page, "Name")).toHaveValue("Ayşe Yılmaz");
    await field(page, "Order number").fill("H-101");
    await field(page, "Weight, kg").fill("1");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("H-101");
    expect(await ordersNumbered(page, "H-101")).toHaveLength(1);
  },
);

test("a scan in the form opens its order on Pack, and Ctrl+N comes back to everything typed", async ({
  shared,
}) => {
  const { page } = shared;
  await addOrder(page, "H-200");
  await openForm(page);
  await pasteAddress(shared);
  await typeText(page, "Kupa");
  await page.keyboard.press("F4");
  await expect(field(page, "Cash on delivery, TL")).toBeFocused();
  await typeText(page, "99");
  await scan(page, "H-200");
  await step(page, "offers");
  await expect(page.getByTestId("parcel")).toContainText("H-200");
  await openForm(page);
  await expect(field(page, "Name")).toHaveValue("Ayşe Yılmaz");
  await expect(field(page, "Item, line 1")).toHaveValue("Kupa");
  await expect(field(page, "Cash on delivery, TL")).toHaveValue("99");
  await expect(pasted(page)).toHaveValue(ADDRESS);
  await page.keyboard.press("Escape");
  await step(page, "offers");
  await openForm(page);
  await form(page).getByRole("button", { name: "Clear the form" }).press("Enter");
  await form(page).getByRole("button", { name: "Clear it" }).click();
  await expect(field(page, "Name")).toHaveValue("");
  await page.keyboard.press("Escape");
});

test(
  "an order that the station refuses stays typed, with the reason at its field",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    const box = await ask<ParcelTemplate>(page, "POST", "/parceltemplates", {
      name: "Short-lived",
      length: 10,
      width: 10,
      height: 10,
      weight: 1,
      distanceUnit: "cm",
      massUnit: "kg",
    });
    await openForm(page);
    await pasteAddress(shared);
    await typeText(page, "Kupa");
    await expect(field(page, "Box").getByRole("option", { name: /Short-lived/ })).toBeAttached();
    await field(page, "Box").selectOption(box.id);
    await ask(page, "DELETE", `/parceltemplates/${box.id}`);
    await field(page, "Weight, kg").fill("1");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByTestId("order-failure")).toContainText("Order not created");
    await expect(form(page)).toContainText("This box no longer exists. Choose another.");
    await expect(field(page, "Box")).toBeFocused();
    await expect(field(page, "Name")).toHaveValue("Ayşe Yılmaz");
    await expect(field(page, "Item, line 1")).toHaveValue("Kupa");
    await field(page, "Box").selectOption("");
    await expect(page.getByTestId("order-failure")).toBeHidden();
    // Another desk takes the number after it was looked up here.
    await field(page, "Order number").fill("H-300");
    await page.waitForTimeout(400);
    await addOrder(page, "H-300");
    await page.keyboard.press("Control+Enter");
    await expect(form(page)).toContainText("This order exists already: Ömer Işık");
    await expect(field(page, "Order number")).toBeFocused();
    await expect(field(page, "Item, line 1")).toHaveValue("Kupa");
    expect(await ordersNumbered(page, "H-300")).toHaveLength(1);
    await field(page, "Order number").fill("H-301");
    await page.keyboard.press("Control+Enter");
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("H-301");
  },
);

/** Adds an order and buys its label. */
async function sendOrder(page: Page, number: string): Promise<void> {
  await addOrder(page, number);
  const { shipment } = await ask<OpenedOrder>(page, "POST", "/station/orders/open", {
    code: number,
  });
  const offerID = shipment.offers?.cheapest?.id;
  await ask(page, "POST", "/station/purchases", { offerID, print: false });
}

test("an order that was never sent is copied without its number, not sent again", async ({
  shared: { page },
}) => {
  await addOrder(page, "H-450");
  await openForm(page);
  await page.keyboard.press("F2");
  await typeText(page, "H-450");
  await expect(page.getByRole("option", { name: /Copy H-450 · Ömer Işık/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field(page, "Name")).toHaveValue("Ömer Işık");
  await expect(field(page, "Note for the packer")).toHaveValue("");
  await expect(field(page, "Order number")).toHaveValue("");
  await settle(page);
  await form(page).getByRole("button", { name: "Clear the form" }).press("Enter");
  await form(page).getByRole("button", { name: "Clear it" }).click();
});

test("an earlier order is found and replaced: its recipient and parcel are taken, and the note names it", async ({
  shared,
}) => {
  const { page } = shared;
  await sendOrder(page, "H-400");
  await openForm(page);
  await page.keyboard.press("F2");
  await expect(
    page.getByRole("combobox", { name: "Find a customer, or an order to send again" }),
  ).toBeFocused();
  await typeText(page, "H-400");
  await expect(page.getByRole("option", { name: /Send H-400 again · Ömer Işık/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field(page, "Name")).toHaveValue("Ömer Işık");
  await expect(field(page, "Note for the packer")).toHaveValue("Replacement for order H-400");
  await expect(field(page, "Order number")).toHaveValue("H-400-R");
  await expect(field(page, "Item, line 1")).toBeFocused();
  await typeText(page, "Kupa");
  await page.keyboard.press("Control+Enter");
  await step(page, "offers");
  const [made] = await ordersNumbered(page, "H-400-R");
  expect(made).toMatchObject({
    recipientAddress: { name: "Ömer Işık" },
    length: "20",
    width: "10",
    height: "10",
    weight: "1",
    items: [{ title: "Kupa", quantity: 1 }],
    order: { notes: "Replacement for order H-400" },
  });
});

test("Ctrl+N does not cover an open question, and says why until the question is closed", async ({
  shared,
}) => {
  const { page } = shared;
  await addOrder(page, "H-500");
  await scan(page, "H-500");
  await step(page, "offers");
  await settle(page);
  await page.keyboard.press("Enter");
  await settle(page);
  // Sample prices are asked about once.
  if (await page.getByTestId("sample-question").isVisible()) await page.keyboard.press("F10");
  await step(page, "bought");
  await page.keyboard.press("F8");
  await expect(page.getByTestId("undo-question")).toBeVisible();
  await page.keyboard.press("Control+n");
  await expect(page.getByTestId("new-order-refused")).toContainText("A question is open");
  await expect(page.getByTestId("undo-question")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("new-order-refused")).toBeHidden();
  await openForm(page);
  await page.keyboard.press("Escape");
});

test("Ctrl+N opens the form from every view of the rail and from the palette, and Esc goes back to that view", async ({
  shared,
}) => {
  const { page } = shared;
  const rail = page.getByRole("navigation").first();
  const names = (await rail.getByRole("button").allTextContents()).map((name) => name.trim());
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    await rail.getByRole("button", { name, exact: true }).click();
    await expect(rail.locator("[aria-current=page]")).toHaveText(name);
    await openForm(page);
    await expect(pasted(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(form(page)).toBeHidden();
    await expect(rail.locator("[aria-current=page]")).toHaveText(name);
  }
  await openPalette(page);
  await openForm(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
});

test(
  "the form has no accessibility fault and needs no scrolling, in English and in Turkish, and the palette opens it by its usual words",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      for (const [language, words, title] of [
        ["en", "telephone order", "New order"],
        ["tr", "elle sip", "Yeni sipariş"],
      ] as const) {
        await showAs(page, { language, theme: "light" });
        await openPalette(page);
        await typeText(page, words);
        await expect(page.getByRole("option", { name: title })).toBeVisible();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        const hidden = await form(page).evaluate((element) => {
          const content = element.firstElementChild;
          return content === null ? null : content.scrollHeight - content.clientHeight;
        });
        expect(hidden).toBe(0);
        await expect(form(page).locator("[aria-invalid=true]")).toHaveCount(0);
        expect(await faultsOf(page)).toEqual([]);
        await page.keyboard.press("Control+Enter");
        await expect(page.locator(":focus")).toHaveAttribute("aria-invalid", "true");
        expect(await faultsOf(page)).toEqual([]);
      }
    });
  },
);

test(
  "a wide window lists the earlier orders of the typed phone number, and one of them is replaced by its button",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      await sendOrder(page, "H-600");
      await resize(desk, { width: 1920, height: 1080, zoom: 1 });
      await openForm(page);
      const earlier = page.getByRole("complementary", { name: "Earlier orders" });
      await expect(earlier).toContainText("Orders of this recipient's phone number appear here.");
      await field(page, "Phone").fill("0555 111 22 33");
      const replace = earlier.getByRole("button", { name: "Send again: H-600" });
      await expect(replace).toBeVisible();
      await replace.press("Enter");
      await expect(field(page, "Order number")).toHaveValue("H-600-R");
      await expect(field(page, "Item, line 1")).toBeFocused();
      await field(page, "Phone").fill("0599 999 99 99");
      await expect(earlier).toContainText("No order has this phone number.");
      expect(await faultsOf(page)).toEqual([]);
    });
  },
);
