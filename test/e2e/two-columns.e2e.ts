/** A wide window: the parts of a page are side by side, and the columns of a table have room. */
import { expect, type Page } from "@playwright/test";
import { scan, showAs } from "../helpers/desk-keys.ts";
import { addOrder, resize, step, test } from "../helpers/desk-page.ts";
import { textsOutside } from "../helpers/layout-faults.ts";

const SECTIONS = [
  "This computer",
  "About",
  "Members",
  "Stations",
  "Carriers",
  "Boxes",
  "Webhooks",
  "Data and backup",
  "Personal data",
] as const;

/** Returns how many parts of the open section start on each half of its width. */
const halves = (page: Page): Promise<{ readonly left: number; readonly right: number }> =>
  page.getByRole("tabpanel").evaluate((pane) => {
    const box = pane.getBoundingClientRect();
    const parts = [...(pane.firstElementChild?.children ?? [])]
      .map((part) => part.getBoundingClientRect())
      .filter(({ height }) => height > 0);
    const right = parts.filter(({ left }) => left > box.left + box.width / 2).length;
    return { left: parts.length - right, right };
  });

test(
  "at 1920 × 1080 the parts of a section of Settings are on both halves of its width, and at 1280 × 800 below each other",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await resize(shared, { width: 1920, height: 1080, zoom: 1 });
    await page.keyboard.press("Control+9");
    for (const name of SECTIONS) {
      await page.getByRole("tab", { name }).click();
      await expect
        .poll(async () => Math.min(...Object.values(await halves(page))), { message: name })
        .toBeGreaterThan(0);
    }
    await resize(shared, { width: 1280, height: 800, zoom: 1 });
    for (const name of SECTIONS) {
      await page.getByRole("tab", { name }).click();
      await expect.poll(async () => (await halves(page)).right, { message: name }).toBe(0);
    }
  },
);

test("at 1920 × 1080 a guide has its headings next to its text, and a printer's form is next to the search for printers", async ({
  shared,
}) => {
  const { page } = shared;
  await resize(shared, { width: 1920, height: 1080, zoom: 1 });
  await page.keyboard.press("Alt+h");
  const text = await page.getByTestId("guide").boundingBox();
  const headings = await page.getByRole("navigation", { name: "In this guide" }).boundingBox();
  expect(headings?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
  await page.keyboard.press("Control+7");
  const found = await page.getByTestId("network-search").boundingBox();
  const name = await page.getByLabel("Address (host or IP)").boundingBox();
  expect(name?.x).toBeGreaterThan((found?.x ?? 0) + (found?.width ?? 0));
  await resize(shared, { width: 1280, height: 800, zoom: 1 });
});

for (const language of ["en", "tr"] as const)
  test(`F4's table of offers has one line for each offer and all of its columns, from 1280 × 800 at 200 % to 1920 × 1080 (${language})`, async ({
    shared,
  }) => {
    const { page } = shared;
    await showAs(page, { language, theme: "light" });
    const number = `COMPARE-${language}`.toUpperCase();
    await addOrder(page, number);
    await scan(page, number);
    await step(page, "offers");
    await page.keyboard.press("F4");
    const table = page.getByTestId("offers-table");
    await expect(table.locator("tbody tr").nth(5)).toBeVisible();
    for (const [width, height, zoom] of [
      [1280, 800, 1],
      [1280, 800, 1.5],
      [1280, 800, 2],
      [1366, 700, 1],
      [1920, 1080, 1],
    ] as const) {
      await resize(shared, { width, height, zoom });
      await page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, width / zoom);
      const seen = await table.evaluate((part) => ({
        heights: new Set([...part.querySelectorAll("tbody tr")].map((row) => row.clientHeight))
          .size,
        isWide: [...part.querySelectorAll("div")].some(
          (box) => box.scrollWidth > box.clientWidth + 1,
        ),
      }));
      expect
        .soft({ width, zoom, ...seen, outside: await textsOutside(page) })
        .toEqual({ width, zoom, heights: 1, isWide: false, outside: [] });
    }
    await resize(shared, { width: 1280, height: 800, zoom: 1 });
  });
