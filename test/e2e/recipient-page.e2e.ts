/**
 * The page on which a recipient follows a parcel, in a separate browser window: its layout on a
 * phone and a screen, and its accessibility by axe.
 */
import { expect } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { apiUrlOf, ask } from "../helpers/desk-keys.ts";
import { test, withFilledWindow } from "../helpers/desk-page.ts";
import { fillWithParcels } from "../helpers/parcels-on-their-way.ts";

const SIZES = [
  ["phone", 360, 740],
  ["screen", 1280, 800],
] as const;

test(
  "the recipient's page fits a phone and a screen, in Turkish and English, and axe finds nothing on the light page of a phone",
  { tag: "@all" },
  async () => {
    test.setTimeout(240_000);
    let made: readonly string[] = [];
    const fill = async (dataDir: string): Promise<unknown> =>
      (made = await fillWithParcels(dataDir));
    await withFilledWindow(fill, async (page, desk) => {
      await ask(page, "PATCH", "/station/tracking/settings", {
        publicAddress: "https://takip.gercek-magaza.com.tr",
      });
      const base = await apiUrlOf(page);
      const opened = desk.app.waitForEvent("window");
      const windowID = await desk.app.evaluate(({ BrowserWindow }) => {
        const window = new BrowserWindow({ useContentSize: true });
        void window.loadURL("about:blank");
        return window.id;
      });
      const own = await opened;
      // The parcels are not delivered, coming back, in transit, delivered, and only bought.
      for (const [name, i] of [
        ["failed", 0],
        ["back", 3],
        ["way", 4],
        ["delivered", 7],
        ["bought", 8],
      ] as const) {
        const { recipientURL } = await ask<{ recipientURL: string }>(
          page,
          "GET",
          `/station/tracking/parcels/${made[i]}`,
        );
        for (const language of ["tr", "en"] as const) {
          // The page's headers forbid scripts such as axe, so the content is shown without the headers.
          await own.setContent(
            await (
              await fetch(new URL(new URL(recipientURL).pathname, base), {
                headers: { "accept-language": language },
              })
            ).text(),
          );
          await expect(own.locator("html")).toHaveAttribute("lang", language);
          for (const [size, width, height] of SIZES) {
            await desk.app.evaluate(
              ({ BrowserWindow }, { id, to }) =>
                BrowserWindow.fromId(id)?.setContentSize(to.width, to.height),
              { id: windowID, to: { width, height } },
            );
            await own.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, width);
            for (const colorScheme of ["light", "dark"] as const) {
              await own.emulateMedia({ colorScheme });
              expect
                .soft(
                  await own.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                  `${name} ${language} ${size}`,
                )
                .toBe(true);
              if (size === "phone" && colorScheme === "light")
                expect
                  .soft(await faultsOf(own), `${name} ${language} ${size} ${colorScheme}`)
                  .toEqual([]);
            }
          }
        }
      }
      await own.close();
    });
  },
);
