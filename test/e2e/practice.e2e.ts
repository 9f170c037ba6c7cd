/**
 * The practice station next to the real station: opened once from Settings, in a separate folder
 * with a simulated printer.
 */
import { once } from "node:events";
import { existsSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { practiceFolder } from "../../electron/settings/data-folder.ts";
import { ask, openSection, showAs } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openWindow } from "../helpers/window.ts";

/** Returns the process that holds Chromium's lock of a folder: a link that names the process. */
function processOf(dataDir: string): number | undefined {
  try {
    return Number(
      readlinkSync(join(dataDir, "window", "SingletonLock"))
        .split("-")
        .at(-1),
    );
  } catch {
    return undefined;
  }
}

test(
  "Settings opens one practice station in a separate folder, which keeps running without the real window",
  { tag: "@all" },
  async () => {
    const dataDir = temporaryFolder();
    const folder = practiceFolder(dataDir);
    const desk = await openWindow({ args: [], dataDir, size: { width: 1280, height: 800 } });
    let practice: number | undefined;
    let closing: Promise<void> | undefined;
    try {
      await showAs(desk.page, { language: "en", theme: "light" });
      await openSection(desk.page, "Practice");
      const button = desk.page.getByRole("button", { name: "Open the practice station" });
      await button.click();
      await expect(
        desk.page.getByText("The practice window opens in a few seconds."),
      ).toBeVisible();
      await button.scrollIntoViewIfNeeded();
      await expect
        .poll(
          () => existsSync(join(folder, "printer")) && existsSync(join(folder, "station.json")),
          {
            timeout: 20_000,
          },
        )
        .toBe(true);
      practice = processOf(folder);
      expect(practice).toBeGreaterThan(0);
      await button.click();
      await desk.page.waitForTimeout(1_500);
      expect(processOf(folder)).toBe(practice);
      expect((await ask<{ list: unknown[] }>(desk.page, "GET", "/shipments")).list ?? []).toEqual(
        [],
      );
      const gone = once(desk.app.process(), "exit");
      // Not awaited, because the practice station keeps Chromium's sockets open, including
      // the test's.
      closing = desk.close();
      await gone;
      process.kill(practice ?? 0, 0); // `kill` throws if no such process runs.
    } finally {
      if (practice !== undefined) process.kill(practice, "SIGTERM");
      await (closing ?? desk.close());
      await expect.poll(() => processOf(folder), { timeout: 10_000 }).toBeUndefined();
      for (const place of [dataDir, folder]) rmSync(place, { recursive: true, force: true });
    }
  },
);
