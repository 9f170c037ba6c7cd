/** Events that must not close, change or lose the open order, in the real window. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { minor } from "../../core/base/money.ts";
import { createCore } from "../../core/core.ts";
import { inTransaction } from "../../core/db/change.ts";
import { getBalance, holdFunds } from "../../core/organizations/ledger/ledger.service.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { dropFile, dropFiles, scan, settle } from "../helpers/desk-keys.ts";
import { addOrder, barcodeOf, step, test, withFilledWindow } from "../helpers/desk-page.ts";
import { RESOURCES } from "../helpers/folders.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Stok Kodu;Not";
const row = (order: string, sku = "", note = ""): string =>
  `${order};Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1;Kupa;2;${sku};${note}`;

async function open(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
  await step(page, "offers");
}

async function importing(page: Page, rows: readonly string[]): Promise<void> {
  await dropFile(page, "orders.csv", [HEAD, ...rows].join("\n"));
  await expect(page.getByTestId("import-added")).toBeVisible();
  await page.keyboard.press("Escape");
}

test(
  "an order's note can be read to its end, however long it is, and an order without a note shows none",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await open(page, "10482");
    await expect(page.getByTestId("order-note")).toContainText("Kapıya bırakmayınız; arayınız");
    const long = `Zil bozuk ${"lütfen arayınız ".repeat(60)}SON`;
    await importing(page, [row("NOTE-1", "", long), row("NOTE-2")]);
    await open(page, "NOTE-1");
    const note = page.getByTestId("order-note");
    await expect(note).toContainText("SON");
    await note.getByText("SON").scrollIntoViewIfNeeded();
    await expect(note.getByText("SON")).toBeInViewport();
    expect(await note.evaluate((strip) => strip.scrollWidth <= strip.clientWidth)).toBe(true);
    await open(page, "NOTE-2");
    await expect(note).toBeHidden();
  },
);

test(
  "a scanned item of the open order counts one piece, and keeps the order and its chosen offer",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await importing(page, [row("ITEM-1", "8690000000012")]);
    await open(page, "ITEM-1");
    await page.keyboard.press("2");
    await expect(page.getByTestId("offer-list").locator("label").nth(1)).toHaveAttribute(
      "data-chosen",
      "true",
    );
    // The wait stays within the second in which a further character turns a digit into typing.
    await page.waitForTimeout(400);
    await scan(page, "8690000000012");
    await expect(page.getByTestId("notice")).toContainText("Kupa: 1 of 2.");
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("ITEM-1");
    await expect(page.getByTestId("offer-list").locator("label").nth(1)).toHaveAttribute(
      "data-chosen",
      "true",
    );
    await page.keyboard.press("3"); // A digit chooses as before.
    await expect(page.getByTestId("offer-list").locator("label").nth(2)).toHaveAttribute(
      "data-chosen",
      "true",
    );
  },
);

test("an unknown code is shown, the open order stays, and the next Enter does not buy it", async ({
  shared: { page },
}) => {
  await addOrder(page, "50481");
  await open(page, "50481");
  await page.keyboard.press("2");
  await page.waitForTimeout(400);
  await scan(page, "8699999999999");
  await expect(page.getByTestId("failure")).toContainText("8699999999999");
  await expect(page.getByTestId("failure")).toContainText("Order 50481 stays open");
  await expect(page.getByTestId("parcel")).toContainText("50481");
  await page.waitForTimeout(250);
  await page.keyboard.press("Enter"); // Enter closes the failure.
  await step(page, "offers");
  await expect(page.getByTestId("offer-list").locator("label").nth(1)).toHaveAttribute(
    "data-chosen",
    "true",
  );
  expect(await barcodeOf(page, "50481")).toBe("");
  await settle(page);
  await page.keyboard.press("Enter"); // Enter buys.
  await expect(page.getByTestId("last-result")).toContainText("50481");
});

test(
  "an import while an order is open shows its result next to the order and keeps the order",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "50482");
    await open(page, "50482");
    await page.keyboard.press("2");
    await dropFile(page, "orders.csv", [HEAD, row("N-1")].join("\n"));
    await expect(page.getByTestId("import-added")).toHaveText("1 order added");
    await expect(page.getByTestId("parcel")).toContainText("50482");
    await step(page, "offers");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("offer-list").locator("label").nth(1)).toHaveAttribute(
      "data-chosen",
      "true",
    );
  },
);

test("two scans while a purchase waits for the disk are both kept, and their orders open one after the other after the purchase", async ({
  shared: desk,
}) => {
  const { page } = desk;
  await addOrder(page, "50483");
  await addOrder(page, "50484");
  await addOrder(page, "50485");
  await open(page, "50483");
  const other = new Database(join(desk.dataDir, "packbench.db"));
  try {
    other.exec("BEGIN IMMEDIATE"); // Another program writes, and the station waits for it.
    await settle(page);
    await page.getByTestId("buy-button").click();
    await step(page, "buying");
    await scan(page, "50484");
    await scan(page, "50485");
    await expect(page.getByRole("search")).toContainText("next: 50484, 50485");
    other.exec("ROLLBACK");
  } finally {
    other.close();
  }
  await expect(page.getByTestId("last-result")).toContainText("50483");
  await expect(page.getByTestId("parcel")).toContainText("50484");
  await expect(page.getByRole("search")).toContainText("next: 50485");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("parcel")).toContainText("50485");
  await expect(page.getByRole("search")).not.toContainText("next");
});

test(
  "two files dropped together and a file right after them are read in order, and the result of each is shown",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const file = (name: string, order: string) => ({ name, text: [HEAD, row(order)].join("\n") });
    await Promise.all([
      dropFiles(page, [file("a.csv", "A-1"), { name: "b.csv", text: "no orders here" }]),
      dropFile(page, "c.csv", file("", "C-1").text),
    ]);
    const results = page.getByTestId("import-result");
    await expect(results).toHaveCount(3);
    await expect(results.nth(0)).toContainText("a.csv was imported");
    await expect(results.nth(1)).toContainText("b.csv was not imported");
    await expect(results.nth(2)).toContainText("c.csv was imported");
    await open(page, "A-1");
    await open(page, "C-1");
  },
);

test(
  "a new weight keeps the chosen service, and a message is shown when that service is no longer offered",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "50486");
    await open(page, "50486");
    const chosen = page.getByTestId("offer-list").locator("[data-chosen=true] b").first();
    await page.keyboard.press("3");
    await page.waitForTimeout(100);
    const service = await chosen.innerText();
    await page.keyboard.press("F2");
    await page.getByLabel("Weight in kilograms").fill("2");
    await page.waitForTimeout(250);
    await page.keyboard.press("Enter");
    await step(page, "offers");
    await expect(chosen).toHaveText(service);
    await expect(page.getByTestId("offer-lost")).toBeHidden();

    // Tries the services until one is not offered at 60 kg.
    for (let number = 1; number <= 6; number += 1) {
      await page.keyboard.press(String(number));
      await page.waitForTimeout(1_100);
      const before = await chosen.innerText();
      await page.keyboard.press("F2");
      await page.getByLabel("Weight in kilograms").fill("60");
      await page.waitForTimeout(250);
      await page.keyboard.press("Enter");
      await step(page, "offers");
      const gone =
        (await page.getByTestId("offer-list").getByText(before, { exact: true }).count()) === 0;
      if (gone) {
        await expect(page.getByTestId("offer-lost")).toContainText(before);
        return;
      }
      await page.keyboard.press("F2");
      await page.getByLabel("Weight in kilograms").fill("1");
      await page.waitForTimeout(250);
      await page.keyboard.press("Enter");
      await step(page, "offers");
    }
    throw new Error("no sample service has a weight limit below 60 kg");
  },
);

/** Leaves one lira of the station's spendable balance. */
async function holdAllButOneLira(dataDir: string): Promise<void> {
  const core = await createCore({ dataDir, resourcesDir: RESOURCES, port: null, demo: true });
  await core.start();
  const desk = await core.request({ method: "GET", path: "/station/desk" });
  const organizationID = (desk.body as { data: DeskFacts }).data.organization.id;
  inTransaction(core.deps, () =>
    holdFunds(
      core.deps,
      organizationID,
      minor(getBalance(core.deps, organizationID).available - 100),
    ),
  );
  await core.stop();
}

test("an insufficient balance is shown before Enter, which then buys nothing", async () => {
  await withFilledWindow(holdAllButOneLira, async (page) => {
    await open(page, "10482");
    const short = page.getByTestId("short-balance");
    const price = Number(
      (await page.getByTestId("buy-button").innerText()).match(/([\d.]+) TL/)?.[1],
    );
    await expect(short).toContainText(`${(price - 1).toFixed(2)} TL short`);
    // The cheapest offer is chosen already.
    await expect(short).toContainText("every other offer costs more");
    await settle(page);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    await step(page, "offers");
    expect(await barcodeOf(page, "10482")).toBe("");
    await expect(page.getByTestId("available")).toContainText("1.00 TL can be spent");
    await page.getByRole("button", { name: "Top up the balance" }).click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  });
});
