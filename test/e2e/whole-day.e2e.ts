/** A shift's day by the screens: badges, order folder, Pack, truck, Today and the audit log. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  changedFile,
  type ChangedRow,
} from "../core/fulfilment/order-changes/order-change-acts.ts";
import { cover, LEAD_PIN, makeBadges, typePin } from "../helpers/desk-badges.ts";
import { goToSection, openSection, scan, settle, tabTo } from "../helpers/desk-keys.ts";
import { barcodeOf, step, test, withWindow, withZebra } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { buyLive } from "../helpers/live-labels.ts";

const press = async (page: Page, key: string): Promise<void> => {
  await settle(page);
  await page.keyboard.press(key);
};

/** Makes the texts of order files. */
const textOf = (...rows: readonly ChangedRow[]): string =>
  Buffer.from(changedFile(rows), "base64").toString();

/** Scans an order. */
async function open(page: Page, code: string): Promise<void> {
  await settle(page);
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
}

/** Takes a box by its digit. */
async function takeBox(page: Page): Promise<void> {
  await step(page, "offers");
  await press(page, "F3");
  await press(page, "3");
}

/** Chooses the carrier whose labels may be shipped by its digit, and buys. */
async function buyLiveLabel(page: Page): Promise<void> {
  await expect(page.getByTestId("parcel")).toContainText("30 × 20 × 15 cm");
  await settle(page);
  const offers = page.getByTestId("offer-list").locator("label, li");
  const names = await offers.allInnerTexts();
  const digit = names.findIndex((name) => name.includes("Hızlı Kargo Standart")) + 1;
  await page.keyboard.press(String(digit));
  await expect(page.getByTestId("buy-button")).toContainText("Hızlı Kargo Standart");
  await press(page, "Enter");
  await step(page, "bought");
}

test(
  "a shift's day leads from an order file to a saved manifest, and the audit log names who did what",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, { app }) => {
      const folder = temporaryFolder();
      const manifest = join(folder, "truck.pdf");
      await app.evaluate(
        ({ dialog, shell }, { chosen, filePath }) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
          shell.openPath = () => Promise.resolve("");
        },
        { chosen: folder, filePath: manifest },
      );
      await buyLive(page, []);
      await goToSection(page, "Order folder");
      await tabTo(page, "button", "Choose folder…");
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("order-folder").getByRole("status")).toContainText(
        "is watched",
      );
      const drop = (name: string, ...rows: readonly ChangedRow[]): void =>
        writeFileSync(join(folder, "in", name), textOf(...rows));
      const file = (name: string) =>
        page.getByTestId("folder-files").getByRole("listitem").filter({ hasText: name });
      drop(
        "morning.csv",
        { no: "GUN-1", name: "Ayşe Ak" },
        { no: "GUN-2", name: "Can Bal", phone: "0555 999 00 01" },
        { no: "GUN-3", name: "Can Bal", phone: "05559990001" },
        { no: "GUN-4", name: "Efe Us", phone: "05441112233" },
        { no: "GUN-5", name: "Gül Er", phone: "5,32E+09" },
        { no: "GUN-6", name: "Hale Su", phone: "05441112244" },
      );
      await expect(file("morning.csv")).toContainText("5 orders imported", { timeout: 30_000 });
      await withZebra(page, async (printer) => {
        const { packer, lead } = await makeBadges(page);
        await page.keyboard.press("Control+l");
        await expect(cover(page)).toBeVisible();
        await scan(page, packer);
        await expect(page.getByRole("contentinfo")).toContainText("Paketci");
        await press(page, "Control+1");

        await open(page, "GUN-1");
        await takeBox(page);
        await buyLiveLabel(page);
        await expect.poll(() => printer.jobs().length).toBe(1);
        await open(page, "GUN-2");
        await press(page, "Alt+t");
        await expect(page.getByTestId("joined")).toContainText("GUN-3");
        await takeBox(page);
        await buyLiveLabel(page);
        drop(
          "noon.csv",
          { no: "GUN-4", name: "Efe Us", phone: "05441112233", address: "Lale Sk. 7" },
          { no: "GUN-6", name: "Hale Su", phone: "05441112244", state: "İptal" },
          { no: "GUN-1", name: "Ayşe Ak", address: "Yeni Sk. 2" },
        );
        await press(page, "Escape");
        await expect(page.getByTestId("pack")).toContainText("3 orders were changed by files", {
          timeout: 30_000,
        });
        await open(page, "GUN-4");
        await expect(page.getByTestId("change-question")).toContainText("Lale Sk. 7");
        await press(page, "F10");
        await expect(page.getByTestId("parcel")).toContainText("Lale Sk. 7");
        // The box of the earlier parcel with these contents is proposed.
        await step(page, "measuring");
        await press(page, "Enter");
        await buyLiveLabel(page);
        await open(page, "GUN-6");
        await expect(page.getByTestId("change-question")).toContainText("A file has cancelled");
        await press(page, "Escape");
        await open(page, "GUN-1");
        await expect(page.getByTestId("pack")).toContainText("Its label was bought before");
        // Below the notice the label's picture is small, and not a dot.
        const picture = page.locator("figure canvas");
        await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(150);
        await press(page, "Escape");

        const [first, joined] = [await barcodeOf(page, "GUN-1"), await barcodeOf(page, "GUN-2")];
        await press(page, "Control+t");
        await settle(page);
        await scan(page, first);
        await expect(page.getByTestId("on-the-truck")).toContainText("1");
        await scan(page, joined);
        await scan(page, joined);
        await expect(page.getByTestId("on-the-truck")).toContainText("2");
        await page.getByRole("heading", { level: 1 }).focus();
        await press(page, "Enter");
        await expect(page.getByTestId("end-question")).toContainText("1 parcel of this carrier");
        await press(page, "F10");
        const ended = page.getByTestId("end-result");
        await expect(ended).toContainText("2 parcels handed over to Hızlı Kargo");
        await expect(ended).toContainText("Saved: truck.pdf");
        expect(readFileSync(manifest, "latin1").slice(0, 5)).toBe("%PDF-");

        await settle(page);
        await scan(page, lead);
        await typePin(page, LEAD_PIN);
        await expect(page.getByRole("contentinfo")).toContainText("Sorumlu");
        await press(page, "Control+2");
        await expect(page.getByTestId("decisions")).toContainText("2 orders were changed by files");
        await press(page, "Alt+d");
        await expect(page.getByTestId("order-changes")).toContainText("The carrier has the parcel");
        await press(page, "Escape");
        await openSection(page, "Personal data");
        const entries = page.getByTestId("audit").getByRole("listitem");
        await expect(entries.first()).toContainText(/Signed in at the desk[^]*Sorumlu/);
        for (const words of ["Loading of a truck ended", "Orders packed together", "GUN-4"])
          await expect(entries.filter({ hasText: words }).first()).toContainText("Paketci");
        await expect(entries.filter({ hasText: "Badge made" }).first()).toContainText(
          "Depo Sorumlusu",
        );
      });
    });
  },
);
