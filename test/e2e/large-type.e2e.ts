/** Large type in the window of a lead: what a page is for stays in view at 150 and at 200 %. */
import { expect, type Locator, type Page } from "@playwright/test";
import { addOrder, buy, resize, step, test } from "../helpers/desk-page.ts";
import { scan, settle } from "../helpers/desk-keys.ts";
import { expectUncovered } from "../helpers/layout-faults.ts";

/** Lists the points of the status bar that the page above covers. */
const coveredBar = (page: Page): Promise<string[]> =>
  page.getByRole("contentinfo", { name: "Station" }).evaluate((bar) => {
    const { left, top, right, bottom } = bar.getBoundingClientRect();
    return [0.05, 0.2, 0.35, 0.5]
      .map((part) => document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2))
      .filter((above) => !bar.contains(above))
      .map((above) => `${above?.outerHTML.slice(0, 120)}`);
  });

/** Returns the distance between the element and the status bar. */
const roomBelow = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    const bar = document.querySelector("footer[aria-label=Station]");
    return (bar?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().bottom;
  });

for (const zoom of [1.5, 2]) {
  const tag = zoom === 1.5 ? {} : { tag: "@all" };
  const type = `type at ${zoom * 100} %`;

  test(
    `the page of a shipment ends above the status bar and scrolls to its last part, ${type}`,
    tag,
    async ({ shared }) => {
      const { page } = shared;
      await addOrder(page, `PAGE-${zoom * 10}`);
      await resize(shared, { width: 1280, height: 800, zoom });
      await page.keyboard.press("Control+3");
      await page.getByRole("grid").focus();
      await page.keyboard.press("Shift+Enter");
      const detail = page.getByTestId("shipment-detail");
      await expect(detail.getByRole("heading", { name: "What happened" })).toBeAttached();
      expect(await coveredBar(page)).toEqual([]);
      const last = detail.getByRole("heading", { level: 2 }).last();
      await last.scrollIntoViewIfNeeded();
      await expectUncovered(last);
      expect(await coveredBar(page)).toEqual([]);
    },
  );

  test(
    `the boxes that F3 shows stay in view when the type is enlarged, ${type}`,
    tag,
    async ({ shared }) => {
      const { page } = shared;
      await addOrder(page, `BOX-${zoom * 10}`);
      await scan(page, `BOX-${zoom * 10}`);
      await step(page, "offers");
      await page.keyboard.press("F3");
      await resize(shared, { width: 1280, height: 800, zoom });
      const boxes = page.getByTestId("boxes").getByRole("button");
      await expectUncovered(boxes.first());
      await expectUncovered(boxes.last());
      await page.keyboard.press("Escape");
    },
  );

  test(
    `the status bar shows the last result's state, the printer and the word Balance side by side, ${type}`,
    tag,
    async ({ shared }) => {
      const { page } = shared;
      await buy(page, await ordered(page, `BAR-${zoom * 10}`));
      await resize(shared, { width: 1280, height: 800, zoom });
      for (const key of ["Control+1", "Control+2"]) {
        await page.keyboard.press(key);
        await expectUncovered(
          page.getByTestId("last-result").getByText("waits for the printer").last(),
        );
        const bar = page.getByRole("contentinfo", { name: "Station" });
        await expectUncovered(bar.getByText("Balance"));
        expect(
          await bar.evaluate(
            (element) =>
              [...element.querySelectorAll("span")].filter(
                (part) =>
                  part.childElementCount === 0 &&
                  part.scrollWidth > part.clientWidth + 1 &&
                  part.clientWidth > 0 &&
                  getComputedStyle(part).overflowX === "visible",
              ).length,
          ),
        ).toBe(0);
      }
      await page.reload();
      await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
      const [left, right] = await Promise.all(
        [page.getByTestId("last-result"), page.getByTestId("last-result").locator("span")].map(
          (part) => part.first().boundingBox(),
        ),
      );
      expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(
        (left?.x ?? 0) + (left?.width ?? 0) + 1,
      );
    },
  );
}

async function ordered(page: Page, number: string): Promise<string> {
  await addOrder(page, number);
  return number;
}

test("Settings in large type has one list of all sections with their groups, and a choice by the keyboard opens the section", async ({
  shared,
}) => {
  const { page } = shared;
  await resize(shared, { width: 1280, height: 800, zoom: 1.5 });
  await page.keyboard.press("Control+9");
  const choice = page.getByRole("combobox", { name: "Section:" });
  await expectUncovered(choice);
  await expect(page.getByRole("tablist")).toBeHidden();
  await expect(choice.locator("optgroup")).toHaveCount(5);
  await choice.focus();
  await page.keyboard.type("Box");
  await expect(page.getByRole("tabpanel")).toContainText("The boxes you pack in");
  await expect(choice).toBeFocused();
  await expectUncovered(page.getByRole("searchbox"));
});

test("the amounts of the ledger are in view in large type", async ({ shared }) => {
  const { page } = shared;
  for (const zoom of [1.5, 2]) {
    await resize(shared, { width: 1280, height: 800, zoom });
    await page.keyboard.press("Control+8");
    for (const name of ["Time", "Order", "Amount", "Balance after"])
      await expectUncovered(page.getByTestId("ledger").getByRole("columnheader", { name }));
  }
});

test("the question why an order must wait is in view in the largest type", async ({ shared }) => {
  const { page } = shared;
  await addOrder(page, "WHY-1");
  await scan(page, "WHY-1");
  await step(page, "offers");
  await resize(shared, { width: 1280, height: 800, zoom: 2 });
  await page.keyboard.press("F9");
  const question = page.getByTestId("hold");
  await expectUncovered(question.getByRole("heading"));
  for (const key of ["1", "2", "3", "4"])
    await expectUncovered(question.getByRole("button").filter({ hasText: key }));
  // The field for another reason follows the answers.
  await question.getByRole("textbox").focus();
  await expectUncovered(question.getByRole("textbox"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
});

for (const [width, height, zoom] of [
  [1366, 700, 1],
  [1280, 800, 1.5],
  [1280, 800, 2],
] as const) {
  test(
    `the button that creates an order, saves an address or corrects a recipient is in view without scrolling, 16 dots above the status bar, at ${width} × ${height}, type at ${zoom * 100} %`,
    zoom === 1.5 ? {} : { tag: "@all" },
    async ({ shared }) => {
      const { page } = shared;
      const number = `FORM-${width}${zoom * 10}`;
      await addOrder(page, number);
      await resize(shared, { width, height, zoom });
      const check = async (name: string): Promise<void> => {
        const button = page.getByRole("button", { name });
        await expectUncovered(button);
        expect(await roomBelow(button)).toBeGreaterThanOrEqual(12);
      };
      await page.keyboard.press("Control+n");
      await check("Create order and show offers");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+5");
      await page.keyboard.press("F2");
      await check("Save address");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+1");
      await scan(page, number);
      await step(page, "offers");
      await settle(page);
      await page.keyboard.press("Alt+a");
      await check("Save recipient");
      await page.keyboard.press("Escape");
    },
  );
}

test(
  "Tab stays in a panel that covers its list, forwards and backwards, in the largest type",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await resize(shared, { width: 1280, height: 800, zoom: 2 });
    await page.keyboard.press("Control+5");
    await page.keyboard.press("F2");
    const panel = page.getByTestId("address-pane");
    const focused = panel.locator(":focus");
    await expect(focused).toBeVisible();
    await page.keyboard.press("Control+f");
    await expect(page.getByRole("searchbox")).not.toBeFocused();
    const count = await panel.locator("input, select, textarea, button").count();
    expect(count).toBeGreaterThan(6);
    for (const key of ["Tab", "Shift+Tab"])
      for (let i = 0; i < count + 2; i += 1) {
        await page.keyboard.press(key);
        await expectUncovered(focused);
      }
    await page.keyboard.press("Escape");
  },
);

test(
  "each field that Tab reaches in a long form is above the form's commands, type at 150 %",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await resize(shared, { width: 1280, height: 800, zoom: 1.5 });
    for (const [keys, form] of [
      [["Control+5", "F2"], page.getByTestId("open-address").locator("form")],
      [["Control+n"], page.getByTestId("new-order")],
    ] as const) {
      for (const key of keys) {
        await page.keyboard.press(key);
        await settle(page);
      }
      const fields = form.locator("input, select, textarea");
      await expect(fields.first()).toBeVisible();
      const count = await fields.count();
      expect(count).toBeGreaterThan(6);
      await fields.first().focus();
      for (let i = 0; i < count; i += 1) {
        await expectUncovered(page.locator(":is(input, select, textarea, button):focus"));
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Escape");
    }
  },
);
