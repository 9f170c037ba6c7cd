/**
 * Typing by hand in the real window: an order number never chooses or buys anything, and no
 * character is lost.
 */
import { expect, type Page } from "@playwright/test";
import { scan, settle } from "../helpers/desk-keys.ts";
import { addOrder, step, test } from "../helpers/desk-page.ts";

/** Time between two keys of a hand, as measured with packers, ms. */
const HAND_MS = 200;

const chosen = (page: Page): Promise<string> =>
  page.getByTestId("offer-list").locator("[data-chosen=true]").innerText();
const field = (page: Page) => page.getByTestId("scan-field");

async function open(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await expect(page.getByTestId("parcel")).toContainText(code);
  await step(page, "offers");
  await page.waitForTimeout(250); // The time until the hand is at the keyboard.
}

test(
  "an order number typed while offers are shown chooses nothing, buys nothing and opens its order",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "40481");
    await addOrder(page, "40482");
    await addOrder(page, "40483");
    await open(page, "40481");
    const before = await chosen(page);
    await page.keyboard.type("2345", { delay: HAND_MS });
    await expect(field(page)).toHaveValue("2345");
    await expect(field(page)).toBeFocused();
    expect(await chosen(page)).toBe(before);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("pack")).toContainText("2345");
    await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "none");

    await open(page, "40482");
    await page.keyboard.type("40483", { delay: HAND_MS });
    await expect(field(page)).toHaveValue("40483");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("parcel")).toContainText("40483");
    await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "none");
  },
);

test("one digit chooses an offer, and Enter right after the digit buys that offer", async ({
  shared: { page },
}) => {
  await addOrder(page, "40484");
  await open(page, "40484");
  await page.keyboard.press("2");
  await settle(page);
  const second = page.getByTestId("offer-list").locator("label").nth(1);
  await expect(second).toHaveAttribute("data-chosen", "true");
  const service = await second.locator("b").first().innerText();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
  await expect(page.getByTestId("last-result")).toContainText(service);
});

test("Esc clears the scan field and leaves the order open, and a second Esc closes the order", async ({
  shared: { page },
}) => {
  await addOrder(page, "40486");
  await open(page, "40486");
  await field(page).fill("4048");
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue("");
  await expect(page.getByTestId("parcel")).toContainText("40486");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("waiting-list")).toBeVisible();
});

test(
  "a number typed slowly without a focused element is complete",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "40485");
    await expect(page.getByTestId("waiting-list")).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.type("40485", { delay: 1_100 });
    await expect(field(page)).toHaveValue("40485");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("parcel")).toContainText("40485");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.type("N-1", { delay: HAND_MS });
    await expect(field(page)).toHaveValue("N-1");
  },
);

test("F10 and F12 reach neither the menu bar nor the developer tools", async ({ shared: desk }) => {
  const { page } = desk;
  await page.evaluate(() => {
    Object.assign(globalThis, { heard: [] });
    window.addEventListener("keydown", (event) =>
      (Reflect.get(globalThis, "heard") as string[]).push(event.key),
    );
  });
  for (const view of ["Pack", "Settings"]) {
    await page.getByRole("button", { name: view }).click();
    await page.keyboard.press("F10");
    await page.keyboard.press("F12");
  }
  // No key passes the key map.
  expect(await page.evaluate(() => Reflect.get(globalThis, "heard") as string[])).toEqual([]);
  expect(
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => one.webContents.isDevToolsOpened()),
    ),
  ).toEqual([false]);
  expect(await page.evaluate(() => document.hasFocus())).toBe(true);
});

test("F4 during the question about a hold changes nothing that the question covers", async ({
  shared: { page },
}) => {
  await addOrder(page, "HOLD-F4");
  await scan(page, "HOLD-F4");
  await step(page, "offers");
  await settle(page);
  await page.keyboard.press("F9");
  await expect(page.getByTestId("pack")).not.toHaveAttribute("data-overlay", "none");
  await settle(page);
  await page.keyboard.press("F4");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("pack")).toHaveAttribute("data-overlay", "none");
  await expect(page.getByTestId("offer-list")).toBeVisible();
  await page.keyboard.press("Escape");
});
