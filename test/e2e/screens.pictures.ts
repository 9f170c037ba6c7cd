/**
 * Renders every screen into one sheet: `test-results/contact/index.html`. Two languages, three sizes,
 * three themes, and two zooms.
 */
import { rmSync } from "node:fs";
import { test, type Page } from "@playwright/test";
import { addAddresses, walkPrinterGate, walkScreens, type Walk } from "../helpers/all-screens.ts";
import { fillWithAnnouncements } from "../helpers/announced-parcels.ts";
import { walkAnnouncements } from "../helpers/announcement-screens.ts";
import { showAs } from "../helpers/desk-keys.ts";
import { withOwnWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import type { Fill } from "../helpers/kept-window.ts";
import { fillWithParcels } from "../helpers/parcels-on-their-way.ts";
import { beginSheet, LANGUAGES, take, writeSheet } from "../helpers/contact-sheet.ts";

/** Time for some fifteen hundred pictures on a busy machine. */
const PATIENCE_MS = 1_800_000;

test("all screens are on one contact sheet", async () => {
  test.setTimeout(PATIENCE_MS);
  beginSheet();
  const rows = new Set<string>();
  const show = async (fill: Fill, work: (page: Page, walks: Walk[]) => Promise<void>) => {
    const dataDir = temporaryFolder();
    await fill(dataDir);
    await withOwnWindow(dataDir, async (page, desk) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const walkIn = (language: Walk["language"]): Walk => ({
        page,
        language,
        visit: (row: string) => take({ desk, language, rows }, row),
      });
      await work(page, LANGUAGES.map(walkIn));
    });
    rmSync(dataDir, { recursive: true, force: true });
  };
  await show(fillWithParcels, async (page, walks) => {
    await addAddresses(page);
    for (const walk of walks) await walkScreens(walk);
    await walkPrinterGate(page, walks);
  });
  await show(fillWithAnnouncements, async (page, walks) => {
    for (const walk of walks) {
      await showAs(page, { language: walk.language, theme: "light" });
      await walkAnnouncements(walk);
    }
  });
  writeSheet(rows);
});
