/**
 * Every screen in one sheet, to be looked at: `test-results/contact/index.html`. Two languages, two sizes, three themes, and type at 150 %.
 * Of each picture it is checked that the page is no wider than the window, and that at most one command has the key Enter.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { ROOT } from "../helpers/folders.ts";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { addPrinter, resize, step, withPrinter, withWindow } from "../helpers/desk-page.ts";
import type { DeskWindow } from "../helpers/window.ts";

const FOLDER = join(ROOT, "test-results", "contact");
const LANGUAGES = ["en", "tr"] as const;
const LOOKS = [
  { name: "light", theme: "light", width: 1280, height: 800, zoom: 1 },
  { name: "dark", theme: "dark", width: 1280, height: 800, zoom: 1 },
  { name: "contrast", theme: "contrast", width: 1280, height: 800, zoom: 1 },
  { name: "light 150 %", theme: "light", width: 1280, height: 800, zoom: 1.5 },
  { name: "dark 1920", theme: "dark", width: 1920, height: 1080, zoom: 1 },
] as const;
/** Of some three hundred pictures on a busy machine. */
const PATIENCE_MS = 400_000;
const PAINT_MS = 60;
/** It names Enter beside what is done with it. */
const LIST_OF_KEYS = "keys";
const EAN = "8690000000012";
const RECIPIENT = { name: "Çağla Şimşekoğlu", email: "o@ornek.test", phone: "+905551112233", address1: "Bağdat Cd. No: 5 D: 3", countryCode: "TR", cityCode: "34", districtName: "Kadıköy" };
const LONG = { ...RECIPIENT, name: "Abdurrahman Muhammed Karahasanoğlu Büyükçekmecelioğlu", cityCode: "06", districtName: "Şereflikoçhisar" };
const ITEMS = [{ title: "Kupa", variantTitle: "mavi", quantity: 2, ean: EAN }, { title: "T-shirt", variantTitle: "M", quantity: 1, ean: "8690504012344" }];
const MANY = Array.from({ length: 40 }, (_, i) => ({ title: `Ürün ${i + 1}`, quantity: 1, ean: EAN }));

/** What the sheet has a row for, in the order of the rows. */
type Sheet = { readonly desk: DeskWindow; readonly language: (typeof LANGUAGES)[number]; readonly rows: Set<string> };

const fileOf = (row: string, language: string, look: string): string => `${row} ${language} ${look}.png`.replaceAll(/[ %]+/g, "-").replace("-.png", ".png");

/** One screen as it stands, in every look. */
async function take({ desk, language, rows }: Sheet, row: string): Promise<void> {
  rows.add(row);
  for (const { name, theme, width, height, zoom } of LOOKS) {
    await resize(desk, { width, height, zoom });
    await desk.page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, width / zoom);
    await desk.page.evaluate((value) => {
      document.documentElement.dataset["theme"] = value;
    }, theme);
    // Until the window has drawn it: a frame of the page is drawn before the window's.
    await desk.page.waitForTimeout(PAINT_MS);
    const seen = await desk.page.evaluate(() => ({
      isWide: document.documentElement.scrollWidth > innerWidth,
      // Enter in a form is that form's own while it has the focus.
      enters: [...document.querySelectorAll("kbd")].filter((key) => key.textContent === "Enter" && key.checkVisibility() && (key.closest("form")?.contains(document.activeElement) ?? true)).length,
    }));
    expect.soft({ row, language, name, isWide: seen.isWide, oneEnter: seen.enters <= 1 || row === LIST_OF_KEYS }).toEqual({ row, language, name, isWide: false, oneEnter: true });
    await desk.app.evaluate(
      async ({ BrowserWindow }, file) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        await contents?.capturePage(); // brings the newest frame, and may itself be an older one
        const png = (await contents?.capturePage())?.toPNG();
        if (png !== undefined) process.getBuiltinModule("node:fs").writeFileSync(file, png);
      },
      join(FOLDER, fileOf(row, language, name)),
    );
  }
}

async function addOrder(page: Page, orderNumber: string, change: Record<string, unknown> = {}): Promise<void> {
  await ask(page, "POST", "/shipments", { recipientAddress: RECIPIENT, length: 30, width: 20, height: 15, weight: 2.5, items: ITEMS, ...change, order: { orderNumber, notes: "Zile basmayın, arayın." } });
}

async function open(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
}

/** A packer's way through an order, and the questions on it. */
async function takePack(sheet: Sheet): Promise<void> {
  const { page } = sheet.desk;
  const number = (name: string): string => `${name}-${sheet.language}`.toUpperCase();
  await addOrder(page, number("A"));
  await addOrder(page, `${number("L")}-${"20261121".repeat(12)}`.slice(0, 100), { recipientAddress: LONG, items: MANY });
  await addOrder(page, number("N"), { length: 400, width: 300, height: 300, weight: 900 });
  await take(sheet, "pack empty");
  await open(page, number("A"));
  await step(page, "offers");
  await take(sheet, "pack offers");
  await page.keyboard.press("F3");
  await take(sheet, "pack boxes");
  await page.keyboard.press("F3");
  await take(sheet, "pack size");
  await page.keyboard.press("Escape");
  await step(page, "offers");
  await page.keyboard.press("F4");
  await expect(page.getByTestId("offers-table")).toBeVisible();
  await take(sheet, "pack table");
  await page.keyboard.press("F4");
  await scan(page, "4006381333931");
  await expect(page.getByTestId("wrong-item")).toBeVisible();
  await take(sheet, "pack wrong article");
  await page.keyboard.press("Escape");
  await open(page, number("A"));
  await scan(page, EAN);
  await expect(page.getByTestId("item").first()).toContainText("1");
  await settle(page);
  await page.keyboard.press("Alt+b");
  await expect(page.getByTestId("box-no")).toBeVisible();
  await take(sheet, "pack two boxes");
  await page.keyboard.press("F9");
  await expect(page.getByTestId("hold")).toBeVisible();
  await take(sheet, "pack hold question");
  await page.keyboard.press("Escape");
  await settle(page);
  await page.keyboard.press("Enter");
  await step(page, "bought");
  await take(sheet, "pack bought");
  await page.keyboard.press("F8");
  await expect(page.getByTestId("undo-question")).toBeVisible();
  await take(sheet, "pack undo");
  await page.keyboard.press("Escape");
  await page.keyboard.press("F11");
  await expect(page.getByTestId("today")).toBeVisible();
  await take(sheet, "pack today");
  await page.keyboard.press("Escape");
  await open(page, number("N"));
  await expect(page.getByTestId("no-offers")).toBeVisible();
  await take(sheet, "pack no offers");
  await scan(page, "unknown-1");
  await expect(page.getByTestId("failure")).toBeVisible();
  await take(sheet, "pack failure");
  await open(page, `${number("L")}-`.concat("20261121".repeat(12)).slice(0, 100));
  await step(page, "offers");
  await take(sheet, "pack forty items");
  await settle(page);
  await page.keyboard.press("F9");
  await page.keyboard.press("1");
  await step(page, "empty");
  await page.keyboard.press("F9");
  await take(sheet, "pack on hold");
  await page.keyboard.press("Escape");
}

/** Each view of the rail, with a shipment's detail; then what opens over them. */
async function takeViews(sheet: Sheet): Promise<void> {
  const { page } = sheet.desk;
  const entries = page.getByRole("navigation").getByRole("button");
  const names = [...sheet.rows].filter((row) => row.startsWith("view "));
  for (let i = 1; i < (await entries.count()); i += 1) {
    await entries.nth(i).press("Enter");
    await expect(entries.nth(i)).toHaveAttribute("aria-current", "page");
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("");
    const row = names.find((name) => name.startsWith(`view ${i} `)) ?? `view ${i} ${(await entries.nth(i).textContent()) ?? ""}`;
    await settle(page);
    await take(sheet, row);
    if (i !== 1) continue;
    await page.getByRole("grid").focus();
    await page.keyboard.press("Enter");
    await settle(page);
    await take(sheet, "shipment");
  }
  await page.keyboard.press("Control+k");
  await expect(page.getByTestId("palette").getByRole("option").first()).toBeVisible();
  await take(sheet, "palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("F1");
  await settle(page);
  await take(sheet, LIST_OF_KEYS);
  await page.keyboard.press("Escape");
}

/** The purchase that a printer stops. */
async function takeGate(sheet: Sheet): Promise<void> {
  const { page } = sheet.desk;
  await addOrder(page, `G-${sheet.language}`.toUpperCase());
  await open(page, `G-${sheet.language}`.toUpperCase());
  await step(page, "offers");
  await settle(page);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("gate")).toBeVisible();
  await take(sheet, "pack printer stopped");
  await page.keyboard.press("Escape");
}

function writeSheet(rows: ReadonlySet<string>): void {
  const columns = LANGUAGES.flatMap((language) => LOOKS.map((look) => ({ language, look: look.name })));
  const cell = (row: string, { language, look }: (typeof columns)[number]): string => `<td><a href="${fileOf(row, language, look)}"><img loading="lazy" src="${fileOf(row, language, look)}" width="400" alt="${row}, ${language}, ${look}"></a></td>`;
  const head = columns.map(({ language, look }) => `<th>${language} · ${look}</th>`).join("");
  const body = [...rows].map((row) => `<tr><th>${row}</th>${columns.map((column) => cell(row, column)).join("")}</tr>`).join("\n");
  writeFileSync(join(FOLDER, "index.html"), `<!doctype html><meta charset="utf-8"><title>All screens</title><style>body{font:14px sans-serif}th{position:sticky;top:0;background:#fff;text-align:left}</style><table><tr><th></th>${head}</tr>\n${body}</table>\n`);
}

test("all screens stand on one contact sheet, none wider than its window and none with two commands on Enter", async () => {
  test.setTimeout(PATIENCE_MS);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const rows = new Set<string>();
  await withWindow(async (page, desk) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const language of LANGUAGES) {
      await showAs(page, { language, theme: "light" });
      await takePack({ desk, language, rows });
      await takeViews({ desk, language, rows });
    }
    await withPrinter({ behaviour: { mode: "paper out" } }, async (printer) => {
      await addPrinter(page, printer.port);
      for (const language of LANGUAGES) {
        await showAs(page, { language, theme: "light" });
        await takeGate({ desk, language, rows });
      }
    });
  });
  writeSheet(rows);
});
