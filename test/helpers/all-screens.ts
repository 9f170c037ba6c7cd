/**
 * Walks through every screen of the station with its questions and panels, in one language, for
 * checks that apply to all screens.
 */
import { expect, type Page } from "@playwright/test";
import {
  changedFile,
  type ChangedRow,
} from "../core/fulfilment/order-changes/order-change-acts.ts";
import { ask, placeOf, scan, settle, showAs, typeText } from "./desk-keys.ts";
import { addPrinter, step, withPrinter } from "./desk-page.ts";

/** `visit` checks the current screen; `row` names it. */
export type Walk = {
  readonly page: Page;
  readonly language: "en" | "tr";
  readonly visit: (row: string) => Promise<void>;
};

const EAN = "8690000000012";
const RECIPIENT = {
  name: "Çağla Şimşekoğlu",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Bağdat Cd. No: 5 D: 3",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
const LONG = {
  ...RECIPIENT,
  name: "Abdurrahman Muhammed Karahasanoğlu Büyükçekmecelioğlu",
  cityCode: "06",
  districtName: "Şereflikoçhisar",
};
const ITEMS = [
  { title: "Kupa", variantTitle: "mavi", quantity: 2, ean: EAN },
  { title: "T-shirt", variantTitle: "M", quantity: 1, ean: "8690504012344" },
];
const MANY = Array.from({ length: 40 }, (_, i) => ({
  title: `Ürün ${i + 1}`,
  quantity: 1,
  ean: EAN,
}));

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
    order: { orderNumber, notes: "Zile basmayın, arayın." },
  });
}

/** Time without changes after which a screen counts as loaded, ms. */
const STILL_MS = 120;

/** Waits until the page has stopped changing. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(
    (quietMs) =>
      new Promise<void>((done) => {
        let timer = setTimeout(end, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quietMs);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        function end(): void {
          observer.disconnect();
          done();
        }
      }),
    STILL_MS,
  );

async function open(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
}

/** Walks a packer's way through an order, with its questions. */
async function walkPack({ page, language, visit }: Walk): Promise<void> {
  const number = (name: string): string => `${name}-${language}`.toUpperCase();
  await addOrder(page, number("A"));
  await addOrder(page, `${number("L")}-${"20261121".repeat(12)}`.slice(0, 100), {
    recipientAddress: LONG,
    items: MANY,
  });
  await addOrder(page, number("N"), { length: 400, width: 300, height: 300, weight: 900 });
  await visit("pack empty");
  await open(page, number("A"));
  await step(page, "offers");
  await visit("pack offers");
  await page.keyboard.press("F3");
  await visit("pack boxes");
  await page.keyboard.press("F3");
  await visit("pack size");
  await page.keyboard.press("Escape");
  await step(page, "offers");
  await page.keyboard.press("F4");
  await expect(page.getByTestId("offers-table")).toBeVisible();
  await visit("pack table");
  await page.keyboard.press("F4");
  await page.keyboard.press("Alt+a");
  await expect(page.getByTestId("recipient-panel")).toBeVisible();
  await visit("pack recipient");
  await page.keyboard.press("Escape");
  await scan(page, "4006381333931");
  await expect(page.getByTestId("wrong-item")).toBeVisible();
  await visit("pack wrong article");
  await page.keyboard.press("Escape");
  await open(page, number("A"));
  await scan(page, EAN);
  await expect(page.getByTestId("item").first()).toContainText("1");
  await settle(page);
  await page.keyboard.press("Alt+b");
  await expect(page.getByTestId("box-no")).toBeVisible();
  await visit("pack two boxes");
  await page.keyboard.press("F9");
  await expect(page.getByTestId("hold")).toBeVisible();
  await visit("pack hold question");
  await page.keyboard.press("Escape");
  await settle(page);
  await page.keyboard.press("Enter");
  await step(page, "bought");
  await visit("pack bought");
  await page.keyboard.press("F8");
  await expect(page.getByTestId("undo-question")).toBeVisible();
  await visit("pack undo");
  await page.keyboard.press("Escape");
  await page.keyboard.press("F11");
  await expect(page.getByTestId("today").getByRole("listitem").first()).toBeVisible();
  await visit("pack today");
  await page.keyboard.press("Escape");
  await open(page, number("N"));
  await expect(page.getByTestId("no-offers")).toBeVisible();
  await visit("pack no offers");
  await scan(page, "unknown-1");
  await expect(page.getByTestId("failure")).toBeVisible();
  await visit("pack failure");
  await open(page, `${number("L")}-`.concat("20261121".repeat(12)).slice(0, 100));
  await step(page, "offers");
  await visit("pack forty items");
  await settle(page);
  await page.keyboard.press("F9");
  await page.keyboard.press("1");
  await step(page, "empty");
  await page.keyboard.press("F9");
  await visit("pack on hold");
  await page.keyboard.press("Escape");
  await walkChanges({ page, language, visit });
}

/** Walks an order that a file changes: the list, the question, and the notice after the purchase. */
async function walkChanges({ page, language, visit }: Walk): Promise<void> {
  const no = `C-${language}`.toUpperCase();
  const take = (row: ChangedRow): Promise<unknown> =>
    ask(page, "POST", "/station/imports", { fileName: "orders.csv", content: changedFile([row]) });
  await take({ no });
  await take({ no, address: "Gül Sk. 9", cash: "150", quantity: "3" });
  await settle(page);
  await page.keyboard.press("Alt+d");
  await expect(page.getByTestId("order-changes")).toContainText(no);
  await visit("pack changed orders");
  await page.keyboard.press("Escape");
  await open(page, no);
  await expect(page.getByTestId("change-question")).toBeVisible();
  await visit("pack changed order");
  await settle(page);
  await page.keyboard.press("F10");
  await expect(page.getByTestId("change-question")).toBeHidden();
  await settle(page);
  await page.keyboard.press("Enter");
  await step(page, "bought");
  await take({ no, state: "iptal" });
  await expect(page.getByTestId("change-notice")).toBeVisible();
  await visit("pack changed after purchase");
  await page.keyboard.press("Alt+k");
  await expect(page.getByTestId("change-notice")).toBeHidden();
  await page.keyboard.press("Escape");
}

/**
 * Walks the views of the rail between Pack and Settings, with their contents and the panels that
 * open over them.
 */
async function walkViews({ page, language, visit }: Walk): Promise<void> {
  const show = async (digit: number): Promise<void> => {
    await page.keyboard.press(`Control+${digit}`);
    await expect(
      page.getByRole("navigation").getByRole("button").nth(placeOf(digit)),
    ).toHaveAttribute("aria-current", "page");
    await still(page);
  };
  await show(2);
  await visit("today");
  await page.keyboard.press("9");
  await expect(page.getByTestId("manifests")).toBeVisible();
  await still(page);
  await visit("manifests");
  await page.keyboard.press("Control+k");
  await typeText(page, language === "en" ? "products" : "rünler");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("products-blank")).toBeVisible();
  await page.keyboard.press("F2");
  await expect(page.getByTestId("product-pane")).toBeVisible();
  await visit("products");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+t");
  await expect(page.getByTestId("trucks")).toBeVisible();
  await still(page);
  await visit("hand-over");
  await page.keyboard.press("1");
  await expect(page.getByTestId("loading")).toBeVisible();
  await scan(page, "BILINMEYEN-1");
  await expect(page.getByTestId("hand-over-scan")).toBeVisible();
  await still(page);
  await visit("hand-over loading");
  await show(3);
  await visit("shipments");
  await page.getByRole("grid").focus();
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByTestId("shipment-detail")).toBeVisible();
  await visit("shipment to be packed");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("grid")).toBeFocused();
  await page.keyboard.press("Control+a");
  await expect(page.getByTestId("bulk-bar")).toBeVisible();
  await visit("shipments selected");
  for (const menu of ["list-more", "add-filter"]) {
    await page.getByTestId(menu).press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await visit(`shipments ${menu}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
  await page.keyboard.press("Escape");
  await show(4);
  await page.getByTestId("board").locator("[data-shipment]").first().focus();
  await visit("tracking");
  // In large type the panel is shown to a person who goes into it.
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("route-map")).toBeVisible();
  await visit("tracking panel");
  await page.keyboard.press("Escape");
  await settle(page);
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByTestId("shipment-detail")).toBeVisible();
  await still(page);
  await visit("shipment on its way");
  await show(5);
  await visit("addresses");
  await page.keyboard.press("F2");
  await expect(page.getByTestId("open-address")).toBeVisible();
  await visit("address new");
  await page.keyboard.press("F3");
  await expect(page.getByTestId("address-pane").getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.getByTestId("address-pane").getByRole("status")).toHaveCount(0);
  await still(page);
  await visit("addresses twice");
  await page.keyboard.press("Escape");
  for (const [digit, name] of [
    [6, "batches"],
    [7, "printers"],
  ] as const) {
    await show(digit);
    await visit(name);
  }
  await show(7);
  await page.getByRole("radio").nth(1).check({ force: true });
  await still(page);
  await visit("journal");
  await page.getByRole("radio").first().check({ force: true });
  await show(8);
  const reports = page.getByRole("radio");
  for (let i = 0; i < (await reports.count()); i += 1) {
    await reports.nth(i).check({ force: true });
    await still(page);
    await visit(`money ${["ledger", "spending", "invoices", "cash", "day"][i] ?? i}`);
  }
  await reports.first().check({ force: true });
}

/** Walks the form of a new order: empty, filled from an earlier order, and with wrong fields. */
async function walkNewOrder({ page, language, visit }: Walk): Promise<void> {
  await page.keyboard.press("Control+n");
  await expect(page.getByTestId("new-order")).toBeVisible();
  await still(page);
  await visit("new order");
  await page.keyboard.press("F2");
  await typeText(page, `A-${language}`.toUpperCase());
  await expect(page.getByRole("option").first()).toBeVisible();
  await visit("new order found");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-title]").first()).not.toHaveValue("");
  await still(page);
  await visit("new order filled");
  await page.keyboard.press("F4");
  await typeText(page, "x");
  await page.keyboard.press("Control+Enter");
  await still(page);
  await visit("new order wrong");
  await page.keyboard.press("Escape");
}

/** Walks every section of Settings, the palette and the list of keys. */
async function walkSettings({ page, visit }: Walk): Promise<void> {
  await page.keyboard.press("Control+9");
  const sections = page.getByRole("tab", { includeHidden: true });
  await expect(sections.first()).toBeAttached();
  // In large type one list of choices takes the place of the tabs.
  const choice = page.getByRole("combobox", { name: /^(Section|Bölüm):$/ });
  for (let i = 0; i < (await sections.count()); i += 1) {
    if (await choice.isVisible()) await choice.selectOption({ index: i });
    else await sections.nth(i).click();
    // A section's code is loaded when it is opened for the first time.
    await expect(sections.nth(i)).toHaveAttribute("aria-selected", "true");
    const loading = page.locator("#settings-pane").getByText(/^(Opening…|Açılıyor…)$/);
    await expect(loading).toHaveCount(0);
    await still(page);
    await visit(`settings ${String(i + 1).padStart(2, "0")}`);
  }
  await page.keyboard.press("Control+k");
  await expect(page.getByTestId("palette").getByRole("option").first()).toBeVisible();
  await visit("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("F1");
  await still(page);
  await visit("keys");
  await page.keyboard.press("Escape");
}

/** Adds addresses, two of which look like duplicates. */
export async function addAddresses(page: Page): Promise<void> {
  const address = {
    isRecipientAddress: true,
    phone: "+905321234567",
    email: "cagla@ornek.test",
    address1: "Caferağa Mah. Moda Cd. No: 5",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
    zip: "34710",
  };
  for (const name of [
    "Çağla Şimşekoğlu",
    "Cagla Simsekoglu",
    "Ömer Işık",
    "Abdurrahman Muhammed Karahasanoğlu Büyükçekmecelioğlu",
  ])
    await ask(page, "POST", "/addresses", {
      ...address,
      name,
      ...(name.includes("a S") || name.includes("a Ş")
        ? {}
        : { phone: `+9053212345${name.length}`, address1: `Gül Sk. ${name.length}` }),
    });
}

/** Walks a purchase that a printer prevents. */
async function walkGate({ page, language, visit }: Walk): Promise<void> {
  await addOrder(page, `G-${language}`.toUpperCase());
  await open(page, `G-${language}`.toUpperCase());
  await step(page, "offers");
  await settle(page);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("gate")).toBeVisible();
  await visit("pack printer stopped");
  await page.keyboard.press("Escape");
}

/**
 * Walks all screens of a station with the parcels of `fillWithParcels` and without a printer. A
 * second walk on the same station uses the other language.
 */
export async function walkScreens(walk: Walk): Promise<void> {
  await showAs(walk.page, { language: walk.language, theme: "light" });
  await walkPack(walk);
  await walkViews(walk);
  await walkNewOrder(walk);
  await walkSettings(walk);
}

/** Adds a printer without paper, then shows the question that blocks a purchase. */
export async function walkPrinterGate(page: Page, walks: readonly Walk[]): Promise<void> {
  await withPrinter({ behaviour: { mode: "paper out" } }, async (printer) => {
    await addPrinter(page, printer.port);
    for (const walk of walks) {
      await showAs(page, { language: walk.language, theme: "light" });
      await walkGate(walk);
    }
  });
}
