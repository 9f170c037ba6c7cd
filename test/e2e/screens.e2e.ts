/**
 * Rules for every screen, its questions and panels: accessibility, width, one scroll area and the
 * key Enter. One pass in each language.
 */
import { expect, type Page } from "@playwright/test";
import { addAddresses, walkPrinterGate, walkScreens, type Walk } from "../helpers/all-screens.ts";
import { fillWithAnnouncements } from "../helpers/announced-parcels.ts";
import { walkAnnouncements } from "../helpers/announcement-screens.ts";
import { faultsOf } from "../helpers/axe.ts";
import { showAs } from "../helpers/desk-keys.ts";
import { resize, test, withFilledWindow } from "../helpers/desk-page.ts";
import { nestedScrolls } from "../helpers/layout-faults.ts";
import { fillWithParcels } from "../helpers/parcels-on-their-way.ts";
import type { DeskWindow } from "../helpers/window.ts";

/** Type at 150 %. */
const LARGE = 1.5;
const PATIENCE_MS = 600_000;
/** The list of keys shows Enter for each of its uses. */
const LIST_OF_KEYS = "keys";

/**
 * @returns Number of visible keys marked Enter. A form's Enter counts only while the form has the
 *   focus.
 */
const entersOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const counts = (key: Element): boolean =>
      key.closest("form")?.contains(document.activeElement) ?? true;
    return [...document.querySelectorAll("kbd")].filter(
      (key) => key.textContent === "Enter" && key.checkVisibility() && counts(key),
    ).length;
  });

async function setType(desk: DeskWindow, zoom: number): Promise<void> {
  await resize(desk, { width: 1280, height: 800, zoom });
  await desk.page.waitForFunction((inner) => Math.abs(innerWidth - inner) <= 1, 1280 / zoom);
}

/** @returns Whether the page is wider than the window, with type at 150 %. */
async function isWide(desk: DeskWindow, zoom: number): Promise<boolean> {
  if (zoom !== LARGE) await setType(desk, LARGE);
  const wide = await desk.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  if (zoom !== LARGE) await setType(desk, zoom);
  return wide;
}

/** Returns the walk that checks the rules on each screen. */
function checkedWalk(desk: DeskWindow, language: Walk["language"], zoom: number): Walk {
  const { page } = desk;
  return {
    page,
    language,
    async visit(row: string) {
      const seen = {
        faults: await faultsOf(page),
        hasOneEnter: row === LIST_OF_KEYS || (await entersOf(page)) <= 1,
        isWide: await isWide(desk, zoom),
        nested: zoom === LARGE ? await nestedScrolls(page) : [],
      };
      expect
        .soft({ row, ...seen })
        .toEqual({ row, faults: [], hasOneEnter: true, isWide: false, nested: [] });
    },
  };
}

// Both layouts of the window are tested: the narrow layout in English and the wide layout in
// Turkish. English stays in large type, so that no screen must be resized to check its width.
for (const [language, zoom, options] of [
  ["en", LARGE, {}],
  ["tr", 1, { tag: "@all" }],
] as const) {
  test(
    `no screen has an accessibility fault, is wider than its window or scrolls inside a scroll area in large type, or has two commands on Enter (${language})`,
    options,
    async () => {
      test.setTimeout(PATIENCE_MS);
      await withFilledWindow(fillWithParcels, async (page, desk) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await setType(desk, zoom);
        await addAddresses(page);
        const walk = checkedWalk(desk, language, zoom);
        await walkScreens(walk);
        await walkPrinterGate(page, [walk]);
        await page.emulateMedia({ reducedMotion: null });
        await setType(desk, 1);
      });
    },
  );

  test(
    `the same holds for the screens about live carriers (${language})`,
    { tag: "@all" },
    async () => {
      await withFilledWindow(fillWithAnnouncements, async (page, desk) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await setType(desk, zoom);
        await showAs(page, { language, theme: "light" });
        await walkAnnouncements(checkedWalk(desk, language, zoom));
        await page.emulateMedia({ reducedMotion: null });
        await setType(desk, 1);
      });
    },
  );
}
