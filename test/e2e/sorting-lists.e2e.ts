/** Sorting the print journal, the address book and the ledger by their heads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, type Page } from "@playwright/test";
import { earliestIdAt } from "../../core/base/ids.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { ask } from "../helpers/desk-keys.ts";
import { addOrder, resize, test, withFilledWindow, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const grid = (page: Page) => page.getByRole("grid");
const head = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const active = (page: Page) => grid(page).locator('[role="row"][data-active]');

/** Moves the active cell to a column, from the first one. */
async function toColumn(page: Page, name: string): Promise<void> {
  await grid(page).focus();
  for (let column = 0; column < 12; column += 1) await page.keyboard.press("ArrowLeft");
  const names = await page.getByRole("columnheader").allTextContents();
  for (let column = 0; column < names.indexOf(name); column += 1)
    await page.keyboard.press("ArrowRight");
}

/** Expects the texts of a column's cells from the top of the table. */
async function expectCells(page: Page, name: string, wanted: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const place = (await page.getByRole("columnheader").allTextContents()).indexOf(name);
      const rows = grid(page).locator('[role="row"]:has([role="gridcell"])');
      const texts = rows.locator(`[role="gridcell"]:nth-child(${place + 1})`);
      return (await texts.allTextContents()).slice(0, wanted.length);
    })
    .toEqual(wanted);
}

/** Adds prints of files whose titles sort differently by letters and by bytes, the newest last. */
function addPrints(dataDir: string): Promise<void> {
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  const add = db.prepare(
    `INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, status, kind, title, copies, next_attempt_at)
     SELECT ?, ?, ?, organization_id, '', created_by, '', 'CONFIRMED', 'DOCUMENT', ?, ?, '' FROM shipments ORDER BY number DESC LIMIT 1`,
  );
  for (const [i, [title, copies]] of (
    [
      ["Çek 1", 10],
      ["Zarf", 9],
      ["ızgara", 2],
      ["Cek 10", 1],
      ["iz", 1],
      ["Cek 9", 1],
    ] as const
  ).entries()) {
    const ms = Date.now() - (10 - i) * 60_000;
    const at = new Date(ms).toISOString();
    add.run(earliestIdAt(ms), at, at, title, copies);
  }
  db.close();
  return Promise.resolve();
}

const PRINTS = ["Cek 9", "iz", "Cek 10", "ızgara", "Zarf", "Çek 1"];
const PRINTS_BY_TITLE = ["Cek 9", "Cek 10", "Çek 1", "ızgara", "iz", "Zarf"];

test(
  "the print journal is sorted by a press of a head and by Alt+↑ and Alt+↓, keeps its order when a person comes back, and the same again returns to the newest first",
  { tag: "@all" },
  async () => {
    await withFilledWindow(addPrints, async (page, desk) => {
      await resize(desk, { width: 1920, height: 1080, zoom: 1 });
      await page.getByRole("button", { name: "Printers", exact: true }).click();
      await page.getByText("Print journal", { exact: true }).click();
      await expectCells(page, "Order", PRINTS);
      await expect(head(page, "Time")).toHaveAttribute("aria-sort", "descending");
      await head(page, "Order").click();
      await expectCells(page, "Order", PRINTS_BY_TITLE);
      await expect(page.getByTestId("journal")).toContainText("Sorted by Order, ascending");

      await toColumn(page, "Copies");
      await page.keyboard.press("Alt+ArrowDown");
      await expectCells(page, "Copies", ["10", "9", "2", "1"]);
      await expectCells(page, "Order", ["Çek 1", "Zarf", "ızgara", "Cek 9", "iz", "Cek 10"]);
      await expect(head(page, "Copies")).toHaveAttribute("aria-sort", "descending");
      await page.keyboard.press("ArrowDown");
      await expect(page.getByTestId("journal-job")).toContainText("Zarf");

      await page.getByRole("button", { name: "Today", exact: true }).click();
      await page.getByRole("button", { name: "Printers", exact: true }).click();
      await expectCells(page, "Order", ["Çek 1", "Zarf", "ızgara"]);
      await expect(active(page)).toContainText("Zarf");
      await toColumn(page, "Copies");
      await page.keyboard.press("Alt+ArrowDown");
      await expectCells(page, "Order", PRINTS);
      await expect(page.getByTestId("journal")).toContainText("In the usual order");
    });
  },
);

async function saveAddress(page: Page, name: string, phone: string): Promise<void> {
  await ask(page, "POST", "/addresses", {
    isRecipientAddress: true,
    name,
    phone,
    email: "alici@ornek.test",
    address1: "Gül Sk. 1",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  });
}

const BY_NAME = ["Sıra Cek 9", "Sıra Cek 10", "Sıra Çek", "Sıra ızgara", "Sıra iz", "Sıra Zarf"];

test(
  "the address book and its search are sorted by a press of a head and by Alt+↑ and Alt+↓, and an address saved elsewhere takes its place",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      for (const [i, place] of [3, 5, 1, 0, 4, 2].entries())
        await saveAddress(page, BY_NAME[place] ?? "", `0555111220${place === 5 ? 0 : i + 1}`);
      await page.getByRole("button", { name: "Addresses", exact: true }).click();
      await expect(page.locator("#book-search")).toBeFocused();
      await page.keyboard.type("sira");
      await expect(page.getByTestId("book-count")).toContainText("6");
      await head(page, "Name").click();
      await expectCells(page, "Name", BY_NAME);
      await expect(head(page, "Name")).toHaveAttribute("aria-sort", "ascending");
      await toColumn(page, "Phone");
      await page.keyboard.press("Alt+ArrowDown");
      await expectCells(page, "Name", ["Sıra Çek", "Sıra iz", "Sıra Cek 9"]);
      await expect(page.getByTestId("book-list")).toContainText("Sorted by Phone, descending");
      await page.keyboard.press("End");
      await expect(active(page)).toContainText("Sıra Zarf");

      await saveAddress(page, "Sıra son", "05551112230");
      await expect(page.getByTestId("book-count")).toContainText("7");
      await expectCells(page, "Name", ["Sıra son", "Sıra Çek"]);
      await expect(active(page)).toHaveAttribute("aria-rowindex", "8");
      await expect(page.getByTestId("address-in-hand")).toContainText("Sıra Zarf");

      await page.getByRole("button", { name: "Today", exact: true }).click();
      await page.getByRole("button", { name: "Addresses", exact: true }).click();
      await expect(active(page)).toContainText("Sıra Zarf");
      await toColumn(page, "Phone");
      await page.keyboard.press("Alt+ArrowDown");
      await expectCells(page, "Name", ["Sıra son", "Sıra Çek", "Sıra iz"]);
      await page.keyboard.press("Alt+ArrowUp");
      await expectCells(page, "Name", ["Sıra Zarf"]);
      await page.keyboard.press("Alt+ArrowUp");
      await expect(page.getByTestId("book-list")).toContainText("In the usual order");
      await expectCells(page, "Name", ["Sıra son"]);
    });
  },
);

/** Buys a label for each order, one after the other. */
async function buyAll(page: Page, orders: readonly string[]): Promise<void> {
  for (const orderNumber of orders) {
    await addOrder(page, orderNumber);
    const { shipment } = await ask<OpenedOrder>(page, "POST", "/station/orders/open", {
      code: orderNumber,
    });
    const offerID = shipment.offers?.cheapest?.id;
    await ask(page, "POST", "/station/purchases", { offerID, print: false });
  }
}

test("the ledger is sorted by a press of a head and by Alt+↑ and Alt+↓, takes in a purchase at its place, and its file has the order", async () => {
  await withWindow(async (page, desk) => {
    await buyAll(page, ["Zarf", "çanta 10", "ışık", "iğne", "çanta 9"]);
    await page.getByRole("button", { name: "Money", exact: true }).click();
    await expectCells(page, "Order", ["çanta 9", "iğne", "ışık", "çanta 10", "Zarf", ""]);
    await head(page, "Order").click();
    await expectCells(page, "Order", ["çanta 9", "çanta 10", "ışık", "iğne", "Zarf", ""]);
    await expect(page.getByTestId("ledger")).toContainText("Sorted by Order, ascending");
    await grid(page).focus();
    await page.keyboard.press("ArrowDown");
    await expect(active(page)).toContainText("çanta 10");

    await buyAll(page, ["bant"]);
    await expectCells(page, "Order", ["bant", "çanta 9", "çanta 10"]);
    await expect(active(page)).toContainText("çanta 10");
    const filePath = join(temporaryFolder(), "ledger.csv");
    await desk.app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
    }, filePath);
    await page.getByTestId("list-more").click();
    await page.getByRole("menuitem", { name: /CSV/ }).click();
    await expect(page.getByText("ledger.csv")).toBeVisible();
    const inFile = readFileSync(filePath, "utf8").match(/bant|çanta \d+|ışık|iğne|Zarf/g);
    expect(inFile).toEqual(["bant", "çanta 9", "çanta 10", "ışık", "iğne", "Zarf"]);

    await toColumn(page, "Amount");
    await page.keyboard.press("Alt+ArrowDown");
    await expectCells(page, "Kind", ["Top-up"]);
    await page.keyboard.press("Alt+ArrowDown");
    await expect(page.getByTestId("ledger")).toContainText("In the usual order");
    await expectCells(page, "Order", ["bant", "çanta 9", "iğne"]);
    await toColumn(page, "Time");
    await page.keyboard.press("Alt+ArrowUp");
    await expectCells(page, "Order", ["", "Zarf", "çanta 10"]);
  });
});
