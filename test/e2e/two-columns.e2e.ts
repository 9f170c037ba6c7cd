/** A wide window: the parts of a page are side by side. */
import { expect, type Page } from "@playwright/test";
import { resize, test } from "../helpers/desk-page.ts";

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

test("at 1920 × 1080 the parts of a section of Settings are on both halves of its width, and at 1280 × 800 below each other", async ({
  shared,
}) => {
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
});

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
