/**
 * Long words and large type in small windows: fields, the status bar and a question's keys stay in
 * view.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { still } from "../helpers/all-screens.ts";
import { ask, scan, settle, viewKey } from "../helpers/desk-keys.ts";
import { resize, test } from "../helpers/desk-page.ts";
import { expectUncovered, nestedScrolls } from "../helpers/layout-faults.ts";

const RECIPIENT = {
  name: "Abdurrahman Karahasanoğlu",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Gül Sk. 1",
  countryCode: "TR",
  cityCode: "06",
  districtName: "Şereflikoçhisar",
};
const LONG = `TY-${"20261121".repeat(12)}`;
const items = Array.from({ length: 40 }, (_, i) => ({
  title: `Kupa ${i}`,
  sku: `K-${i}`,
  quantity: 1,
  unitPrice: 1,
}));

/** Checks that the whole element is visible, with nothing in front of its middle. */
async function inView(part: Locator): Promise<void> {
  await expect
    .poll(() =>
      part.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return (
          top >= 0 &&
          left >= 0 &&
          bottom <= window.innerHeight &&
          right <= window.innerWidth &&
          (element.contains(above) || (above?.contains(element) ?? false))
        );
      }),
    )
    .toBe(true);
}

/** Lists what does not fit: the status bar itself, and parts of the last result. */
const cutOffBar = (page: Page): Promise<string[]> =>
  page.getByRole("contentinfo", { name: "Station" }).evaluate((bar) => {
    const box = bar.getBoundingClientRect();
    const high =
      bar.scrollHeight > bar.clientHeight
        ? [`${bar.scrollHeight} of ${bar.clientHeight} high`]
        : [];
    const wide =
      bar.scrollWidth > bar.clientWidth ? [`${bar.scrollWidth} of ${bar.clientWidth} wide`] : [];
    const cut = [...bar.querySelectorAll("[data-testid=last-result] *")]
      .filter(
        (part) =>
          part.getBoundingClientRect().top < box.top ||
          part.getBoundingClientRect().bottom > box.bottom,
      )
      .map((part) => part.outerHTML);
    // The dots of capital letters are cut off where a line is less high than its letters.
    const low = [...bar.querySelectorAll("[data-testid=last-result] *")]
      .filter(
        (part) =>
          getComputedStyle(part).overflowY === "hidden" && part.scrollHeight > part.clientHeight,
      )
      .map((part) => part.outerHTML);
    return [...high, ...wide, ...cut, ...low];
  });

for (const zoom of [1, 1.5]) {
  test(
    `forty items, a long note and a long order number leave the weight and size fields, the status bar and a question's keys in view at 1024 × 700, type at ${zoom * 100} %`,
    zoom === 1 ? { tag: "@all" } : {},
    async ({ shared }) => {
      const { page } = shared;
      const number = LONG.replace("TY", `T${zoom * 2}`);
      await resize(shared, { width: 1024, height: 700, zoom });
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        length: 10,
        width: 10,
        height: 10,
        weight: 1,
        items,
        order: { orderNumber: number, notes: "Zile basmayın, arayın. ".repeat(30) },
      });
      await scan(page, number);
      await expect(page.getByTestId("parcel")).toContainText("Kupa 39");
      for (const [key, label] of [
        ["F2", "Weight in kilograms"],
        ["F3", "Length × width × height in cm"],
      ] as const) {
        await page.keyboard.press(key);
        if (key === "F3") await page.keyboard.press(key); // The first F3 lets a digit choose a box.
        await inView(page.getByLabel(label));
        await page.keyboard.press("Escape");
      }
      await settle(page);
      await page.getByTestId("buy-button").click();
      const last = page.getByTestId("last-result");
      await expect(last).toHaveAttribute("data-kind", "bought");
      await inView(last.getByText("cancel label"));
      expect(await cutOffBar(page)).toEqual([]);
      await expect(last.locator("[title]").first()).toHaveAttribute("title", new RegExp(number));
      await page.keyboard.press("F8");
      await expect(page.getByTestId("undo-question")).toBeVisible();
      for (const key of ["F10", "F12"])
        await inView(
          page.getByTestId("undo-question").getByRole("button").filter({ hasText: key }),
        );
    },
  );
}

/** Checks that nothing covers a corner of the element. */
async function uncovered(part: Locator): Promise<void> {
  await inView(part);
  await expectUncovered(part);
}

const lines = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

for (const [width, height, zoom] of [
  [1024, 700, 1],
  [1280, 800, 1.5],
  [1024, 700, 1.5],
  [1280, 800, 2],
] as const) {
  test(
    `recipient, address, note, price and a question's words are visible without scrolling at ${width} × ${height}, type at ${zoom * 100} %`,
    width === 1024 && zoom === 1.5 ? {} : { tag: "@all" },
    async ({ shared }) => {
      const { page } = shared;
      const number = `TY-20261121-${width}${zoom * 1000}`;
      await resize(shared, { width, height, zoom });
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        length: 20,
        width: 10,
        height: 10,
        weight: 1,
        items: items.slice(0, 2),
        order: { orderNumber: number, notes: "Zile basmayın, arayın." },
      });
      await scan(page, number);
      await expect(page.getByTestId("pack")).toHaveAttribute("data-step", "offers");
      const parcel = page.getByTestId("parcel");
      const district = parcel.getByText("ŞEREFLİKOÇHİSAR");
      for (const part of [
        parcel.getByRole("heading", { name: number }),
        parcel.getByText(RECIPIENT.name),
        district,
        page.getByTestId("order-note"),
        page.getByTestId("buy-button"),
      ])
        await uncovered(part);
      expect(await lines(district)).toBe(1);
      const offer = page.getByTestId("offer-list").locator("label").first();
      expect(
        await offer.evaluate((row) => {
          const [what, price] = [row.querySelector("small"), row.lastElementChild].map((part) =>
            part?.getBoundingClientRect(),
          );
          return (what?.right ?? 0) <= (price?.left ?? 0);
        }),
      ).toBe(true);
      await page.keyboard.press("F3");
      await page.keyboard.press("F3");
      await uncovered(page.getByLabel("Length × width × height in cm"));
      await page.keyboard.press("Escape");
      await uncovered(page.getByTestId("order-note")); // The order is scrolled to its top again.
      await settle(page);
      await page.getByTestId("buy-button").click();
      await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
      expect(await cutOffBar(page)).toEqual([]);
      await page.keyboard.press("F8");
      const question = page.getByTestId("undo-question");
      await uncovered(question.getByRole("heading", { name: number }));
      await uncovered(question.getByText("goes back to the balance"));
      for (const key of ["F10", "F12"])
        await inView(question.getByRole("button").filter({ hasText: key }));
    },
  );
}

test(
  "the reasons why carriers are missing are scrolled into view when opened",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await resize(shared, { width: 1024, height: 700, zoom: 1 });
    await scan(page, "10482");
    const missing = page.getByRole("button", { name: "unavailable" });
    await missing.click();
    await inView(page.locator("#missing-services dd").last());
  },
);

for (const [width, height] of [
  [1366, 700],
  [1280, 800],
] as const) {
  test(
    `below a line about a box the first five offers are whole, and after the purchase the commands are two rows, at ${width} × ${height}`,
    { tag: "@all" },
    async ({ shared }) => {
      const { page } = shared;
      await resize(shared, { width, height, zoom: 1 });
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        length: 30,
        width: 20,
        height: 15,
        weight: 2.5,
        items: [{ title: "Kupa", ean: "8690000000012", quantity: 2 }],
        order: { orderNumber: `ROWS-${width}` },
      });
      await scan(page, `ROWS-${width}`);
      await expect(page.getByTestId("offer-list")).toBeVisible();
      await scan(page, "8690000000012");
      await settle(page);
      await page.keyboard.press("Alt+b");
      await expect(page.getByTestId("box-no")).toBeVisible();
      const scrolled = page.getByTestId("offer-list").locator("../..");
      await expect(scrolled.locator("label").nth(4)).toBeVisible();
      const bottomOf = (one: Element): number => one.getBoundingClientRect().bottom;
      expect(await scrolled.locator("label").nth(4).evaluate(bottomOf)).toBeLessThanOrEqual(
        await scrolled.evaluate(bottomOf),
      );
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("pack")).toHaveAttribute("data-step", "bought");
      const commands = page.getByRole("region", { name: "Bought" }).getByRole("button");
      await expect(commands).toHaveCount(6);
      const middles = await commands.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ top, height: h }) => top + h / 2),
      );
      expect(new Set(middles.map(Math.round)).size).toBe(2);
    },
  );
}

/** Lists parts of the open view that are cut off or in the wrong line, and nested scroll areas. */
async function faultsOfView(page: Page): Promise<string[]> {
  const faults = await page.evaluate(() => {
    const heading = document.querySelector("main h1")?.getBoundingClientRect();
    const menu = document.querySelector("[data-testid=list-more]")?.getBoundingClientRect();
    const grid = document.querySelector<HTMLElement>("main [role=grid]");
    const bar = document.querySelector("footer");
    const { top = 0, bottom = 0 } = bar?.getBoundingClientRect() ?? {};
    const isCovered = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98].some((part) =>
      [top + 3, bottom - 3].some(
        (y) => bar?.contains(document.elementFromPoint(innerWidth * part, y)) === false,
      ),
    );
    return [
      ...(heading && menu && menu.top > heading.bottom ? ["menu below the heading"] : []),
      ...(grid && grid.scrollWidth > grid.clientWidth ? ["columns cut off"] : []),
      ...(isCovered ? ["content over the status bar"] : []),
    ];
  });
  return [...faults, ...(await nestedScrolls(page))];
}

for (const zoom of [1.5, 2])
  test(`at ${zoom * 100} % every view has its menu next to its heading, all columns of its table, and no scroll area inside another`, async ({
    shared,
  }) => {
    const { page } = shared;
    await resize(shared, { width: 1280, height: 800, zoom });
    const entries = page.getByRole("navigation").first().getByRole("button");
    for (let i = 0; i < (await entries.count()); i += 1) {
      await page.keyboard.press(viewKey(i));
      await expect(entries.nth(i)).toHaveAttribute("aria-current", "page");
      await still(page);
      // A table measures its columns again when its rows have come.
      const view = (await entries.nth(i).textContent()) ?? "";
      await expect.poll(() => faultsOfView(page), { message: view, timeout: 5_000 }).toEqual([]);
    }
    await page.keyboard.press("Control+3");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+Enter");
    await expect(page.getByTestId("shipment-detail")).toBeVisible();
    await still(page);
    expect.soft(await faultsOfView(page), "page of a shipment").toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("grid")).toBeFocused();
    await page.keyboard.press("Control+a");
    await expect(page.getByTestId("bulk-bar")).toBeVisible();
    await page.keyboard.press("F2");
    await expect(page.getByTestId("buy-question")).toBeVisible();
    await still(page);
    expect.soft(await faultsOfView(page)).not.toContain("content over the status bar");
    await page.keyboard.press("Escape");
  });
