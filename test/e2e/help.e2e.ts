/**
 * Help in the real window: the guides by keyboard, in both languages and in several window sizes,
 * and on paper.
 */
import { expect, type Page } from "@playwright/test";
import { PDFDocument } from "pdf-lib";
import { faultsOf } from "../helpers/axe.ts";
import { showAs, tabTo, typeText } from "../helpers/desk-keys.ts";
import { resize, test } from "../helpers/desk-page.ts";
import type { DeskWindow } from "../helpers/window.ts";
import { drawPdf } from "../helpers/draw-pdf.ts";

const WORDS = {
  en: {
    packer: "Packer's card",
    owner: "For owners",
    it: "For IT",
    api: "For programs (API)",
    find: "Find in this guide",
  },
  tr: {
    packer: "Paketleme kartı",
    owner: "İşletme sahibi için",
    it: "BT birimi için",
    api: "Programlar için (API)",
    find: "Bu kılavuzda ara",
  },
} as const;
const TITLES = {
  en: ["Packer's card", "Guide for owners", "Guide for IT", "Guide for programs (API)"],
  tr: [
    "Paketleme kartı",
    "İşletme sahibi için kılavuz",
    "BT birimi için kılavuz",
    "Programlar için kılavuz (API)",
  ],
} as const;
const NAMES = ["packer", "owner", "it", "api"] as const;

const guide = (page: Page) => page.getByTestId("guide");

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

async function openHelp(page: Page): Promise<void> {
  await press(page, "Alt+KeyH");
  await expect(guide(page).getByRole("heading", { level: 2 })).toBeVisible();
}

/** Returns the PDF that printing the window gives. */
async function printed({ app }: DeskWindow): Promise<Uint8Array> {
  const base64 = await app.evaluate(async ({ BrowserWindow }) =>
    (
      await BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({ preferCSSPageSize: true })
    )?.toString("base64"),
  );
  return Buffer.from(base64 ?? "", "base64");
}

test(
  "Alt+H opens the guides from another view, keys choose a guide and a heading, links lead to other guides, and Esc returns to that view",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await press(page, "Control+5");
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Addresses");
    await openHelp(page);
    await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeFocused();
    await tabTo(page, "button", WORDS.en.owner);
    await press(page, "Enter");
    await expect(guide(page).getByRole("heading", { level: 2 })).toHaveText("Guide for owners");
    await tabTo(page, "button", "Moving to another computer");
    await press(page, "Enter");
    const heading = guide(page).getByRole("heading", { name: "Moving to another computer" });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await guide(page).getByRole("button", { name: "packer's card" }).focus();
    await press(page, "Enter");
    await expect(guide(page).getByRole("heading", { level: 2 })).toHaveText("Packer's card");
    await press(page, "Escape");
    await expect(title).toHaveText("Addresses");
  },
);

test(
  "a link to a heading of another guide scrolls to that heading",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await openHelp(page);
    await page.getByRole("button", { name: WORDS.en.api }).click();
    await guide(page).getByRole("button", { name: "Ports and TLS" }).click();
    await expect(guide(page).getByRole("heading", { name: "Ports and TLS" })).toBeFocused();
  },
);

test(
  "the list of keys and the application's menu lead to the guides",
  { tag: "@all" },
  async ({ shared }) => {
    const { app, page } = shared;
    await press(page, "F1");
    await page.getByTestId("key-list").getByRole("button", { name: "Open the guides" }).click();
    await expect(guide(page)).toBeVisible();
    await press(page, "Escape");
    await expect(guide(page)).toBeHidden();
    await app.evaluate(({ Menu }) => {
      const find = (items: Electron.MenuItem[]): Electron.MenuItem | undefined =>
        items
          .flatMap((item) => [item, ...(item.submenu?.items ?? [])])
          .find(({ label }) => label === "Guides");
      find(Menu.getApplicationMenu()?.items ?? [])?.click();
    });
    await expect(guide(page)).toBeVisible();
  },
);

test(
  "Ctrl+F finds text in the guide that is typed without diacritics, and Enter goes through the matches",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await showAs(page, { language: "tr", theme: "light" });
    await openHelp(page);
    await page.getByRole("button", { name: WORDS.tr.owner }).click();
    await expect(guide(page).getByRole("heading", { level: 2 })).toHaveText(
      "İşletme sahibi için kılavuz",
    );
    await press(page, "Control+KeyF");
    const field = page.getByRole("searchbox", { name: WORDS.tr.find });
    await expect(field).toBeFocused();
    await typeText(page, "yazici");
    const count = page.getByRole("search").getByRole("status");
    await expect(count).toHaveText(/^1 \/ \d+$/);
    const all = Number((await count.textContent())?.split(" / ")[1]);
    expect(all).toBeGreaterThan(5);
    await press(page, "Enter");
    await expect(count).toHaveText(`2 / ${all}`);
    await press(page, "Shift+Enter");
    await press(page, "Shift+Enter");
    await expect(count).toHaveText(`${all} / ${all}`);
    await field.fill("zzz");
    await expect(count).toHaveText("Bulunamadı");
  },
);

for (const language of ["en", "tr"] as const) {
  test(
    `every guide opens without an accessibility fault (${language})`,
    { tag: "@all" },
    async ({ shared }) => {
      test.setTimeout(180_000);
      const { page } = shared;
      await showAs(page, { language, theme: "light" });
      await openHelp(page);
      for (const [at, name] of NAMES.entries()) {
        await page.getByRole("button", { name: WORDS[language][name], exact: true }).click();
        await expect(guide(page).getByRole("heading", { level: 2 })).toHaveText(
          TITLES[language][at] ?? "",
        );
        expect(await faultsOf(page)).toEqual([]);
      }
    },
  );

  test(
    `the packer's card is one page of A4, and each other guide prints on several pages (${language})`,
    language === "en" ? {} : { tag: "@all" },
    async ({ shared }) => {
      const { page } = shared;
      await showAs(page, { language, theme: "contrast" });
      await openHelp(page);
      const card = await printed(shared);
      const pages = (await PDFDocument.load(card)).getPages();
      expect(pages.map((one) => [Math.round(one.getWidth()), Math.round(one.getHeight())])).toEqual(
        [[595, 842]],
      );
      const picture = await drawPdf(card);
      // The print is black on white also in this theme, shows nothing of the window, and leaves the
      // page's edges empty.
      expect(picture.darkShare).toBeGreaterThan(0.02);
      expect(picture.darkShare).toBeLessThan(0.2);
      expect(picture.isEdgeWhite).toBe(true);
      for (const name of ["owner", "it", "api"] as const) {
        await page.getByRole("button", { name: WORDS[language][name], exact: true }).click();
        await expect(guide(page).getByRole("heading", { level: 2 })).toHaveText(
          TITLES[language][NAMES.indexOf(name)] ?? "",
        );
        expect((await PDFDocument.load(await printed(shared))).getPageCount()).toBeGreaterThan(1);
      }
    },
  );
}

test(
  "the button and Ctrl+P print the open guide, and another view is not printed as a guide",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await openHelp(page);
    await page.evaluate(() => {
      Reflect.set(globalThis, "printedTimes", 0);
      window.print = () =>
        void Reflect.set(
          globalThis,
          "printedTimes",
          Number(Reflect.get(globalThis, "printedTimes")) + 1,
        );
    });
    const times = (): Promise<unknown> =>
      page.evaluate(() => Reflect.get(globalThis, "printedTimes") as unknown);
    await press(page, "Control+KeyP");
    await expect.poll(times).toBe(1);
    await tabTo(page, "button", "Print");
    await press(page, "Enter");
    await expect.poll(times).toBe(2);
    await press(page, "Escape");
    await expect(guide(page)).toBeHidden();
    await press(page, "Control+KeyP");
    expect(await times()).toBe(2);
    await expect(page.locator("[data-paper]")).toHaveCount(0);
  },
);

for (const { width, height, language } of [
  { width: 1920, height: 1080, language: "en" },
  { width: 1024, height: 700, language: "en" },
  { width: 1024, height: 700, language: "tr" },
] as const) {
  test(
    `the guide for IT fits ${width} × ${height} (${language})`,
    { tag: "@all" },
    async ({ shared }) => {
      const { page } = shared;
      await resize(shared, { width, height, zoom: 1 });
      await showAs(page, { language, theme: "light" });
      await openHelp(page);
      await page.getByRole("button", { name: WORDS[language].it, exact: true }).click();
      await expect(guide(page).getByRole("heading", { level: 2 })).toHaveText(TITLES[language][2]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > window.innerWidth,
      );
      expect(wide).toBe(false);
    },
  );
}
