/**
 * Shipments in the real window, by keyboard only: found, filtered, selected, bought, cancelled,
 * opened; and what other programs do meanwhile.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, settle, showAs, typeText } from "../helpers/desk-keys.ts";
import { resize, test, withWindow, withZebra } from "../helpers/desk-page.ts";
import { filterBy, runFromMenu, toEntry } from "../helpers/menus.ts";

const NAMES = ["Çağla Şimşekoğlu", "Ömer Işık", "İrem Güneş", "Barış Öztürk"] as const;
const PLACES = [
  ["34", "Kadıköy"],
  ["06", "Çankaya"],
  ["35", "Konak"],
] as const;

async function make(page: Page, i: number): Promise<Shipment> {
  const [cityCode, districtName] = PLACES[i % 3] ?? PLACES[0];
  const recipientAddress = {
    name: `${NAMES[i % 4]} ${i}`,
    email: "o@ornek.test",
    phone: `+90555111${String(i).padStart(4, "0")}`,
    address1: "Gül Sk. 1",
    countryCode: "TR",
    cityCode,
    districtName,
  };
  return ask<Shipment>(page, "POST", "/shipments", {
    recipientAddress,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber: `T-${String(i).padStart(4, "0")}` },
  });
}

async function makeMany(page: Page, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, i) => `M-${i};${NAMES[i % 4]} ${i};05551112233;Bağdat Cd. No: ${i};Kadıköy;İstanbul;1`,
  );
  const content = Buffer.from(
    ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
  ).toString("base64");
  await ask(page, "POST", "/station/imports", { fileName: "orders.csv", content });
}

const grid = (page: Page) => page.getByRole("grid");
const rows = (page: Page) => grid(page).locator('[role="row"][aria-selected]');
const active = (page: Page) => grid(page).locator('[role="row"][data-active]');
/**
 * Opens the view by keys: Tab reaches the rail's entry from anywhere, so here the entry is focused
 * directly and pressed with Enter.
 */
const open = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Shipments", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipments");
};

async function goThroughList(page: Page, count: number): Promise<void> {
  await makeMany(page, count);
  await open(page);
  await expect
    .poll(async () => Number(await grid(page).getAttribute("aria-rowcount")))
    .toBeGreaterThan(count);
  await page.keyboard.press("/");
  await page.keyboard.type("CAGLA SIM 29");
  await expect(page.getByTestId("shipment-count")).toContainText("found");
  await expect(rows(page).first()).toContainText("Çağla Şimşekoğlu 29");
  await page.keyboard.press("ArrowDown");
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("shipment-count")).toContainText("shipments");

  await grid(page).focus();
  await page.keyboard.press("End");
  await expect(active(page)).toHaveAttribute(
    "aria-rowindex",
    (await grid(page).getAttribute("aria-rowcount")) ?? "",
  );
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  const place = await active(page).getAttribute("aria-rowindex");
  await expect(active(page)).not.toContainText(/^$/);

  // A shipment added elsewhere does not change the active row.
  const text = await active(page).textContent();
  await make(page, 60);
  await expect(active(page)).toHaveAttribute("aria-rowindex", String(Number(place) + 1));
  expect(await active(page).textContent()).toBe(text);

  await page.keyboard.press("Home");
  await expect(active(page)).toContainText("T-0060");
}

test(
  "the filters have the carriers and services of all labels, and a filter does not move the list",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await open(page);
    const before = await grid(page).boundingBox();
    const { id, offers } = await make(page, 5);
    const longest =
      offers?.list.find(({ providerCode }) => providerCode === "HEPSIJET") ?? offers?.list[0];
    await ask(page, "POST", "/station/purchases", { offerID: longest?.id, print: false });
    await expect(rows(page).first()).toContainText("Bought");
    await filterBy(page, "Carrier", "Hep");
    await expect(page.getByTestId("filter-carrier")).toContainText("Hep");
    await page.getByTestId("filter-carrier").getByRole("button").last().click();
    await filterBy(page, "Service", "Hep");
    await expect(page.getByTestId("filter-service")).toContainText("Hep");
    expect(await grid(page).boundingBox()).toEqual(before);
    await ask(page, "DELETE", `/shipments/${id}`);
  },
);

test(
  "printed labels are reprinted from the list with a reason chosen by a digit, and Esc prints none",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await withZebra(page, async (printer) => {
      for (const i of [1, 2]) {
        const { offers } = await make(page, i);
        await ask(page, "POST", "/station/purchases", {
          offerID: offers?.list[0]?.id,
          print: true,
        });
      }
      await expect.poll(() => printer.jobs().length).toBe(2);
      await open(page);
      await filterBy(page, "Status", "Printed");
      await expect(page.getByTestId("shipment-count")).toHaveText("2 shipments");
      await grid(page).focus();
      await page.keyboard.press("Control+a");
      await expect(page.getByTestId("bulk-bar")).toContainText("2 selected");
      await settle(page);
      await page.keyboard.press("F6");
      const asked = page.getByTestId("reprint-reasons");
      await expect(asked).toContainText("Why are 2 labels printed again?");
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(asked).toBeHidden();
      await expect(page.getByTestId("bulk-bar")).toContainText("2 selected");
      await settle(page);
      await page.keyboard.press("F6");
      await expect(asked).toBeVisible();
      await settle(page);
      await page.keyboard.press("2");
      await expect.poll(() => printer.jobs().length).toBe(4);
      expect(
        (
          await ask<{ list: { reason: string }[] }>(page, "GET", "/station/printjobs?limit=2")
        ).list.map(({ reason }) => reason),
      ).toEqual(["damaged", "damaged"]);
    });
  },
);

test("filters are chips that are saved as a view, and a label is printed as a batch from the list", async ({
  shared: { page },
}) => {
  await withZebra(page, async (printer) => {
    for (let i = 0; i < 4; i += 1) await make(page, 10 + i);
    const { offers } = await make(page, 19);
    await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
    await open(page);
    const chip = page.getByTestId("filter-flags");
    await filterBy(page, "Status", "Bought");
    await expect(page.getByTestId("shipment-count")).toHaveText("1 shipment");
    // Esc after the one that closed the menu leads to the list, and the filter stays.
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeFocused();
    await expect(page.getByTestId("filter-status")).toContainText("Bought");
    await settle(page);
    await filterBy(page, "Marks", "Not printed");
    await expect(chip).toContainText("Not printed");
    await runFromMenu(page, "list-more", "Save this view");
    await expect(page.getByLabel("Name of the view")).toBeFocused();
    // Esc cancels the naming and keeps the filter.
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Name of the view")).toBeHidden();
    await expect(chip).toContainText("Not printed");
    await settle(page);
    await runFromMenu(page, "list-more", "Save this view");
    await expect(page.getByLabel("Name of the view")).toBeFocused();
    await typeText(page, "To print");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name of the view")).toBeHidden();

    await grid(page).focus();
    await page.keyboard.press("Control+a");
    await expect(page.getByTestId("bulk-bar")).toContainText("1 selected");
    await settle(page);
    await page.keyboard.press("F6");
    await expect.poll(() => printer.jobs().length).toBe(1);
    await expect(page.getByTestId("shipments-blank")).toContainText("No shipment fits");
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeVisible();

    // The saved view survives reloading the window.
    await page.reload();
    await open(page);
    await runFromMenu(page, "list-more", "To print");
    await expect(chip).toContainText("Not printed");
    // The x removes a filter and leaves the focus where filters are added.
    await page.getByRole("button", { name: "Remove the filter Marks" }).focus();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(chip).toBeHidden();
    await expect(page.getByTestId("add-filter")).toBeFocused();
  });
});

test("selected orders are bought at their cheapest offers and cancelled after a question, by keys", async ({
  shared: { page },
}) => {
  const made: Shipment[] = [];
  for (let i = 0; i < 6; i += 1) made.push(await make(page, 20 + i));
  await open(page);
  await expect(active(page)).toContainText("T-0025");
  await grid(page).focus();
  for (const key of ["Space", "Shift+ArrowDown", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByTestId("bulk-bar")).toContainText("3 selected");
  await settle(page);
  const held = (
    await ask<{ list: { id: string }[] }>(page, "GET", "/station/shipments/search?filter=T-0023")
  ).list[0]?.id;
  await ask(page, "PUT", `/station/shipments/${held}/hold`, { reason: "OUT_OF_STOCK" });
  const balanceOf = async (): Promise<string> =>
    (await ask<DeskFacts>(page, "GET", "/station/desk")).balance;
  const before = await balanceOf();
  const question = page.getByTestId("buy-question");
  await settle(page);
  await page.keyboard.press("F2");
  await expect(question).toContainText(/Buy 2 labels for [\d.,]+ TL\?/);
  await expect(question).toContainText("Balance after the purchase");
  await expect(question).toContainText("2 × ");
  await expect(page.getByTestId("left-out")).toContainText("on hold");
  expect(await faultsOf(page)).toEqual([]);
  await settle(page);
  await page.keyboard.press("F12");
  await expect(question).toBeHidden();
  await expect(page.getByTestId("bulk-bar")).toContainText("3 selected");
  expect(await balanceOf()).toBe(before);
  await ask(page, "DELETE", `/station/shipments/${held}/hold`);
  await settle(page);
  await page.keyboard.press("F2");
  await expect(question).toContainText("Buy 3 labels");
  await settle(page);
  await page.keyboard.press("F10");
  await expect(page.getByTestId("bulk-ended")).toContainText(/3 labels bought for [\d.,]+ TL/);
  await expect(rows(page).nth(2)).toContainText("Bought");
  const cheapest = made
    .slice(3)
    .map(({ offers }) => Math.min(...(offers?.list ?? []).map((o) => Number(o.totalAmount))));
  expect(Number(before) - Number(await balanceOf())).toBeCloseTo(
    cheapest.reduce((sum, amount) => sum + amount, 0),
    2,
  );

  await grid(page).focus();
  await page.keyboard.press("Home");
  for (const key of ["Space", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await settle(page);
  await page.keyboard.press("F8");
  await expect(page.getByTestId("cancel-question")).toContainText("Cancel 2 shipments?");
  await settle(page);
  await page.keyboard.press("F10");
  await expect(page.getByTestId("bulk-ended")).toContainText("Cancelled: 2");
  await expect(rows(page).first()).toContainText("Cancelled");
  expect(
    (await ask<{ list: { status: string }[] }>(page, "GET", "/station/shipments/rows?limit=6")).list
      .map(({ status }) => status)
      .slice(0, 3),
  ).toEqual(["CANCELED", "CANCELED", "TRACKING_CODE_CREATED"]);
});

test(
  "shipments selected before a search are counted apart, named before they are cancelled, and a key that fits none says so",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const bar = page.getByTestId("bulk-bar");
    for (const i of [41, 42, 43]) await make(page, i);
    await open(page);
    await expect(active(page)).toContainText("T-0043");
    await grid(page).focus();
    for (const key of ["Space", "Shift+ArrowDown"]) await page.keyboard.press(key);
    await expect(bar).toContainText("2 selected");
    await expect(bar).not.toContainText("another search");
    await settle(page);
    await page.keyboard.press("F6");
    await expect(bar.getByRole("alert")).toHaveText("No selected shipment has a label to print.");
    await page.keyboard.press("/");
    await page.keyboard.type("T-0041");
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await expect(bar).toContainText("3 selected");
    await expect(bar).toContainText("2 of them in another search or filter");
    await expect(bar.getByRole("alert")).toHaveCount(0);
    await settle(page);
    await page.keyboard.press("F8");
    const question = page.getByTestId("cancel-question");
    for (const i of [41, 42, 43]) await expect(question).toContainText(`T-00${i} ${NAMES[i % 4]}`);
    await settle(page);
    await page.keyboard.press("F10");
    const ended = page.getByTestId("bulk-ended");
    await expect(ended).toContainText("Cancelled: 3");
    // The result belongs to this search: over the whole list it would seem to be about other rows.
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("shipment-count")).toContainText("shipments");
    await expect(ended).toHaveCount(0);
  },
);

test(
  "F6 prints the selected labels, and names how many are left out because they wait for the printer; where all wait, it says so and the selection stays",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const bar = page.getByTestId("bulk-bar");
    const ended = page.getByTestId("bulk-ended");
    const made = [await make(page, 51), await make(page, 52), await make(page, 53)];
    for (const [i, { offers }] of made.entries())
      await ask(page, "POST", "/station/purchases", {
        offerID: offers?.cheapest?.id,
        print: i === 2,
      });
    await open(page);
    await expect(active(page)).toContainText("T-0053");
    await expect(active(page)).toContainText("Bought");
    await grid(page).focus();
    for (const key of ["Space", "Shift+ArrowDown", "Shift+ArrowDown"])
      await page.keyboard.press(key);
    await expect(bar).toContainText("Print 3 labels");
    await settle(page);
    await page.keyboard.press("F6");
    await expect(ended).toContainText("no label printer is set up: 2");
    await expect(ended).toContainText("1 label waits already");
    await expect(page.getByTestId("bulk-failures")).toHaveCount(0);
    await expect(bar).toHaveCount(0);

    for (const key of ["Home", "Space"]) await page.keyboard.press(key);
    await expect(bar).toContainText("1 selected");
    await settle(page);
    await page.keyboard.press("F6");
    await expect(ended).not.toContainText("The batch");
    await expect(ended).toContainText("1 label waits already");
    await expect(page.getByTestId("bulk-failures")).toHaveCount(0);
    await expect(bar).toContainText("1 selected");
  },
);

test(
  "Ctrl+C copies the active cell without a click, and Esc closes the choice of columns before leaving",
  { tag: "@all" },
  async ({ shared: { page, app } }) => {
    await make(page, 30);
    await open(page);
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(active(page).locator("[data-active]")).toHaveText("T-0030");
    await page.keyboard.press("Control+c");
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe("T-0030");
    const head = grid(page).getByRole("columnheader", { name: "Phone" });
    await page.getByTestId("list-more").focus();
    await page.keyboard.press("Enter");
    await toEntry(page, "Columns");
    await page.keyboard.press("ArrowRight");
    await toEntry(page, "Phone");
    await page.keyboard.press("Enter");
    await expect(head).toBeVisible();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(head).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(page.getByTestId("list-more")).toBeFocused();
  },
);

test(
  "the last row stays in view when it is selected and the commands appear above the list",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await open(page);
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    await expect(page.getByTestId("bulk-bar")).toContainText("1 selected");
    const bottom = async (part: Locator): Promise<number> => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect
      .poll(async () => (await bottom(active(page))) <= (await bottom(grid(page))) + 1)
      .toBe(true);
  },
);

test(
  "a shipment's detail shows its timeline, label, money and prints, and reprints, copies, returns and cancels it",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await withZebra(page, async (printer) => {
      for (let i = 0; i < 3; i += 1) await make(page, 40 + i);
      const { offers, organizationShipmentID } = await make(page, 47);
      await ask(page, "POST", "/station/purchases", {
        offerID: offers?.list[0]?.id,
        print: true,
      });
      await expect.poll(() => printer.jobs().length).toBe(1);
      await open(page);
      await grid(page).focus();
      await page.keyboard.press("Shift+Enter");
      const detail = page.getByTestId("shipment-detail");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Shipment ${organizationShipmentID}`,
      );
      await expect(page.getByTestId("timeline")).toContainText("Label bought");
      await expect(page.getByTestId("timeline")).toContainText("Zebra");
      await expect(page.getByTestId("detail-money")).toContainText("Without tax");
      await expect(page.getByTestId("detail-money")).toContainText("balance");
      await expect(page.getByTestId("detail-prints")).toContainText("first print");
      await expect(detail.getByRole("img", { name: /label/i })).toBeVisible();

      // The page asks why the label is printed again: Esc prints nothing, and a digit answers.
      const asked = page.getByTestId("reprint-reasons");
      await settle(page);
      await page.keyboard.press("F6");
      await expect(asked).toContainText("Paper jam");
      await page.keyboard.press("Escape");
      await expect(asked).toBeHidden();
      await settle(page);
      await page.keyboard.press("F6");
      await expect(asked).toBeVisible();
      await settle(page);
      await page.keyboard.press("3");
      await expect(asked).toBeHidden();
      await expect(page.getByTestId("detail-prints")).toContainText("copy 1");
      await expect(page.getByTestId("detail-prints")).toContainText(/cannot be read/i);
      await expect.poll(() => printer.jobs().length).toBe(2);
      await open(page);
      await grid(page).focus();
      await settle(page);
      await page.keyboard.press("Shift+Enter");
      await runFromMenu(page, "shipment-more", "Make return");
      await expect(page.getByTestId("return-question")).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Return ${organizationShipmentID + 1}`,
      );
      await expect(detail).toContainText("Return without label");
      await expect(detail).toContainText("The return was made.");
      const original = detail.getByRole("button", {
        name: `Shipment ${organizationShipmentID}`,
        exact: true,
      });
      await expect(detail).toContainText("Return of");
      await original.focus();
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Shipment ${organizationShipmentID}`,
      );
      await page.keyboard.press("Escape");
      await expect(rows(page).first()).toContainText(String(organizationShipmentID + 1));
      await grid(page).focus();
      await page.keyboard.press("Home");
      await settle(page);
      await page.keyboard.press("Shift+Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Return ${organizationShipmentID + 1}`,
      );
      // Nothing was bought for the return, so no refund is promised.
      await settle(page);
      await page.keyboard.press("F8");
      await expect(
        page.getByTestId("cancel-question").getByRole("button", { name: "Cancel the return" }),
      ).toBeVisible();
      await settle(page);
      await page.keyboard.press("F12");
      await runFromMenu(page, "shipment-more", "Copy");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Return ${organizationShipmentID + 2}`,
      );
      await expect(detail).toContainText("The copy was made.");
      await page.keyboard.press("Escape");
      await expect(grid(page)).toHaveAttribute("aria-rowcount", /^\d+$/);
      await expect(rows(page).first()).toContainText(String(organizationShipmentID + 2));

      await grid(page).focus();
      await page.keyboard.press("Home");
      for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
      await page.keyboard.press("Shift+Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Shipment ${organizationShipmentID}`,
      );
      // The result of creating a copy is shown only at the copy.
      await expect(detail).toContainText("Label bought");
      await expect(detail).not.toContainText("was made.");
      await settle(page);
      await page.keyboard.press("F8");
      await expect(page.getByTestId("cancel-question")).toContainText("goes back to the balance");
      await settle(page);
      await page.keyboard.press("F10");
      await expect(page.getByTestId("detail-money")).toContainText("Refund");
    });
  },
);

test("a key that is pressed as soon as the search field is on the screen reaches it", async ({
  shared: { page },
}) => {
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("#shipment-search") === null) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
});

test(
  "the detail's question why a label is printed again closes when the label is cancelled elsewhere, and prints nothing",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await withZebra(page, async (printer) => {
      const { id, offers } = await make(page, 51);
      await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: true });
      await expect.poll(() => printer.jobs().length).toBe(1);
      await open(page);
      await grid(page).press("Shift+Enter");
      const question = page.getByText("Why is the label of T-0051 printed again?");
      await expect(page.getByTestId("shipment-detail")).toContainText("Print again");
      await settle(page);
      await page.keyboard.press("F6");
      await expect(question).toBeVisible();
      await ask(page, "DELETE", `/shipments/${id}`);
      await expect(page.getByTestId("shipment-detail")).toContainText("Cancelled");
      await expect(question).toBeHidden();
      await settle(page);
      await page.keyboard.press("1");
      await expect(page.getByTestId("shipment-detail").getByRole("alert")).toBeHidden();
      expect(printer.jobs()).toHaveLength(1);
    });
  },
);

test(
  "a list of 300 shipments is scrolled by keys, the search finds while typing, and Esc returns to the whole list",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await goThroughList(page, 300);
  },
);

test("a list of 3000 shipments is scrolled by keys", { tag: "@all" }, async () => {
  await withWindow((page) => goThroughList(page, 3_000));
});

test(
  "the list shows all orders that wait, orders on hold, how many a search found, and Pack shows after a reload what was packed today",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      await makeMany(page, 60);
      const { id, offers } = await make(page, 1);
      await ask(page, "PUT", `/station/shipments/${id}/hold`, { reason: "OUT_OF_STOCK" });
      const { waiting } = await ask<DeskFacts>(page, "GET", "/station/desk");
      await open(page);
      const count = page.getByTestId("shipment-count");
      await filterBy(page, "Status", "To be packed");
      await expect(count).toHaveText(`${waiting - 1} shipments`);
      await filterBy(page, "Status", "On hold");
      await expect(count).toHaveText("1 shipment");
      await expect(rows(page)).toContainText("On hold");
      // From the filter to the list, and then without the filter.
      for (const key of ["Escape", "Escape", "Control+f"]) await page.keyboard.press(key);
      await page.keyboard.type("M-1");
      await expect(rows(page).first()).toContainText("M-1");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("Bagdat");
      await expect(page.getByTestId("shipments-blank")).toBeVisible();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("0555111");
      await expect(count).toHaveText("61 found");
      await resize(desk, { width: 1920, height: 1080, zoom: 1 });
      await showAs(page, { language: "tr", theme: "dark" });
      await page.keyboard.press("Control+3");
      await expect(count).toContainText("116");
      await page.keyboard.press("Control+f");
      await page.keyboard.type("0555111");
      await expect(count).toContainText("61");
      await resize(desk, { width: 1280, height: 800, zoom: 1 });

      await ask(page, "DELETE", `/station/shipments/${id}/hold`);
      await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
      await showAs(page, { language: "en", theme: "light" });
      await expect(page.getByTestId("last-result")).toContainText("1 packed today: T-0001");
      await page.keyboard.press("F11");
      await expect(page.getByTestId("today")).toContainText("1 parcel");
      await page.keyboard.press("Escape");
      const { id: other, offers: others } = await make(page, 2);
      await ask(page, "POST", "/station/purchases", { offerID: others?.list[0]?.id, print: false });
      await expect(page.getByTestId("last-result")).toContainText("2 packed today, T-0002 last");
      await ask(page, "DELETE", `/shipments/${other}`);
      await expect(page.getByTestId("last-result")).toContainText("1 packed today: T-0001");
      await ask(page, "DELETE", `/shipments/${id}`);
      await page.keyboard.press("F11");
      await expect(page.getByTestId("today")).toContainText("0 parcels");
      await expect(page.getByTestId("today-label").filter({ hasText: "Cancelled" })).toHaveCount(2);
    });
  },
);
