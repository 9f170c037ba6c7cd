/**
 * Renders every screen into one sheet: `test-results/contact/index.html`. Two languages, three sizes,
 * three themes, and two zooms.
 */
import { rmSync } from "node:fs";
import { test } from "@playwright/test";
import { addAddresses, walkPrinterGate, walkScreens } from "../helpers/all-screens.ts";
import { fillWithAnnouncements } from "../helpers/announced-parcels.ts";
import { walkAnnouncements } from "../helpers/announcement-screens.ts";
import { withOwnWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { beginSheet, LANGUAGES, take, writeSheet } from "../helpers/contact-sheet.ts";

/** Time for some fifteen hundred pictures on a busy machine. */
const PATIENCE_MS = 1_800_000;

test("all screens are on one contact sheet", async () => {
  test.setTimeout(PATIENCE_MS);
  beginSheet();
  const rows = new Set<string>();
  const dataDir = temporaryFolder();
  await fillWithAnnouncements(dataDir);
  await withOwnWindow(dataDir, async (page, desk) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await addAddresses(page);
    const walks = LANGUAGES.map((language) => ({
      page,
      language,
      visit: (row: string) => take({ desk, language, rows }, row),
    }));
    for (const walk of walks) {
      await walkScreens(walk);
      await walkAnnouncements(walk);
    }
    await walkPrinterGate(page, walks);
  });
  rmSync(dataDir, { recursive: true, force: true });
  writeSheet(rows);
});
