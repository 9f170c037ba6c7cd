/**
 * Neither the focus nor typed text is ever lost: the palette, the list of keys, the detail, a
 * half-typed address.
 */
import { expect, type Page } from "@playwright/test";
import { scan, typeText } from "../helpers/desk-keys.ts";
import { addOrder, resize, test } from "../helpers/desk-page.ts";

const grid = (page: Page) => page.getByRole("grid");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function show(page: Page, digit: number, title: string): Promise<void> {
  await page.keyboard.press(`Control+${digit}`);
  await expect(heading(page)).toHaveText(title);
}

test(
  "the palette returns the focus to where it was, in seven views",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    for (const [digit, title] of [
      [3, "Shipments"],
      [4, "Tracking"],
      [5, "Addresses"],
      [6, "Batches"],
      [8, "Money"],
      [9, "Settings"],
      [1, "Pack"],
    ] as const) {
      await show(page, digit, title);
      await expect
        .poll(() => page.evaluate(() => document.activeElement === document.body))
        .toBe(false);
      await page.waitForTimeout(300);
      const before = await page.evaluateHandle(() => document.activeElement);
      await page.keyboard.press("Control+k");
      await expect(page.getByTestId("palette").getByRole("combobox")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(page.getByTestId("palette")).toBeHidden();
      await expect
        .poll(() => page.evaluate((element) => document.activeElement === element, before), {
          message: title,
        })
        .toBe(true);
    }
  },
);

test(
  "F1 in a view lists that view's keys first, and Esc returns to the view",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    for (const [digit, title] of [
      [3, "Shipments"],
      [4, "Tracking"],
      [5, "Addresses"],
      [6, "Batches"],
      [8, "Money"],
      [9, "Settings"],
    ] as const) {
      await show(page, digit, title);
      await page.keyboard.press("F1");
      await expect(
        page.getByTestId("key-list").getByRole("heading", { level: 3 }).first(),
      ).toHaveText(title);
      await page.keyboard.press("Escape");
      await expect(heading(page)).toHaveText(title);
    }
  },
);

test(
  "Esc returns from a shipment to the list, where the arrows continue",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "FOC-1");
    await addOrder(page, "FOC-2");
    await show(page, 3, "Shipments");
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Enter");
    await expect(page.getByTestId("shipment-detail")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(grid(page).locator('[role="row"][data-active]')).toHaveAttribute(
      "aria-rowindex",
      "4",
    );
  },
);

test("in a low window the active row of a list is in view", { tag: "@all" }, async ({ shared }) => {
  const { page } = shared;
  await resize(shared, { width: 1280, height: 800, zoom: 2 });
  await show(page, 3, "Shipments");
  await expect(grid(page)).toBeFocused();
  for (let i = 0; i < 12; i += 1) await page.keyboard.press("ArrowDown");
  // Checks only top and bottom, because the list is wider than the window.
  const isInView = () =>
    grid(page)
      .locator('[role="row"][data-active]')
      .evaluate(
        (row) =>
          document.querySelector("footer") !== null &&
          row.getBoundingClientRect().top >= 0 &&
          row.getBoundingClientRect().bottom <=
            (document.querySelector("footer")?.getBoundingClientRect().top ?? 0),
      );
  await expect.poll(isInView).toBe(true);
});

test("a half-typed address stays while other views are open, and the question about it returns the focus", async ({
  shared: { page },
}) => {
  await show(page, 5, "Addresses");
  await page.keyboard.press("F2");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await typeText(page, "Ayşe Yılmaz");
  await page.keyboard.press("F1");
  await expect(page.getByTestId("key-list")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(name).toHaveValue("Ayşe Yılmaz");
  await show(page, 1, "Pack");
  await show(page, 5, "Addresses");
  await expect(name).toHaveValue("Ayşe Yılmaz");
  // A scan opens its order from here too, and the field keeps its text.
  await addOrder(page, "FOC-3");
  await name.focus();
  await page.waitForTimeout(500);
  await scan(page, "FOC-3");
  await expect(page.getByTestId("parcel")).toContainText("FOC-3");
  await show(page, 5, "Addresses");
  await expect(name).toHaveValue("Ayşe Yılmaz");
  await name.focus();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("leaving-address")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(page.getByTestId("open-address")).toBeHidden();
});
