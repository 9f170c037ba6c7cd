/** Keys of Hand-over that could surprise a packer: typed codes, Esc, Enter, and manifests again. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { ask, scan, settle, typeText } from "../helpers/desk-keys.ts";
import { resize, test, withWindow } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { buyLive, buyOf } from "../helpers/live-labels.ts";
import type { DeskWindow } from "../helpers/window.ts";

const result = (page: Page) => page.getByTestId("hand-over-scan");
const field = (page: Page) => page.getByLabel("Label that does not scan");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Answers the next dialogs for a file's place. @param filePath null: the dialog is cancelled. */
const answerDialogs = ({ app }: DeskWindow, filePath: string | null): Promise<void> =>
  app.evaluate(({ dialog, shell }, place) => {
    dialog.showSaveDialog = () =>
      Promise.resolve(
        place === null ? { canceled: true, filePath: "" } : { canceled: false, filePath: place },
      );
    shell.openPath = () => Promise.resolve("");
  }, filePath);

test(
  "a code that is typed on the carriers' page is text, though its first digit is a carrier's key",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const [first = ""] = await buyLive(page, ["Ayşe Bir"]);
      await page.keyboard.press("Control+t");
      await expect(page.getByTestId("trucks")).toContainText("Hızlı Kargo");
      await page.keyboard.press("F2");
      await expect(field(page)).toBeFocused();
      await typeText(page, "1234567");
      await expect(field(page)).toHaveValue("1234567");
      await page.keyboard.press("Enter");
      await expect(result(page)).toContainText("1234567");
      // Esc leaves the typed code first, then the view.
      await typeText(page, "12");
      await page.keyboard.press("Escape");
      await expect(field(page)).toHaveValue("");
      await expect(heading(page)).toBeFocused();
      await page.keyboard.press("1");
      await expect(page.getByTestId("loading")).toBeVisible();
      await expect(heading(page)).toBeFocused();
      await settle(page);
      // Enter in the empty field does what it does elsewhere.
      await scan(page, first);
      await expect(page.getByTestId("on-the-truck")).toContainText("1");
      await page.keyboard.press("F2");
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("end-question")).toBeVisible();
      // A question and the mode for taking off would contradict each other.
      await settle(page);
      await page.keyboard.press("F9");
      await expect(page.getByTestId("taking-off")).toHaveCount(0);
      await page.keyboard.press("F12");
      await expect(page.getByTestId("end-question")).toHaveCount(0);
      await page.keyboard.press("F9");
      await expect(page.getByTestId("taking-off")).toBeVisible();
      await heading(page).focus();
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("end-question")).toBeVisible();
      await expect(page.getByTestId("taking-off")).toHaveCount(0);
    });
  },
);

test("a manifest that was not saved is shown as missing, and F6 makes it again", async () => {
  await withWindow(async (page, desk) => {
    const folder = temporaryFolder();
    const codes = await buyLive(page, ["Ayşe Bir", "Barış İki"]);
    await page.keyboard.press("Control+t");
    await expect(page.getByTestId("trucks")).toContainText("Hızlı Kargo");
    await scan(page, codes[0] ?? "");
    await expect(page.getByTestId("on-the-truck")).toContainText("1");
    await settle(page);
    await answerDialogs(desk, null);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("end-question")).toBeVisible();
    await settle(page);
    await page.keyboard.press("F10");
    const ended = page.getByTestId("end-result");
    await expect(ended).toContainText("1 parcel handed over to Hızlı Kargo");
    await expect(ended).toContainText("There is no manifest yet");
    await answerDialogs(desk, join(folder, "no folder", "truck.pdf"));
    await page.keyboard.press("F6");
    await expect(ended.getByText("E2062")).toBeVisible();
    // The next truck's parcels do not hide that the manifest is missing.
    await scan(page, codes[1] ?? "");
    await expect(result(page)).toContainText("Barış İki");
    await expect(page.getByText("There is no manifest yet")).toBeVisible();
    await answerDialogs(desk, join(folder, "truck.pdf"));
    await page.keyboard.press("F6");
    await expect(page.getByText("Saved: truck.pdf")).toBeVisible();
    await page.keyboard.press("Escape");
    // Screen readers get the key too.
    const again = page.getByTestId("ended").getByRole("button").first();
    await expect(again).toHaveAttribute("aria-keyshortcuts", "F6");
    await page.keyboard.press("F6");
    await expect(page.getByText("Saved: truck.pdf")).toBeVisible();
    expect(existsSync(join(folder, "truck.pdf"))).toBe(true);
  });
});

test(
  "long names and numbers neither widen the truck's lists nor cover its commands",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      const [first = ""] = await buyLive(page, ["Ayşe Bir"]);
      const long = "Abdurrahman Muhammed Karahasanoğlu Büyükçekmecelioğlu";
      const orderNumber = "20261121".repeat(12);
      const second = await buyOf(page, long, "HIZLI", { order: { orderNumber } });
      await page.keyboard.press("Control+t");
      await expect(page.getByTestId("trucks")).toContainText("Hızlı Kargo");
      await scan(page, first);
      await scan(page, second);
      await expect(page.getByTestId("loaded-list").getByRole("listitem")).toHaveCount(2);
      for (const [width, height, zoom] of [
        [1280, 800, 1],
        [1024, 700, 1],
        [1280, 800, 2],
      ] as const) {
        await resize(desk, { width, height, zoom });
        await settle(page);
        const faults = await page.evaluate(() => {
          const lists = document.querySelector("[data-testid=loaded-list]");
          const commands = document.querySelector(`#hand-over-code`)?.closest("form");
          const loading = document.querySelector("[data-testid=loading]");
          const isBelow =
            (lists?.getBoundingClientRect().top ?? 0) >=
            (commands?.getBoundingClientRect().bottom ?? 0);
          const isRight =
            (lists?.getBoundingClientRect().left ?? 0) >=
            (commands?.getBoundingClientRect().right ?? 0);
          return [
            ...(isBelow || isRight ? [] : ["the list covers the commands"]),
            ...((loading?.scrollWidth ?? 0) > (loading?.clientWidth ?? 0) ? ["too wide"] : []),
            ...((lists?.scrollWidth ?? 0) > (lists?.clientWidth ?? 0) ? ["list too wide"] : []),
          ];
        });
        expect([width, zoom, faults]).toEqual([width, zoom, []]);
      }
      const { ended } = await ask<{ ended: unknown[] }>(page, "GET", "/station/hand-over");
      expect(ended).toEqual([]);
    });
  },
);
