/** The page on which a recipient follows a parcel, in a browser window of its own: as it looks on a telephone and on a screen, and what axe says of it. */
import { rmSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { ask } from "../helpers/desk-keys.ts";
import { withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { fillWithParcels } from "../helpers/parcels-on-their-way.ts";
import { picturePath } from "../helpers/window.ts";

const SIZES = [["phone", 360, 740], ["screen", 1280, 800]] as const;

test("the recipient's page fits a telephone and a screen, in Turkish and English, and axe finds nothing on it", async () => {
  const dataDir = temporaryFolder();
  const made = await fillWithParcels(dataDir);
  await withWindow(async (page, desk) => {
    await ask(page, "PATCH", "/station/tracking/settings", { publicAddress: "https://takip.gercek-magaza.com.tr" });
    const base = await page.evaluate(async () => (await (Reflect.get(globalThis, "desk") as { invoke(channel: string, input: unknown): Promise<{ value: { apiUrl: string } }> }).invoke("app:info", {})).value.apiUrl);
    // Not delivered, coming back, on its way, delivered, only bought.
    for (const [name, i] of [["failed", 0], ["back", 3], ["way", 4], ["delivered", 7], ["bought", 8]] as const) {
      const { recipientURL } = await ask<{ recipientURL: string }>(page, "GET", `/station/tracking/parcels/${made[i]}`);
      const local = new URL(new URL(recipientURL).pathname, base).href;
      for (const language of ["tr", "en"] as const) {
        const opened = desk.app.waitForEvent("window");
        await desk.app.evaluate(
          async ({ BrowserWindow }, { local: address, language: accepted }) => {
            const window = new BrowserWindow({ width: 360, height: 740, useContentSize: true });
            await window.loadURL(address, { extraHeaders: `Accept-Language: ${accepted}\n` });
          },
          { local, language },
        );
        const own = await opened;
        await own.waitForLoadState();
        await expect(own.locator("html")).toHaveAttribute("lang", language);
        for (const [size, width, height] of SIZES) {
          for (const colorScheme of ["light", "dark"] as const) {
            await own.setViewportSize({ width, height });
            await own.emulateMedia({ colorScheme });
            expect.soft(await own.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} ${language} ${size}`).toBe(true);
            await own.screenshot({ path: picturePath(`recipient-${name}-${language}-${size}-${colorScheme}`) });
            expect.soft((await new AxeBuilder({ page: own }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
          }
        }
        await own.close();
      }
    }
  }, dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});
