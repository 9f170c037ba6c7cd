/** Personal data, the audit log and diagnostics in the real window, by keyboard. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { PrivacyRules } from "../../core/records/privacy/privacy.schema.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, openSection, showAs, tabTo, typeText, settle } from "../helpers/desk-keys.ts";
import { resize, test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import type { DeskWindow } from "../helpers/window.ts";

let desk: DeskWindow;
test.beforeEach(({ shared }) => {
  desk = shared;
});

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

test("an owner sets how long personal data is kept", { tag: "@all" }, async () => {
  const { page } = desk;
  await openSection(page, "Personal data");
  await tabTo(page, "combobox", "Keep personal data of ended parcels");
  await typeText(page, "180");
  await tabTo(page, "button", "Save");
  await press(page, "Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await ask<PrivacyRules>(page, "GET", "/station/privacy")).toMatchObject({
    personalDataDays: 180,
  });
});

/** Adds a parcel of the person to erase, which was cancelled and has therefore ended. */
async function addEnded(page: Page): Promise<Shipment> {
  const made = await ask<Shipment>(page, "POST", "/shipments", {
    test: false,
    recipientAddress: {
      name: "Silinecek Kişi",
      phone: "+905559998877",
      email: "s@ornek.test",
      address1: "x 1",
      countryCode: "TR",
      cityCode: "34",
      districtName: "Kadıköy",
    },
    length: 10,
    width: 10,
    height: 10,
    weight: 1,
  });
  await ask(page, "DELETE", `/shipments/${made.id}`);
  return made;
}

test("a person is searched for, shown as counts, and erased after a second press", async () => {
  const { page } = desk;
  const made = await addEnded(page);
  await openSection(page, "Personal data");
  await tabTo(page, "textbox", "Phone");
  await typeText(page, "0555 999 88 77");
  await press(page, "Enter");
  await expect(page.getByTestId("person-found")).toContainText("Found: 1 ended parcel, 1 address.");
  await tabTo(page, "button", "Erase: this person");
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  await tabTo(page, "button", "Erase for good: this person");
  await press(page, "Enter");
  await expect(page.getByTestId("person-found")).toContainText("Erased: 1 parcel, 1 address.");
  expect((await ask<Shipment>(page, "GET", `/shipments/${made.id}`)).recipientAddress?.name).toBe(
    "",
  );
});

test(
  "the audit log shows what was done and by whom, and can be filtered by kind; its file has the shown entries",
  { tag: "@all" },
  async () => {
    const { page, app } = desk;
    await ask(page, "PATCH", "/station/privacy", { personalDataDays: 90 });
    await addEnded(page);
    await ask(page, "POST", "/station/privacy/erasures", {
      phone: "0555 999 88 77",
      email: "",
      name: "",
      address: "",
    });
    await openSection(page, "Personal data");
    await expect(page.getByTestId("audit")).toContainText("Person erased");
    await expect(page.getByTestId("audit")).toContainText("Retention of personal data changed");
    const { member } = await ask<DeskFacts>(page, "GET", "/station/desk");
    expect(member.name).not.toBe("");
    await expect(
      page.getByTestId("audit").getByRole("listitem").filter({ hasText: "Person erased" }).first(),
    ).toContainText(member.name);
    await tabTo(page, "combobox", "What");
    await typeText(page, "Erasure");
    await tabTo(page, "button", "Show");
    await press(page, "Enter");
    await expect(page.getByTestId("audit")).not.toContainText("Retention of personal data changed");
    await expect(page.getByTestId("audit")).toContainText("Person erased");

    // The form is changed, and not submitted.
    const file = join(temporaryFolder(), "audit.csv");
    await app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
    }, file);
    await page.getByRole("combobox", { name: "What" }).selectOption({ label: "Everything" });
    await page.getByRole("textbox", { name: "Day", exact: true }).fill("x");
    await page.getByRole("button", { name: "Save as a file" }).focus();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("audit.csv")).toBeVisible();
    const entries = await page.getByTestId("audit").getByRole("listitem").count();
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(1 + entries);
  },
);

test(
  "a day is typed in the screen's format, and an invalid day and a too short phone number are refused at their fields",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    // Makes an audit entry of today.
    await ask(page, "PATCH", "/station/privacy", { personalDataDays: 90 });
    for (const [language, section, day, typed, wrong, phone, short] of [
      [
        "tr",
        "Kişisel veriler",
        "Gün",
        "24.11.2020",
        "Günü 21.11.2026 gibi yazın.",
        "Telefon",
        "En az yedi rakam yazın.",
      ],
      [
        "en",
        "Personal data",
        "Day",
        "24/11/2020",
        "Type a day such as 21/11/2026.",
        "Phone",
        "Type at least seven digits.",
      ],
    ] as const) {
      await showAs(page, { language, theme: "light" });
      await openSection(page, section);
      await expect(page.getByTestId("audit").getByRole("listitem").first()).toBeVisible();
      const field = page.getByRole("textbox", { name: day, exact: true });
      await field.fill("x");
      await press(page, "Enter");
      await expect(page.getByText(wrong)).toBeVisible();
      await expect(page.getByTestId("audit").getByRole("listitem").first()).toBeVisible();
      await field.fill(typed);
      await press(page, "Enter");
      await expect(page.getByText(wrong)).toHaveCount(0);
      await expect(page.getByTestId("audit").getByRole("listitem")).toHaveCount(0);
      await page.getByRole("textbox", { name: phone, exact: true }).fill("0555");
      await press(page, "Enter");
      await expect(page.getByText(short)).toBeVisible();
    }
  },
);

test(
  "diagnostics are in the screen's language, and a printer's long name leaves room for its state",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    const name = "Depo arka köşe sevkiyat masası yedek etiket yazıcısı Zebra ZD421 203 dpi";
    await ask(page, "POST", "/station/printers", {
      name,
      driver: "tcp",
      host: "127.0.0.1",
      port: 9,
    });
    await showAs(page, { language: "tr", theme: "light" });
    await openSection(page, "Hakkında");
    const box = page.getByTestId("diagnostics");
    await expect(async () => {
      await box.getByRole("button", { name: "Yeniden oku" }).click();
      await expect(box.locator("dl")).toContainText(`Yazıcı ${name}ulaşılamıyor`, {
        timeout: 1_000,
      });
    }).toPass();
    await expect(box.locator("dl")).not.toContainText("refuses the connection");
    await expect(box.locator("dl")).toContainText(/Veritabanı\d+(,\d)? MB/);
    expect((await box.locator("dd").last().boundingBox())?.width).toBeGreaterThan(300);
    for (const width of [1_280, 1_024]) {
      await resize(desk, { width, height: 700, zoom: 1 });
      const bar = page.getByRole("contentinfo");
      await expect(bar.getByText("ulaşılamıyor")).toBeInViewport({ ratio: 1 });
      for (const one of [page.getByTestId("balance"), bar.getByText("Depo Sorumlusu")]) {
        await expect(one).toBeInViewport({ ratio: 1 });
        expect([
          width,
          await one.evaluate(
            (element) => element.scrollWidth <= element.clientWidth || element.clientWidth === 0,
          ),
        ]).toEqual([width, true]);
      }
    }
    await box.locator("dd").last().scrollIntoViewIfNeeded();
  },
);

test("diagnostics are read and copied as a text", async () => {
  const { page, app } = desk;
  await openSection(page, "About");
  await expect(page.getByTestId("diagnostics")).toContainText("SQLite");
  await tabTo(page, "button", "Copy as text");
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toContain("app: Packbench");
});

for (const { language, theme, width, height } of [
  { language: "en", theme: "light", width: 1280, height: 800 },
  { language: "tr", theme: "dark", width: 1920, height: 1080 },
  { language: "tr", theme: "light", width: 1024, height: 700 },
  { language: "en", theme: "contrast", width: 1280, height: 800 },
] as const) {
  test(
    `Personal data and About fit ${width}×${height}, ${theme}, ${language}`,
    { tag: "@all" },
    async () => {
      const { page, app } = desk;
      await app.evaluate(
        ({ BrowserWindow }, size) =>
          BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
        { width, height },
      );
      await showAs(page, { language, theme });
      for (const words of language === "en"
        ? ["Personal data", "About"]
        : ["Kişisel veriler", "Hakkında"]) {
        await openSection(page, words);
        await expect(
          page.getByRole("tabpanel").getByRole("heading", { level: 2 }).nth(1),
        ).toBeVisible();
        if (theme === "light") expect(await faultsOf(page)).toEqual([]);
        await page.getByRole("tabpanel").evaluate((pane) => {
          for (let box: Element | null = pane; box !== null; box = box.parentElement)
            box.scrollTop = box.scrollHeight;
        });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        ).toBe(true);
      }
    },
  );
}
