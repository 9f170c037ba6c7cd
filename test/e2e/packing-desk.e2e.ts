/**
 * Packing by keyboard and scanner: items, boxes, offers, holds, further boxes, today's labels,
 * control barcodes.
 */
import { expect, type Page } from "@playwright/test";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, openSection, scan, settle, showAs, typeText } from "../helpers/desk-keys.ts";
import { resize, step, test, withZebra } from "../helpers/desk-page.ts";

const RECIPIENT = {
  name: "Çağla Şimşekoğlu",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Bağdat Cd. No: 5 D: 3",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
const EAN = "8690000000012";
const OTHER_EAN = "8690504012344";
const WRONG_EAN = "4006381333931";
const ITEMS = [
  { title: "Kupa", variantTitle: "mavi", quantity: 2, ean: EAN },
  { title: "T-shirt", variantTitle: "M", quantity: 1, ean: OTHER_EAN },
];

async function addOrder(
  page: Page,
  orderNumber: string,
  change: Record<string, unknown> = {},
): Promise<void> {
  await ask(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 30,
    width: 20,
    height: 15,
    weight: 2.5,
    items: ITEMS,
    ...change,
    order: { orderNumber, notes: "Zile basmayın." },
  });
}
const addBoxes = async (page: Page): Promise<void> => {
  await ask(page, "POST", "/parceltemplates", {
    name: "Small",
    length: 20,
    width: 15,
    height: 10,
    weight: 0.2,
  });
  await ask(page, "POST", "/parceltemplates", {
    name: "Large",
    length: 40,
    width: 30,
    height: 30,
    weight: 0.5,
  });
};
const open = async (page: Page, code: string): Promise<void> => {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
};
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) {
    await settle(page);
    await page.keyboard.press(key);
  }
};
const rows = (page: Page) => page.getByTestId("item");
const notice = (page: Page) => page.getByTestId("notice");

test("each scan counts one piece, a wrong article and a surplus piece are reported, and the count survives closing the order", async ({
  shared: { page },
}) => {
  await addOrder(page, "I-1");
  await open(page, "I-1");
  await scan(page, EAN);
  await expect(rows(page).first()).toContainText("1 of 2");
  await scan(page, WRONG_EAN);
  await expect(page.getByTestId("wrong-item")).toContainText("This article is not in order I-1");
  await scan(page, EAN);
  await expect(rows(page).first()).toHaveAttribute("data-done", "true");
  await step(page, "offers");
  await scan(page, EAN);
  await expect(notice(page)).toContainText("all 2 were scanned already");
  await press(page, "Escape");
  await step(page, "empty");
  await open(page, "I-1");
  await expect(rows(page).first()).toContainText("2 of 2");
  await scan(page, OTHER_EAN);
  await expect(notice(page)).toContainText("All 3 pieces are scanned.");
});

test(
  "nothing is bought before all items are scanned if Settings require it",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "I-2", { items: [ITEMS[1]] });
    try {
      await openSection(page, "Packing");
      await page.getByText("All items must be scanned").click();
      await expect(page.getByRole("radio", { name: "All items must be scanned" })).toBeChecked();
      await press(page, "Escape");
      await press(page, "Escape");
      await open(page, "I-2");
      await expect(page.getByTestId("buy-button")).toContainText("Scan 1 more piece");
      await press(page, "Enter");
      await step(page, "offers");
      await scan(page, OTHER_EAN);
      await expect(page.getByTestId("buy-button")).toContainText("Buy");
      await press(page, "Enter");
      await step(page, "bought");
    } finally {
      await ask(page, "PATCH", "/station/packing/settings", { requireScannedItems: false });
    }
  },
);

test("F3 and a digit choose a box with its sides and empty weight, and a parcel without a weight asks for one", async ({
  shared: { page },
}) => {
  await addBoxes(page);
  await page.reload();
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  await addOrder(page, "F3-1");
  await open(page, "F3-1");
  await press(page, "F3", "7");
  await expect(page.getByTestId("parcel")).toContainText("40 × 30 × 30 cm");
  await expect(page.getByTestId("parcel")).toContainText("3.00 kg");
  await step(page, "offers");
  await press(page, "F3", "6");
  await expect(page.getByTestId("parcel")).toContainText("2.70 kg");
  await addOrder(page, "F3-2", { weight: undefined });
  // Waits, so that the digit and the scan do not become one code.
  await settle(page);
  await open(page, "F3-2");
  await step(page, "measuring");
  await page.keyboard.type("1,5", { delay: 200 });
  await press(page, "Enter");
  await step(page, "offers");
  await press(page, "Enter");
  await step(page, "bought");
});

test(
  "a key is shown only where it works now: Enter in one place, digits on the offers, or on the boxes after F3",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const keys = (part: string) => page.getByTestId(part).locator("kbd");
    await addOrder(page, "K-1");
    await open(page, "K-1");
    await step(page, "offers");
    const boxes = await page.getByTestId("boxes").getByRole("button").count();
    expect([
      await page.locator("kbd", { hasText: "Enter" }).count(),
      await keys("boxes").count(),
      (await keys("offer-list").count()) > 0,
    ]).toEqual([1, 0, true]);
    await press(page, "F3");
    await expect(keys("boxes")).toHaveCount(boxes);
    expect([
      await page.locator("kbd", { hasText: "Enter" }).count(),
      await keys("offer-list").count(),
    ]).toEqual([0, 0]);
    await press(page, "Escape", "F2");
    await expect(page.locator("kbd", { hasText: "Enter" })).toHaveCount(1);
    await press(page, "Escape");
    await expect(page.getByTestId("buy-button").locator("kbd")).toHaveText("Enter");
  },
);

test(
  "Buy keeps its shape with forced colours, and looks inactive when it is inactive",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const look = () =>
      page
        .getByTestId("buy-button")
        .evaluate((button) => [
          getComputedStyle(button).borderTopWidth,
          getComputedStyle(button).backgroundColor ===
            getComputedStyle(document.body).backgroundColor,
        ]);
    await addOrder(page, "FC-1");
    await open(page, "FC-1");
    await step(page, "offers");
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    expect(await look()).toEqual(["2px", false]);
    await press(page, "F3");
    expect(await look()).toEqual(["2px", true]);
    await press(page, "Escape");
    await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  },
);

test(
  "F4 compares all offers in a table, which keys sort and choose from and Enter buys from",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "O-1");
    await open(page, "O-1");
    await expect(page.getByTestId("offer-reason")).toContainText("Chosen for you: cheapest");
    await press(page, "F4");
    const table = page.getByTestId("offers-table");
    await expect(table).toBeVisible();
    const first = await table.locator("tbody tr").first().locator("b").first().textContent();
    await press(page, "ArrowRight");
    await expect(table.locator("th[aria-sort=ascending]")).toContainText("Promised day");
    await press(page, "ArrowLeft", "ArrowDown");
    await expect(table.locator("tr[data-chosen=true]")).toHaveCount(1);
    await expect(table.locator("tr[data-chosen=true] b").first()).not.toHaveText(first ?? "");
    await expect(page.getByTestId("buy-button")).toContainText("above the cheapest");
    await press(page, "Enter");
    await step(page, "bought");
  },
);

test(
  "the result is shown in type of at least 28 px after a purchase, and the next Enter opens the next order",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "N-1", { items: [] });
    await open(page, "N-1");
    await step(page, "offers");
    await settle(page);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await step(page, "bought");
    const result = page.getByTestId("last-result");
    await expect(result).toContainText("N-1");
    expect(
      await result
        .locator("> span")
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(28);
    await press(page, "Enter");
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("10482");
    await expect(result).toContainText("N-1");
  },
);

test("a scan of the bought label confirms it, a scan of another parcel's label stops and names both orders, and a second scan opens that parcel's order", async ({
  shared: { page },
}) => {
  const barcodes: string[] = [];
  for (const order of ["W-1", "W-2"]) {
    await addOrder(page, order, { items: [] });
    await open(page, order);
    await press(page, "Enter");
    await step(page, "bought");
    barcodes.push(
      (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code: order })).shipment
        .barcode,
    );
  }
  const [other = "", own = ""] = barcodes;
  await scan(page, own.toLowerCase());
  await expect(page.getByTestId("label-checked")).toBeVisible();
  await step(page, "bought");
  await scan(page, other);
  await step(page, "wrongLabel");
  await expect(page.getByTestId("wrong-label")).toContainText("W-1");
  await expect(page.getByTestId("wrong-label")).toContainText("W-2");
  await press(page, "Enter");
  await step(page, "bought");
  await scan(page, other);
  await step(page, "wrongLabel");
  await settle(page);
  await scan(page, other);
  await step(page, "closed");
  await expect(page.getByTestId("parcel")).toContainText("W-1");
});

test("F9 and a digit put an order on hold, the chip counts it, F9 releases it, and the hold survives a reload", async ({
  shared: { page },
}) => {
  await open(page, "10484");
  await press(page, "F9");
  await expect(page.getByTestId("hold")).toBeVisible();
  await press(page, "2");
  await step(page, "empty");
  await expect(page.getByTestId("held-chip")).toContainText("1 on hold");
  await expect(page.getByTestId("waiting-list")).not.toContainText("10484");
  await page.reload();
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  await expect(page.getByTestId("held-chip")).toContainText("1 on hold");
  await press(page, "F9");
  await expect(page.getByTestId("waiting-list")).toContainText("Address unclear");
  await press(page, "Enter");
  await expect(page.getByTestId("held")).toContainText("Address unclear");
  await showAs(page, { language: "tr", theme: "light" });
  await open(page, "10484");
  await expect(page.getByTestId("held")).toContainText("Adres belirsiz");
  await press(page, "F9");
  await expect(page.getByTestId("offer-list")).toBeVisible();
});

test("the reason of a hold is typed after one Tab, and a scan shows its order instead of the question", async ({
  shared: { page },
}) => {
  await addOrder(page, "H-1");
  await addOrder(page, "H-2");
  await open(page, "H-1");
  await press(page, "F9");
  await expect(page.getByTestId("hold")).toBeVisible();
  await scan(page, "H-2");
  await expect(page.getByTestId("parcel")).toContainText("H-2");
  await expect(page.getByTestId("hold")).toBeHidden();
  await expect(page.getByTestId("offer-list")).toBeVisible();
  await press(page, "F11");
  await expect(page.getByTestId("today")).toBeVisible();
  await scan(page, "H-1");
  await expect(page.getByTestId("offer-list")).toBeVisible();
  await expect(page.getByTestId("today")).toBeHidden();
  await press(page, "F9");
  await expect(page.getByTestId("hold")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("hold").getByRole("textbox")).toBeFocused();
  await typeText(page, "gift paper is missing");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("held-chip")).toContainText("on hold");
  await press(page, "F9");
  await expect(page.getByTestId("waiting-list")).toContainText("gift paper is missing");
});

test(
  "another box gets the unscanned items, waits as box 2, and Enter opens it after the first",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "B-1");
    await open(page, "B-1");
    await scan(page, EAN);
    await expect(rows(page).first()).toContainText("1 of 2");
    await press(page, "Alt+b");
    await expect(notice(page)).toContainText("Box 2 waits with 2 pieces");
    await expect(page.getByTestId("box-no")).toContainText("Box 1 of 2");
    await press(page, "Enter");
    await step(page, "bought");
    await press(page, "Enter");
    await step(page, "measuring");
    await expect(page.getByTestId("box-no")).toContainText("Box 2 of 2");
    await page.keyboard.type("1", { delay: 200 });
    await press(page, "Enter");
    await step(page, "offers");
    await press(page, "Enter");
    await step(page, "bought");
    const { shipment } = await ask<OpenedOrder>(page, "POST", "/station/orders/open", {
      code: "B-1",
    });
    expect(shipment.statusCode).not.toBe("GOT_OFFERS");
  },
);

test(
  "today's labels are listed and counted, and a label is reprinted and cancelled from the list",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "D-1");
    await withZebra(page, async () => {
      await open(page, "D-1");
      await press(page, "Enter");
      await step(page, "bought");
      await expect(page.getByTestId("print-state")).toHaveAttribute("data-status", "CONFIRMED");
      await press(page, "F11");
      const today = page.getByTestId("today");
      const parcels = async () => Number(/(\d+) parcel/.exec(await today.innerText())?.[1]);
      const label = page.getByTestId("today-label").filter({ hasText: "D-1" });
      await expect(label).toBeVisible();
      const before = await parcels();
      expect(before).toBeGreaterThan(0);
      await label.getByRole("button", { name: "Print the label of D-1 again" }).press("Enter");
      const reasons = page.getByTestId("reprint-reasons");
      await expect(reasons).toContainText("Why is the label of D-1 printed again?");
      await press(page, "3");
      await expect(reasons).toBeHidden();
      await expect
        .poll(
          async () => (await ask<{ list: PrintJob[] }>(page, "GET", "/station/printjobs")).list[0],
        )
        .toMatchObject({
          orderNumber: "D-1",
          reason: "unreadable",
          copyNumber: 1,
          status: "CONFIRMED",
        });
      await label
        .getByRole("button", { name: "Cancel the label of D-1 and refund" })
        .press("Enter");
      await expect(page.getByTestId("undo-question")).toBeVisible();
      await press(page, "F10");
      await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "cancelled");
      await expect.poll(parcels).toBe(before - 1);
      await expect(label).toContainText("Cancelled");
    });
  },
);

test(
  "control barcodes do what their keys do, and the barcode for buying does nothing without an order on the screen",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await scan(page, "PBX01");
    await step(page, "empty");
    await scan(page, "PBX02");
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("10482");
    await settle(page);
    await scan(page, "PBX01");
    await step(page, "bought");
    await settle(page);
    await scan(page, "PBX04");
    await expect(page.getByTestId("undo-question")).toBeVisible();
    await settle(page);
    await scan(page, "PBX07");
    await expect(page.getByTestId("undo-question")).toBeHidden();
    await settle(page);
    await scan(page, "PBX02");
    await expect(page.getByTestId("parcel")).toContainText("10483");
  },
);

const MANY = Array.from({ length: 40 }, (_, index) => ({
  title: `Ürün ${index + 1}`,
  quantity: 1,
  ean: EAN,
}));
const SIZES = [
  { width: 1280, height: 800, zoom: 1 },
  { width: 1024, height: 700, zoom: 1 },
  { width: 1920, height: 1080, zoom: 1 },
  { width: 1280, height: 800, zoom: 0.8 },
  { width: 1280, height: 800, zoom: 1.5 },
  { width: 1280, height: 800, zoom: 2 },
  { width: 1024, height: 700, zoom: 1.5 },
  { width: 1024, height: 700, zoom: 2 },
  { width: 1920, height: 1080, zoom: 2 },
];

test(
  "an offer and Buy are in view with 40 items at every size, and in a wide window at 100 % or less also measures and note",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    // The notice about other orders of the recipient takes room too.
    await addOrder(page, "L-2");
    await addOrder(page, "L-3");
    await addOrder(page, "L-1", { items: MANY });
    await open(page, "L-1");
    await expect(page.getByTestId("together")).toContainText("L-3");
    for (const size of SIZES) {
      await resize(shared, size);
      await settle(page);
      const seen = await page.evaluate(() => {
        const inView = (selector: string): boolean => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return (
            box !== undefined &&
            box.top >= 0 &&
            box.left >= 0 &&
            box.right <= innerWidth + 1 &&
            box.bottom <= innerHeight + 1
          );
        };
        const [offer, bar] = ["[data-testid=offer-list] label", "[data-testid=buy-bar]"].map(
          (part) => document.querySelector(part)?.getBoundingClientRect(),
        );
        const isWhole = offer !== undefined && bar !== undefined && offer.bottom <= bar.top + 1;
        return {
          buy: inView("[data-testid=buy-button]"),
          offers: inView("[data-testid=offer-list] label") && isWhole,
          rail: [...document.querySelectorAll("nav button")].every(
            (entry) => entry.getBoundingClientRect().bottom <= innerHeight,
          ),
          measures: inView("[data-testid=measures]"),
          note: inView("[data-testid=order-note]"),
          wide: document.documentElement.scrollWidth <= innerWidth,
        };
      });
      expect.soft({ size, ...seen }).toMatchObject({
        size,
        buy: true,
        offers: true,
        rail: true,
        wide: true,
        ...(size.zoom <= 1 && size.width >= 1100 ? { measures: true, note: true } : {}),
      });
    }
  },
);

test(
  "Alt+X removes a box that was added by mistake, asks if pieces were scanned into it, and returns its items",
  { tag: "@all" },
  async ({ shared: desk }) => {
    const { page } = desk;
    await addOrder(page, "X-1");
    await open(page, "X-1");
    await press(page, "Alt+x");
    await expect(notice(page)).toContainText("Order X-1 has one box");
    await scan(page, EAN);
    await expect(rows(page).first()).toContainText("1 of 2");
    await press(page, "Alt+b");
    await expect(page.getByTestId("box-no")).toContainText("Box 1 of 2");
    await expect(page.getByRole("button", { name: "Remove box 2" })).toBeVisible();
    await showAs(page, { language: "tr", theme: "light" });
    await open(page, "X-1");
    await resize(desk, { width: 1280, height: 800, zoom: 1 });
    await expect(page.getByRole("button", { name: "2. kutuyu kaldır" })).toBeVisible();
    await showAs(page, { language: "en", theme: "light" });
    await open(page, "X-1");
    await expect(page.getByTestId("box-no")).toContainText("Box 2 of 2");
    await press(page, "Alt+x");
    await expect(notice(page)).toContainText("Box 2 is removed");
    await expect(page.getByTestId("box-no")).toBeHidden();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText("1 of 2");

    await press(page, "Alt+b");
    await expect(page.getByTestId("box-no")).toContainText("Box 1 of 2");
    await open(page, "X-1");
    await step(page, "measuring");
    await expect(page.getByTestId("box-no")).toContainText("Box 2 of 2");
    await scan(page, OTHER_EAN);
    await expect(notice(page)).toContainText("T-shirt M: 1 of 1");
    await press(page, "Alt+x");
    const question = page.getByTestId("box-question");
    await expect(question).toContainText("Remove box 2?");
    await expect(question).toContainText("1 piece was scanned into this box");
    expect(await faultsOf(page)).toEqual([]);
    await press(page, "F10");
    await expect(question).toBeHidden();
    await step(page, "offers");
    await expect(notice(page)).toContainText("Box 2 is removed");
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText("1 of 2");
    await press(page, "Enter");
    await step(page, "bought");
  },
);
