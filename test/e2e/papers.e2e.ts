/**
 * Documents that the person saves: packing slips in Pack, manifests from Today. The
 * system's dialog answers at once.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  addOrder,
  buy,
  removePrinters,
  test,
  withPrinter,
  withZebra,
} from "../helpers/desk-page.ts";
import { ask, settle, showAs } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import type { DeskWindow } from "../helpers/window.ts";

/** @param path Path that the person chooses; null: none. */
const choose = ({ app }: DeskWindow, path: string | null): Promise<void> =>
  app.evaluate(({ dialog, shell }, filePath) => {
    dialog.showSaveDialog = () =>
      Promise.resolve({ canceled: filePath === null, filePath: filePath ?? "" });
    shell.openPath = () => Promise.resolve("");
  }, path);

/** Opens the manifests from Today by their key. */
async function openManifests(page: Page): Promise<void> {
  await expect(page.getByTestId("today-bought")).toBeVisible();
  await settle(page);
  await page.keyboard.press("9");
  await expect(page.getByTestId("manifests")).toBeVisible();
}

test(
  "a packing slip and the manifests of a day are saved where the person chooses, and a place that cannot be written is reported",
  { tag: "@all" },
  async ({ shared: desk }) => {
    const { page } = desk;
    const folder = temporaryFolder();
    await addOrder(page, "SLIP-1");
    await buy(page, "SLIP-1");
    const slip = page.getByRole("button", { name: "Packing slip (PDF)" });
    await choose(desk, null);
    await slip.click();
    await expect(slip).toBeEnabled();
    await choose(desk, join(folder, "slip"));
    await slip.click();
    await expect(page.getByText("Saved: slip.pdf")).toBeVisible();
    await expect(slip).toBeFocused();
    expect(readFileSync(join(folder, "slip.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");

    await page.keyboard.press("Control+2");
    await openManifests(page);
    const manifests = page.getByTestId("manifests");
    await expect(manifests.getByRole("listitem")).toHaveCount(1);
    await expect(manifests.getByRole("listitem")).toContainText("1 label");
    await choose(desk, join(folder, "day.xlsx"));
    await manifests.getByRole("button", { name: "For a spreadsheet" }).click();
    await expect(manifests.getByText("Saved: day.xlsx")).toBeVisible();
    expect(readFileSync(join(folder, "day.xlsx"), "latin1").slice(0, 2)).toBe("PK");
    mkdirSync(join(folder, "taken.pdf"));
    await choose(desk, join(folder, "taken.pdf"));
    await manifests.getByRole("button", { name: "Manifest as PDF" }).click();
    await expect(manifests.getByRole("alert")).toContainText(
      "This folder cannot be used: it is missing or full, or you may not write into it. Choose another folder.",
    );
    await manifests.getByLabel("Day").selectOption({ index: 2 });
    await expect(manifests).toContainText("No labels were bought on this day.");

    await showAs(page, { language: "tr", theme: "dark" });
    await page.getByRole("button", { name: /^(Today|Bugün)$/ }).click();
    await openManifests(page);
    await expect(page.getByTestId("manifests").getByRole("listitem")).toHaveCount(1);
  },
);

test("today's manifest of a carrier is saved from Today by the carrier's digit", async ({
  shared: desk,
}) => {
  const { page } = desk;
  const folder = temporaryFolder();
  await addOrder(page, "TODAY-1");
  await buy(page, "TODAY-1");
  await page.keyboard.press("Control+2");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeFocused();
  await expect(page.getByTestId("today-bought")).toContainText(/^[1-9]/);
  await expect(page.getByTestId("today-toHandOver")).toContainText(/^[1-9]/);
  await expect(page.getByTestId("carriers").getByRole("row")).toHaveCount(3);
  await openManifests(page);
  await expect(page.getByTestId("manifests").getByRole("listitem")).toHaveCount(1);
  await choose(desk, join(folder, "by-key.pdf"));
  await page.keyboard.press("1");
  await expect(page.getByText("Saved: by-key.pdf")).toBeVisible();
  expect(readFileSync(join(folder, "by-key.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");
});

test(
  "today's manifest is printed by the carrier's digit when a printer has the role for A4 documents",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "TODAY-4");
    await buy(page, "TODAY-4");
    await withPrinter({}, async (office) => {
      const { id } = await ask<{ id: string }>(page, "POST", "/station/printers", {
        name: "Office",
        driver: "tcp",
        host: "127.0.0.1",
        port: office.port,
      });
      await ask(page, "PUT", "/station/printers/roles", { a4: id });
      await page.keyboard.press("Control+2");
      await openManifests(page);
      await expect(page.getByRole("button", { name: /: Print manifest$/ })).toBeVisible();
      await page.keyboard.press("1");
      await expect(page.getByText("The manifest was sent to the printer")).toBeVisible();
      await expect
        .poll(async () =>
          (
            await ask<{ list: { title: string }[] }>(page, "GET", "/station/printjobs?limit=5")
          ).list.some(({ title }) => title.startsWith("manifest-")),
        )
        .toBe(true);
    });
    await removePrinters(page);
  },
);

test(
  "each figure of Today leads by the keyboard to the list that has as many rows",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "TODAY-2");
    await addOrder(page, "TODAY-3");
    await buy(page, "TODAY-3");
    for (const [name, chip] of [
      ["waiting", "status"],
      ["bought", "flags"],
      ["toHandOver", "status"],
    ] as const) {
      await page.keyboard.press("Control+2");
      await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeFocused();
      const figure = page.getByTestId(`today-${name}`);
      await expect(figure).toContainText(/^[1-9]/);
      const count = await figure.locator("b").innerText();
      await figure.getByRole("button").focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "Shipments" })).toBeVisible();
      await expect(
        page.getByTestId("shipment-table").locator("[role=row][aria-rowindex]"),
      ).not.toHaveCount(0);
      await expect(page.getByText(new RegExp(`^${count} shipments?$`))).toBeVisible();
      await expect(page.getByTestId(`filter-${chip}`)).toBeVisible();
      // Esc leads back to where the link was.
      await page.keyboard.press("Escape");
      await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    }
    await page.keyboard.press("Alt+h");
    await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    await page
      .getByTestId("carriers")
      .getByRole("button", { name: /, Packed: / })
      .first()
      .click();
    await expect(page.getByTestId("filter-carrier")).toBeVisible();
    await expect(page.getByTestId("filter-flags")).toContainText("Bought today");
  },
);

test("a packing slip is printed if a printer has that role, and the label's state stays on the screen", async ({
  shared: { page },
}) => {
  await addOrder(page, "SLIP-2");
  await withPrinter({}, async (slips) => {
    await withZebra(page, async (labels) => {
      const { id } = await ask<{ id: string }>(page, "POST", "/station/printers", {
        name: "Slips",
        driver: "tcp",
        host: "127.0.0.1",
        port: slips.port,
      });
      await ask(page, "PUT", "/station/printers/roles", { packingSlip: id });
      await buy(page, "SLIP-2");
      await expect(page.getByTestId("print-state")).toHaveAttribute("data-status", "CONFIRMED");
      const slip = page.getByRole("button", { name: "Print packing slip" });
      await slip.focus();
      await page.keyboard.press("Enter");
      // The first document loads the engines, which takes long while other windows are tested.
      await expect(page.getByTestId("slip")).toHaveAttribute("data-status", "CONFIRMED", {
        timeout: 60_000,
      });
      await expect(page.getByTestId("slip")).toContainText("Packing slip: printed");
      await expect(page.getByTestId("print-state")).toContainText("Zebra: printed");
      expect([labels.jobs().length, slips.jobs().length]).toEqual([1, 1]);
    });
  });
});
