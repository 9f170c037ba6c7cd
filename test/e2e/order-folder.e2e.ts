/** The watched folder in the real window: chosen by the keyboard, files in, outcomes, Today. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { goToSection, scan, settle, tabTo } from "../helpers/desk-keys.ts";
import { step, test, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { aPDF, orderFile } from "../helpers/watched-folder.ts";

test("a lead chooses the order folder, sees what became of its files, and opens refused ones from Today", async () => {
  await withWindow(async (page, { app }) => {
    const folder = temporaryFolder();
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, folder);
    await goToSection(page, "Order folder");
    await tabTo(page, "button", "Choose folder…");
    await page.keyboard.press("Enter");
    const part = page.getByTestId("order-folder");
    await expect(part.getByRole("status")).toContainText("The folder is watched");
    const drop = (name: string, content: string): void =>
      writeFileSync(join(folder, "in", name), content);
    drop("orders.csv", orderFile("FOLDER-1"));
    drop("FOLDER-1.pdf", aPDF());
    drop("old.xls", "x");
    const row = (name: string) =>
      page.getByTestId("folder-files").getByRole("listitem").filter({ hasText: name });
    await expect(row("orders.csv")).toContainText("Imported", { timeout: 30_000 });
    await expect(row("orders.csv")).toContainText("1 order imported");
    await expect(row("FOLDER-1.pdf")).toContainText("Attached to its order", { timeout: 30_000 });
    await expect(row("old.xls")).toContainText("Only CSV, TXT, XLSX and PDF files are taken.");
    await page.keyboard.press("Control+2");
    await expect(page.getByTestId("decisions")).toContainText("The order folder has a fault");
    await settle(page);
    await page.keyboard.press("0");
    await tabTo(page, "button", "Mark as seen");
    await page.keyboard.press("Enter");
    await expect(part).not.toContainText("was refused or had refused rows");
    await page.keyboard.press("Control+1");
    await settle(page);
    await scan(page, "FOLDER-1");
    await step(page, "offers");
    await expect(page.getByTestId("papers")).toContainText("FOLDER-1.pdf");
    expect(readdirSync(join(folder, "refused"))).toHaveLength(2);
  });
});
