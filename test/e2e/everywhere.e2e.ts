/**
 * Parts of every view: the palette, the menu, keys to the views, restarting a stopped core, notices
 * that shrink.
 */
import { expect } from "@playwright/test";
import { killCore } from "../helpers/core-thread.ts";
import { scan, showAs, openPalette, typeText } from "../helpers/desk-keys.ts";
import { addOrder, resize, test, withOwnWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

test("the palette finds a view and an appearance by typing, and Enter opens the view or sets the appearance", async ({
  shared: { page },
}) => {
  await page.keyboard.press("Control+k");
  const palette = page.getByTestId("palette");
  await expect(palette.getByRole("option").first()).toContainText("Pack");
  await typeText(page, "printers");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Printers" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openPalette(page);
  await typeText(page, "dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.keyboard.press("Control+1");
  await expect(page.getByRole("heading", { level: 1, name: "Pack" })).toBeAttached();
});

test(
  "text typed right after Ctrl+K goes to the palette, also when it opens for the first time",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("batches", { delay: 60 });
    await expect(page.getByTestId("palette").getByRole("combobox")).toHaveValue("batches");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Batches" })).toBeVisible();
  },
);

test("the palette fits the height of the window at 200 %", { tag: "@all" }, async ({ shared }) => {
  const { page } = shared;
  await resize(shared, { width: 1280, height: 800, zoom: 2 });
  await page.keyboard.press("Control+k");
  const box = await page.getByTestId("palette").locator("section").boundingBox();
  const height = await page.evaluate(() => window.innerHeight);
  expect(box !== null && box.y >= 0 && box.y + box.height <= height).toBe(true);
  await page.keyboard.press("Escape");
});

test("the palette finds an order by its recipient typed without diacritics, and opens its shipment", async ({
  shared: { page },
}) => {
  await addOrder(page, "PAL-7");
  await openPalette(page);
  await typeText(page, "omer isik");
  const found = page.getByTestId("palette").getByRole("group", { name: "Shipments" });
  await expect(found.getByRole("option").first()).toContainText("PAL-7");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Shipment");
  await page.keyboard.press("Control+1");
});

test("a scan while the palette is open opens the order", async ({ shared: { page } }) => {
  await addOrder(page, "PAL-1");
  await page.keyboard.press("Control+k");
  await expect(page.getByTestId("palette")).toBeVisible();
  await scan(page, "PAL-1");
  await expect(page.getByTestId("parcel")).toContainText("PAL-1");
  await expect(page.getByTestId("palette")).toBeHidden();
});

test("the menu is in the screen's language and opens the palette", async ({
  shared: { app, page },
}) => {
  const labels = () =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  await expect.poll(labels).toEqual(["File", "Edit", "View", "Help"]);
  await showAs(page, { language: "tr", theme: "light" });
  await expect.poll(labels).toEqual(["Dosya", "Düzen", "Görünüm", "Yardım"]);
  await showAs(page, { language: "en", theme: "light" });
  await expect.poll(labels).toEqual(["File", "Edit", "View", "Help"]);
  await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.items.find(({ label }) => label === "View")
      ?.submenu?.items[0]?.click(),
  );
  await expect(page.getByTestId("palette")).toBeVisible();
  await page.keyboard.press("Escape");
});

test(
  "a core that died too often is reported, and the button starts it again",
  { tag: "@all" },
  async () => {
    await withOwnWindow(temporaryFolder(), async (page, desk) => {
      const state = page.getByTestId("core-state");
      for (let death = 1; death <= 3; death += 1) {
        await killCore(desk);
        await expect(state).toBeVisible();
        await expect(state).toBeHidden({ timeout: 20_000 });
      }
      await killCore(desk);
      await expect(state).toContainText("The station stopped");
      await state.getByRole("button", { name: "Restart the station" }).focus();
      await page.keyboard.press("Enter");
      await expect(state).toBeHidden({ timeout: 20_000 });
      await addOrder(page, "AFTER-1");
      await scan(page, "AFTER-1");
      await expect(page.getByTestId("parcel")).toContainText("AFTER-1");
    });
  },
);

test("the banner is one thin line with the most urgent notice, and a button shows the others", async ({
  shared: { page },
}) => {
  const banner = page.locator("header").first();
  const height = () => banner.evaluate((header) => header.getBoundingClientRect().height);
  await expect(page.getByTestId("test-mode")).toContainText("TEST MODE");
  await expect(page.getByTestId("fallback-runtime")).toHaveCount(0);
  const thin = await height();
  expect(thin).toBeLessThanOrEqual(24);
  await page.getByRole("button", { name: "1 more notice" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("fallback-runtime")).toContainText("fallback runtime");
  expect(await height()).toBe(thin);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("fallback-runtime")).toHaveCount(0);
});

test("a view that cannot be drawn says so in the screen's language, and a button opens the screen again", async ({
  shared: { page },
}) => {
  await showAs(page, { language: "tr", theme: "light" });
  await page.evaluate(() =>
    Object.defineProperty(Intl.NumberFormat.prototype, "format", {
      get() {
        throw new Error("Intl.NumberFormat is broken");
      },
    }),
  );
  await page.keyboard.press("Control+8");
  const broken = page.getByTestId("broken");
  await expect(broken).toContainText("Ekran durdu");
  await expect(broken).toContainText("Satın alınanlar güvende");
  await expect(broken).toContainText("Destek için: Intl.NumberFormat");
  await broken.getByRole("button", { name: "Ekranı yeniden aç" }).click();
  await expect(page.getByTestId("pack")).toBeVisible();
});
