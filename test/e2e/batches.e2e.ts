/**
 * Batches of labels in the real window: chosen, started, jammed, and resumed from the last good
 * label and after a restart.
 */
import { expect, type Page } from "@playwright/test";
import type { Batch, BatchItem } from "../../core/fulfilment/batches/batches.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, scan, settle } from "../helpers/desk-keys.ts";
import {
  addPrinter,
  resize,
  test,
  withOwnWindow,
  withPrinter,
  withZebra,
} from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const CITIES = [
  ["34", "Kadıköy"],
  ["06", "Çankaya"],
  ["35", "Konak"],
] as const;

/** Buys labels through the API, of two carriers and three provinces in turn, and prints none. */
async function buyUnprinted(page: Page, prefix: string, count: number): Promise<void> {
  const quoted = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const [cityCode, districtName] = CITIES[i % 3] ?? CITIES[0];
      const recipientAddress = {
        name: `Ömer Işık ${i}`,
        email: "o@ornek.test",
        phone: "+905551112233",
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
        order: { orderNumber: `${prefix}-${String(i + 1).padStart(3, "0")}` },
      });
    }),
  );
  await Promise.all(
    quoted.map(({ offers }, i) =>
      ask(page, "POST", "/station/purchases", { offerID: offers?.list[i % 2]?.id, print: false }),
    ),
  );
}

const openBatches = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Batches", exact: true }).click();
const batchOf = async (page: Page): Promise<Batch | undefined> =>
  (await ask<{ list: Batch[] }>(page, "GET", "/station/batches")).list[0];
const itemsOf = async (page: Page): Promise<BatchItem[]> =>
  (
    await ask<{ list: BatchItem[] }>(
      page,
      "GET",
      `/station/batches/${(await batchOf(page))?.id}/items?limit=200`,
    )
  ).list;

/** Checks that the labels of each carrier are printed together. */
function expectTogether(items: readonly BatchItem[]): void {
  const carriers = items.map(({ providerCode }) => providerCode);
  expect([
    new Set(carriers).size,
    carriers.filter((code, i) => code !== carriers[i - 1]).length,
  ]).toEqual([2, 2]);
}

test("Batches without a label to print leads to the orders whose labels can be bought", async ({
  shared: { page },
}) => {
  await openBatches(page);
  await page.getByRole("button", { name: "Show the waiting orders" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipments");
  await expect(page.getByRole("button", { name: /Remove the filter.*Status/ })).toBeVisible();
});

test("Enter prints unprinted labels carrier by carrier, and after paper out and a scan of the last good label every label comes out", async ({
  shared: { page },
}) => {
  await withZebra(page, async (printer) => {
    await openBatches(page);
    await buyUnprinted(page, "ENTER", 4);
    await expect(page.getByTestId("batch-count")).toContainText(
      "4 labels to print, in no print queue",
    );
    printer.setBehaviour({ mode: "ok", paperAfterLabels: 2 });
    await settle(page);
    await page.keyboard.press("Enter");
    const open = page.getByTestId("open-batch");
    await expect(open).toHaveAttribute("data-status", "PAUSED", { timeout: 30_000 });
    await expect(page.getByTestId("print-question")).toBeVisible();
    const items = await itemsOf(page);
    expectTogether(items);
    await scan(page, items[0]?.barcode ?? "");
    const offer = page.getByTestId("jam-offer");
    await expect(offer).toContainText("3 labels after this one are offered");
    printer.setBehaviour({ mode: "ok" });
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(offer).toBeHidden();
    await expect(open).toHaveAttribute("data-status", "DONE", { timeout: 30_000 });
    await expect(page.getByTestId("batch-progress")).toHaveText("4 of 4 printed");
    expect(printer.jobs()).toHaveLength(5); // One label is printed again as a copy.
  });
});

test(
  "answering a batch label's question in Pack also answers it in the batch's list",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await withZebra(page, async (printer) => {
      await openBatches(page);
      await buyUnprinted(page, "PACK", 3);
      await expect(page.getByTestId("batch-count")).toContainText(
        "3 labels to print, in no print queue",
      );
      printer.setBehaviour({ mode: "half" });
      await settle(page);
      await page.keyboard.press("Enter");
      const items = page.getByTestId("batch-items");
      await expect(items).toContainText("may have printed");
      printer.setBehaviour({ mode: "ok" });
      await page.getByRole("button", { name: "Pack", exact: true }).click();
      await expect(page.getByTestId("print-question")).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      await expect(page.getByTestId("print-question")).toBeHidden();
      await openBatches(page);
      await expect(items).toContainText("sent to the printer");
      await expect(items).not.toContainText("may have printed");
    });
  },
);

test(
  "all thirty labels come out, two of them again as copies, across paper out, a scan of the last good label, and a restart",
  { tag: "@all" },
  async () => {
    const dataDir = temporaryFolder();
    await withPrinter({}, async (printer) => {
      await withOwnWindow(dataDir, async (page) => {
        await addPrinter(page, printer.port);
        await openBatches(page);
        await expect(page.getByTestId("batch-blank")).toContainText("No label waits to be printed");

        await buyUnprinted(page, "T", 30);
        await expect(page.getByTestId("batch-count")).toContainText(
          "30 labels to print, in no print queue",
        );
        await expect(page.getByTestId("batch-preview").getByRole("row")).toHaveCount(21);

        printer.setBehaviour({ mode: "ok", paperAfterLabels: 12 });
        await settle(page);
        await page.keyboard.press("Enter");
        const open = page.getByTestId("open-batch");
        await expect(open).toHaveAttribute("data-status", "PAUSED", { timeout: 30_000 });
        await expect(open).toContainText("did a label come out?");
        await expect(page.getByTestId("print-question")).toBeVisible();
        const items = await itemsOf(page);
        expectTogether(items);

        await scan(page, "N-NOT-HERE");
        await expect(page.getByTestId("jam-failed")).toContainText(
          "N-NOT-HERE is not in this batch",
        );
        await page.keyboard.press("Escape");
        await expect(page.getByTestId("print-question")).toBeVisible();

        await scan(page, items[9]?.barcode ?? "");
        const offer = page.getByTestId("jam-offer");
        await expect(offer).toContainText("20 labels after this one are offered");
        await expect(offer).toContainText(
          "2 labels that were or may have been printed are printed again as copies",
        );
        await expect(offer).toContainText("18 labels were not printed yet");
        expect(await faultsOf(page)).toEqual([]);
        printer.setBehaviour({ mode: "slow", slowMs: 60 });
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(offer).toBeHidden();
        await expect.poll(() => printer.jobs().length).toBeGreaterThan(16);
      });

      await withOwnWindow(dataDir, async (page) => {
        await openBatches(page);
        const open = page.getByTestId("open-batch");
        await expect(open).toContainText("Packbench was restarted");
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(open).toHaveAttribute("data-status", "DONE", { timeout: 30_000 });
        await expect(page.getByTestId("batch-progress")).toHaveText("30 of 30 printed");
        await settle(page);
        await page.keyboard.press("Escape");
        await expect(page.getByTestId("batch-panel")).toContainText("Labels 23 to 30 of 30");
        expect(printer.jobs()).toHaveLength(32); // Two labels are printed again as copies.
        expect((await itemsOf(page)).map(({ status }) => status)).not.toContain("UNKNOWN");
      });
    });
  },
);

test(
  "arrows change the panel of batches, Enter goes into it and resumes, Esc comes back, Shift+Enter opens the page, and a scan in the panel opens its order",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await withZebra(page, async (printer) => {
      printer.setBehaviour({ mode: "slow", slowMs: 300 });
      for (const name of ["OLDER", "NEWER"]) {
        await buyUnprinted(page, name, 3);
        const { shipmentIDs } = await ask<{ shipmentIDs: string[] }>(
          page,
          "GET",
          "/station/batches/unprinted?sort=given&days=7",
        );
        const { id } = await ask<Batch>(page, "POST", "/station/batches", {
          shipmentIDs,
          title: name,
        });
        await ask(page, "POST", `/station/batches/${id}/pause`);
      }
      await openBatches(page);
      await expect(page.getByTestId("open-batch")).toContainText("NEWER");
      await settle(page);
      await page.keyboard.press("Escape");
      const grid = page.getByTestId("batch-list").getByRole("grid");
      const panel = page.getByTestId("batch-panel");
      await expect(grid).toBeFocused();
      await expect(page.getByTestId("batch-list")).toContainText(/1 of \d/);
      await expect(panel).toContainText("NEWER");
      await page.keyboard.press("ArrowDown");
      await expect(panel).toContainText("OLDER");
      await expect(panel.getByRole("listitem").last()).toContainText("OLDER-003");
      expect(await faultsOf(page)).toEqual([]);

      await settle(page);
      await page.keyboard.press("Shift+Enter");
      await expect(page.getByTestId("open-batch")).toContainText("OLDER");
      await settle(page);
      await page.keyboard.press("Escape");
      await expect(grid).toBeFocused();
      await expect(panel).toContainText("OLDER");

      await page.keyboard.press("Enter");
      await expect(panel).toBeFocused();
      await scan(page, "NEWER-001");
      await expect(page.getByTestId("parcel")).toContainText("NEWER-001");
      await openBatches(page);
      await expect(panel).toContainText("OLDER");

      await resize(shared, { width: 1024, height: 700, zoom: 1 });
      await expect(panel).toBeHidden();
      await expect(grid).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(panel).toBeFocused();
      printer.setBehaviour({ mode: "ok" });
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(panel).toContainText("Done", { timeout: 30_000 });
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
      await expect(grid).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await settle(page);
      await page.keyboard.press("F8");
      await expect(page.getByTestId("stop-question")).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      await expect(panel).toContainText("Stopped");
      await page.keyboard.press("Escape");
      await resize(shared, { width: 1280, height: 800, zoom: 1 });
    });
  },
);
