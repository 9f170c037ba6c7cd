/** Sorting the list of shipments by its heads, and going through all results of a search. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, type Page } from "@playwright/test";
import { MOST_SORTED } from "../../core/http/sorted.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask } from "../helpers/desk-keys.ts";
import { addOrder, test, withFilledWindow, withWindow } from "../helpers/desk-page.ts";

const NAMES = ["Aaç Ak", "Zzz Ak", "Aac Ak", "Aai Ak", "Aaı Ak"] as const;

async function makeMany(page: Page, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, i) => `M-${i};${NAMES[i % 5]} ${i};05551112233;Bağdat Cd. No: ${i};Kadıköy;İstanbul;1`,
  );
  const content = Buffer.from(
    ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
  ).toString("base64");
  await ask(page, "POST", "/station/imports", { fileName: "orders.csv", content });
}

const table = (page: Page) => page.getByTestId("shipment-table");
const grid = (page: Page) => page.getByRole("grid");
const head = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const row = (page: Page, place: number) =>
  grid(page).locator(`[role="row"][aria-rowindex="${place + 1}"]`);
const active = (page: Page) => grid(page).locator('[role="row"][data-active]');

async function openList(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Shipments", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(grid(page)).toBeFocused();
}

/** Moves the active cell to a column, from the first one. */
async function toColumn(page: Page, name: string): Promise<void> {
  for (let column = 0; column < 20; column += 1) await page.keyboard.press("ArrowLeft");
  const names = await page.getByRole("columnheader").allTextContents();
  // The first head is that of the checkboxes.
  for (let column = 1; column < names.indexOf(name); column += 1)
    await page.keyboard.press("ArrowRight");
  await expect(table(page)).toContainText(`${name}: `);
}

test(
  "Alt+↑ and Alt+↓ sort by the active column and keep the focus, the same key again returns to the newest first, and a press of a head does the same",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await makeMany(page, 230);
      await openList(page);
      await expect(head(page, "Number")).toHaveAttribute("aria-sort", "descending");
      await toColumn(page, "Recipient");
      await page.keyboard.press("Alt+ArrowUp");
      await expect(row(page, 1)).toContainText("Aac Ak 2");
      await expect(head(page, "Recipient")).toHaveAttribute("aria-sort", "ascending");
      await expect(head(page, "Number")).not.toHaveAttribute("aria-sort");
      await expect(table(page)).toContainText("Sorted by Recipient, ascending");
      await expect(grid(page)).toBeFocused();
      await expect(active(page)).toHaveAttribute("aria-rowindex", "2");
      await page.keyboard.press("End");
      await expect(active(page)).toContainText("Zzz Ak 226");
      expect(await faultsOf(page)).toEqual([]);

      await page.keyboard.press("Alt+ArrowDown");
      await expect(row(page, 1)).toContainText("Zzz Ak 226");
      await page.keyboard.press("Alt+ArrowDown");
      await expect(head(page, "Number")).toHaveAttribute("aria-sort", "descending");
      await expect(row(page, 1)).toContainText("M-229");
      await expect(table(page)).toContainText("In the usual order");

      await head(page, "Number").click();
      await expect(head(page, "Number")).toHaveAttribute("aria-sort", "ascending");
      const oldest = row(page, 1);
      await expect(oldest).not.toContainText("M-229");
      await head(page, "Order").click();
      await head(page, "Order").click();
      await expect(head(page, "Order")).toHaveAttribute("aria-sort", "descending");
      await head(page, "Order").click();
      await expect(row(page, 1)).toContainText("M-229");
    });
  },
);

test(
  "a sorted list takes in an order of another program at its place, and the active row stays the same shipment",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await makeMany(page, 150);
      await openList(page);
      await toColumn(page, "Recipient");
      await page.keyboard.press("Alt+ArrowDown");
      await expect(row(page, 1)).toContainText("Zzz Ak");
      await page.keyboard.press("End");
      await expect(active(page)).not.toContainText("Zzz");
      const place = Number(await active(page).getAttribute("aria-rowindex"));
      // Not the whole row, because columns yield when the panel comes.
      const name = /M-\d+A\S+ Ak \d+/.exec((await active(page).textContent()) ?? "")?.[0];
      expect(name).toBeDefined();
      // Its recipient, Ömer Işık, sorts between the first and the last row.
      await addOrder(page, "NEW-1");
      await expect(active(page)).toHaveAttribute("aria-rowindex", String(place + 1));
      await expect(active(page)).toContainText(name ?? "");
      await expect(head(page, "Recipient")).toHaveAttribute("aria-sort", "descending");
    });
  },
);

test(
  "a search is gone through to its last result, sorted by a column too, and its results are selected together",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await makeMany(page, 230);
      await openList(page);
      await page.keyboard.press("/");
      await page.keyboard.type("0555 111 22 33");
      await expect(page.getByTestId("shipment-count")).toHaveText("230 found");
      await page.keyboard.press("ArrowDown");
      await expect(grid(page)).toBeFocused();
      // The best matches are shown first, and all of them after.
      await expect(grid(page)).toHaveAttribute("aria-rowcount", "231");
      await page.keyboard.press("End");
      await expect(active(page)).toHaveAttribute("aria-rowindex", "231");
      await expect(active(page)).toContainText("M-0");
      await toColumn(page, "Recipient");
      await page.keyboard.press("Alt+ArrowUp");
      await expect(row(page, 1)).toContainText("Aac Ak 2");
      await expect(page.getByTestId("shipment-count")).toHaveText("230 found");
      await page.keyboard.press("Control+a");
      await expect(page.getByTestId("bulk-bar")).toContainText("230 selected");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(head(page, "Recipient")).toHaveAttribute("aria-sort", "ascending");
    });
  },
);

/** Copies one of the sample shipments until there are more than can be sorted by any column. */
function fillLong(dataDir: string): Promise<void> {
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('shipments')")
    .pluck()
    .all() as string[];
  const values: Readonly<Record<string, string>> = {
    seq: "NULL",
    id: "'copy' || one.value",
    number: "one.value",
    order_number: "'C-' || one.value",
  };
  const [organizationID, last, status] = db
    .prepare("SELECT organization_id, max(number), status FROM shipments")
    .raw()
    .get() as [string, number, string];
  db.prepare(
    `INSERT INTO shipments (${columns.join(", ")})
     SELECT ${columns.map((name) => values[name] ?? `s.${name}`).join(", ")}
       FROM json_each(?) AS one
       JOIN shipments AS s ON s.organization_id = ? AND s.number = ?`,
  ).run(
    JSON.stringify(Array.from({ length: MOST_SORTED }, (_, i) => last + 100 + i)),
    organizationID,
    last,
  );
  db.prepare("UPDATE shipment_counts SET n = n + ? WHERE organization_id = ? AND status = ?").run(
    MOST_SORTED,
    organizationID,
    status,
  );
  db.close();
  return Promise.resolve();
}

test(
  "a list of more than 20,000 shipments is sorted by number and date, and other heads say why not and what to do",
  { tag: "@all" },
  async () => {
    await withFilledWindow(fillLong, async (page) => {
      await openList(page);
      await expect(page.getByTestId("shipment-count")).toContainText("20,0");
      await expect(head(page, "Price")).toHaveAttribute(
        "title",
        /20,000 is sorted .* filter first/,
      );
      await toColumn(page, "Price");
      await page.keyboard.press("Alt+ArrowDown");
      await expect(table(page)).toContainText("sorted by number or date only: add a filter first");
      await expect(head(page, "Number")).toHaveAttribute("aria-sort", "descending");
      await toColumn(page, "Number");
      await page.keyboard.press("Alt+ArrowUp");
      await expect(head(page, "Number")).toHaveAttribute("aria-sort", "ascending");
      await page.keyboard.press("End");
      await expect(active(page)).toContainText(`C-`);
      const [last, count] = [
        await active(page).getAttribute("aria-rowindex"),
        await grid(page).getAttribute("aria-rowcount"),
      ];
      expect(last).toBe(count);
    });
  },
);
