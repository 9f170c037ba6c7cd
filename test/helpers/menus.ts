/** Menus and filters of a list, by keys alone. */
import { expect, type Page } from "@playwright/test";

/** More steps than any menu has entries. */
const MOST_STEPS = 40;

/** A second Enter within a shorter time counts as the scanner's, ms. */
const ECHO_MS = 120;

/** Moves to an entry of the open menu by arrow down. */
export async function toEntry(page: Page, name: string): Promise<void> {
  await expect(page.locator("[role^=menuitem]:focus")).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (focused.startsWith(name)) return page.waitForTimeout(ECHO_MS);
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The open menu has no entry ${name}.`);
}

async function openMenu(page: Page, testID: string): Promise<void> {
  await page.getByTestId(testID).focus();
  await page.waitForTimeout(ECHO_MS);
  await page.keyboard.press("Enter");
}

/** Opens the menu of rare commands and runs one of them. */
export async function runFromMenu(page: Page, testID: string, name: string): Promise<void> {
  await openMenu(page, testID);
  await toEntry(page, name);
  await page.keyboard.press("Enter");
}

/** Sets a filter of the list by the menu that adds filters; Esc closes a menu of several choices. */
export async function filterBy(page: Page, filter: string, value: string): Promise<void> {
  await openMenu(page, "add-filter");
  await toEntry(page, filter);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("menu", { name: filter })).toBeVisible();
  await toEntry(page, value);
  await page.keyboard.press("Enter");
  for (let menus = 0; menus < 2; menus += 1)
    if ((await page.getByRole("menu").count()) > 0) await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}
