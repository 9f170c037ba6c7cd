/** Sources of orders by keyboard: an unknown file's columns, and papers before a purchase. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { PDFDocument } from "pdf-lib";
import { ask, dropFile, scan, settle, typeText } from "../helpers/desk-keys.ts";
import { test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const HEAD = "Fiş No;Cari Ünvanı;Cep;Açık Adresi;Semti;Şehri;Brüt Kg";
const rowOf = (no: string): string =>
  `${no};Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5`;

test("a file with unknown headings asks for its columns once, by keyboard, and the next file is read without a question", async ({
  shared: { page },
}) => {
  await dropFile(page, "logo.csv", `${HEAD}\n${rowOf("LOGO-1")}\n`);
  const result = page.getByTestId("import-result");
  await expect(result).toContainText("logo.csv was not imported");
  await settle(page);
  await page.keyboard.press("Alt+c");
  const form = page.getByTestId("choose-columns");
  await expect(form.getByLabel("Name of the source")).toBeFocused();
  await typeText(page, "Logo");
  await settle(page);
  await page.keyboard.press("Enter");
  // The first column without a heading has the focus; letters typed without marks choose a heading.
  const number = form.getByLabel("Order number (required)");
  await expect(number).toBeFocused();
  await expect(form).toContainText("Choose the heading of this column.");
  for (const heading of ["Fis", "Cari", "Cep", "Acik", "Semti", "Sehri", "Brut"]) {
    await typeText(page, heading);
    await settle(page);
    await page.keyboard.press("Tab");
  }
  await expect(number).toHaveValue("Fiş No");
  await expect(form).toContainText("LOGO-1");
  await settle(page);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("import-source")).toHaveText("Read as Logo");
  await expect(page.getByTestId("import-added")).toHaveText("1 order added");

  await dropFile(page, "logo-2.csv", `${HEAD}\n${rowOf("LOGO-1")}\n${rowOf("LOGO-2")}\n`);
  const second = page.getByTestId("import-result").nth(1);
  await expect(second.getByTestId("import-source")).toHaveText("Read as Logo");
  await expect(second.getByTestId("import-known")).toHaveText("1 order was here already");
  await page.keyboard.press("Escape");
});

test(
  "what a source demands is chosen in Settings; Pack then asks for the number and the PDF before it buys",
  { tag: "@all" },
  async ({ shared: { page, app } }) => {
    const file = join(temporaryFolder(), "fatura.pdf");
    const pdf = await PDFDocument.create();
    pdf.addPage([595, 842]).drawText("Fatura");
    writeFileSync(file, await pdf.save());
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, file);
    const usual = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";
    await dropFile(page, "evrak.csv", `${usual}\n${rowOf("EVRAK-1")}\n`);
    await expect(page.getByTestId("import-added").last()).toHaveText("1 order added");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.keyboard.press("Control+f");
    await page.locator("#settings-search").fill("order sources");
    await page.getByTestId("settings-found").getByRole("button").first().click();
    const row = page.getByTestId("order-source").first();
    await expect(row).toContainText("Files with usual headings");
    await row.getByLabel("Invoice number").focus();
    await page.keyboard.press("Space");
    await expect(row.getByLabel("Invoice number")).toBeChecked();
    await settle(page);
    await row.getByLabel("An attached PDF").focus();
    await page.keyboard.press("Space");
    await expect(row.getByLabel("An attached PDF")).toBeChecked();
    // Another station or window changes the sources.
    const waybill = { name: "order-file", demands: ["invoiceNumber", "waybillNumber", "paper"] };
    await ask(page, "PUT", "/station/order-sources", { name: "Trendyol" });
    await ask(page, "PUT", "/station/order-sources", waybill);
    await expect(row.getByLabel("Waybill number")).toBeChecked();
    await expect(page.getByTestId("order-source").filter({ hasText: "Trendyol" })).toBeVisible();
    await ask(page, "DELETE", "/station/order-sources/Trendyol");
    await expect(page.getByTestId("order-source").filter({ hasText: "Trendyol" })).toHaveCount(0);
    await ask(page, "PUT", "/station/order-sources", {
      ...waybill,
      demands: ["invoiceNumber", "paper"],
    });
    await expect(row.getByLabel("Waybill number")).not.toBeChecked();

    await page.keyboard.press("Control+1");
    await scan(page, "EVRAK-1");
    await expect(page.getByTestId("offer-list")).toBeVisible();
    await settle(page);
    await page.keyboard.press("Enter");
    const papers = page.getByTestId("missing-papers");
    await expect(papers).toContainText("Order EVRAK-1 has no invoice number.");
    await expect(papers.getByLabel("Invoice number")).toBeFocused();
    await typeText(page, "F");
    await settle(page);
    await scan(page, "F-2026-1");
    await expect(papers.getByLabel("Invoice number")).toHaveValue("F-2026-1");
    await expect(papers).toContainText("Order EVRAK-1 has no invoice number.");
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(papers).toHaveCount(0);
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(papers).toContainText("No PDF is attached to order EVRAK-1.");
    await settle(page);
    await page.keyboard.press("Alt+p");
    await expect(papers).toHaveCount(0);
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("parcel")).toContainText("Bought");
    await ask(page, "DELETE", "/station/order-sources/order-file");
  },
);
