/** The panel next to a list, and scans that pass through menus and panels; by keyboard only. */
import { expect, type Page } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { ask, scan, settle } from "../helpers/desk-keys.ts";
import {
  addOrder,
  buy,
  removePrinters,
  resize,
  step,
  test,
  withZebra,
} from "../helpers/desk-page.ts";
import { runFromMenu, toEntry } from "../helpers/menus.ts";

const grid = (page: Page) => page.getByTestId("shipment-table").getByRole("grid");
const panel = (page: Page) => page.getByTestId("shipment-panel");

async function openList(page: Page): Promise<void> {
  await page.keyboard.press("Control+3");
  await expect(grid(page)).toBeFocused();
}

test("arrows change the panel, Enter goes into it, Esc comes back, Shift+Enter opens the page", async ({
  shared: { page },
}) => {
  await addOrder(page, "PANEL-1");
  await addOrder(page, "PANEL-2");
  await openList(page);
  await expect(panel(page)).toContainText("PANEL-2");
  await page.keyboard.press("ArrowDown");
  await expect(panel(page)).toContainText("PANEL-1");
  await expect(panel(page)).toContainText("Created");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(grid(page)).toBeFocused();
  await settle(page);
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByTestId("shipment-detail")).toContainText("PANEL-1");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toContainText("PANEL-1");
});

test(
  "F6 and F8 mean the row in the panel while nothing is selected, and a question ends with its row",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await withZebra(page, async (printer) => {
      await addOrder(page, "PANEL-3");
      const bought = await ask<{ offers: { list: { id: string }[] } }>(page, "POST", "/shipments", {
        recipientAddress: {
          name: "Ömer Işık",
          email: "o@ornek.test",
          phone: "+905551112233",
          address1: "Gül Sk. 1",
          countryCode: "TR",
          cityCode: "34",
          districtName: "Kadıköy",
        },
        length: 20,
        width: 10,
        height: 10,
        weight: 1,
        order: { orderNumber: "PANEL-4" },
      });
      await ask(page, "POST", "/station/purchases", {
        offerID: bought.offers.list[0]?.id,
        print: false,
      });
      await openList(page);
      await expect(panel(page).getByRole("button", { name: "Print label" })).toBeVisible();
      await settle(page);
      await page.keyboard.press("F6");
      await expect.poll(() => printer.jobs().length).toBe(1);
      await expect(page.getByTestId("print-state")).toContainText("Label: printed");
      await expect(panel(page).getByRole("button", { name: "Print again" })).toBeVisible();

      // The question is about the row in hand: another row takes it away, and F10 cancels nothing.
      await settle(page);
      await page.keyboard.press("F8");
      await expect(page.getByTestId("cancel-question")).toContainText("Cancel this label?");
      await grid(page).focus();
      await page.keyboard.press("ArrowDown");
      await expect(page.getByTestId("cancel-question")).toBeHidden();
      await settle(page);
      await page.keyboard.press("F10");
      await page.keyboard.press("ArrowUp");
      await expect(panel(page)).toContainText("PANEL-4");
      await settle(page);
      await page.keyboard.press("F8");
      await expect(page.getByTestId("cancel-question")).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      await expect(panel(page)).toContainText("Cancelled");
    });
  },
);

test("a scan passes through an open menu and an open panel: it chooses nothing there and opens its order", async ({
  shared: { page },
}) => {
  await addOrder(page, "SCAN 7");
  await openList(page);
  await page.getByTestId("list-more").focus();
  await page.keyboard.press("Enter");
  await toEntry(page, "Save the whole list as CSV");
  await scan(page, "SCAN 7");
  await expect(page.getByTestId("parcel")).toContainText("SCAN 7");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await openList(page);
  await page.getByTestId("add-filter").focus();
  await page.keyboard.press("Enter");
  await toEntry(page, "Status");
  await page.keyboard.press("ArrowRight");
  await toEntry(page, "Delivered");
  await scan(page, "SCAN 7");
  await step(page, "offers");
  await page.keyboard.press("Escape");
  await openList(page);
  await expect(page.getByTestId("filter-status")).toHaveCount(0);

  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await scan(page, "SCAN 7");
  await expect(page.getByTestId("parcel")).toContainText("SCAN 7");
});

test("a scanned code of three characters opens its order from another view", async ({
  shared: { page },
}) => {
  await addOrder(page, "Q-7");
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("grid")).toBeFocused();
  await scan(page, "Q-7");
  await expect(page.getByTestId("parcel")).toContainText("Q-7");
});

test(
  "the panel is closed and shown again, and in a narrow window covers the list only after Enter",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await addOrder(page, "PANEL-5");
    await openList(page);
    await expect(panel(page)).toBeVisible();
    await page.getByRole("button", { name: "Close the panel" }).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page)).toBeHidden();
    await page.reload();
    await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
    await openList(page);
    await expect(panel(page)).toBeHidden();
    await runFromMenu(page, "list-more", "Show the panel");
    await expect(panel(page)).toBeVisible();

    await resize(shared, { width: 1024, height: 700, zoom: 1 });
    await expect(panel(page)).toBeHidden();
    await grid(page).focus();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(panel(page)).toBeFocused();
    await resize(shared, { width: 1024, height: 700, zoom: 2 });
    // A larger type makes the panel longer than the window, some time after the call.
    await expect
      .poll(async () => {
        await page.keyboard.press("End");
        return panel(page).evaluate((it) => it.lastElementChild?.scrollTop);
      })
      .toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(grid(page)).toBeFocused();
  },
);

test("at least 18 rows are in view at 1280 × 800, and 26 at 1920 × 1080, in test mode", async ({
  shared,
}) => {
  const { page } = shared;
  const lines = Array.from(
    { length: 60 },
    (_, i) => `ROWS-${i};Çağla ${i};05551112233;Bağdat Cd. No: ${i};Kadıköy;İstanbul;1`,
  );
  const content = Buffer.from(
    ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
  ).toString("base64");
  await ask(page, "POST", "/station/imports", { fileName: "orders.csv", content });
  await openList(page);
  await expect(page.getByTestId("test-mode")).toBeVisible();
  const seen = () =>
    grid(page).evaluate((box) => {
      const { bottom } = box.getBoundingClientRect();
      const head = box.querySelector('[role="row"]')?.getBoundingClientRect().bottom ?? 0;
      return [...box.querySelectorAll('[role="row"][aria-selected]')].filter((row) => {
        const at = row.getBoundingClientRect();
        return at.top >= head - 1 && at.bottom <= bottom + 1;
      }).length;
    });
  await expect.poll(seen).toBeGreaterThanOrEqual(18);
  await resize(shared, { width: 1920, height: 1080, zoom: 1 });
  await expect.poll(seen).toBeGreaterThanOrEqual(26);
});

test(
  "a label that waits for a printer is not called printed, and F6 shows its state instead of adding a second print",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "PANEL-5");
    await buy(page, "PANEL-5");
    await expect(page.getByRole("button", { name: "Print label" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Print again" })).toHaveCount(0);
    await openList(page);
    await expect(panel(page)).toContainText("PANEL-5");
    await expect(panel(page).getByRole("button", { name: "Print label" })).toBeVisible();
    await settle(page);
    await page.keyboard.press("F6");
    await expect(page.getByTestId("print-state")).toContainText("Label: waits for the printer");
    const { list } = await ask<{ list: { status: string }[] }>(page, "GET", "/station/printjobs");
    expect(list.filter(({ status }) => status === "QUEUED")).toHaveLength(1);
    await removePrinters(page);
  },
);
