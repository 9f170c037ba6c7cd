/**
 * Keys and clicks that come twice or too soon in the real window: nothing is bought, cancelled or
 * answered before it was shown.
 */
import { expect, type Page } from "@playwright/test";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { apiUrlOf, ask, scan, settle } from "../helpers/desk-keys.ts";
import { addOrder, buy, step, test } from "../helpers/desk-page.ts";

const statusOf = async (page: Page, code: string): Promise<string> =>
  (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code })).shipment.statusCode;
const kind = (page: Page, name: string): Promise<void> =>
  expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", name);
const question = (page: Page) => page.getByTestId("undo-question");

async function pairFrom(page: Page, origin: string): Promise<void> {
  const apiUrl = await apiUrlOf(page);
  await fetch(`${apiUrl}/shipments`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "GET" },
  });
}

/**
 * Presses Enter at a given time, milliseconds since 1970, so that a slow machine does not turn a
 * double press into two separate presses.
 */
async function pressEnter(page: Page, at: number): Promise<void> {
  const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, timestamp: at / 1_000 };
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...key });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  await session.detach();
}

test("a double Enter on the list opens an order and does not buy it, and a later Enter does", async ({
  shared: { page },
}) => {
  await addOrder(page, "30481");
  for (const gap of [120, 250]) {
    await expect(page.getByTestId("waiting-list")).toBeVisible();
    const at = Date.now();
    await pressEnter(page, at);
    await page.waitForTimeout(gap);
    await pressEnter(page, at + gap);
    await step(page, "offers");
    await page.waitForTimeout(300);
    await step(page, "offers"); // The early Enter is not queued.
    await kind(page, "none");
    await page.keyboard.press("Escape");
  }
  await scan(page, "30481");
  await step(page, "offers");
  await page.keyboard.press("2");
  await page.waitForTimeout(160);
  // This Enter buys although it comes quickly after a scan and a digit, because it is not the key
  // that brought the offers.
  await page.keyboard.press("Enter");
  await kind(page, "bought");
});

test(
  "a double click on an order of the list opens it and does not buy it",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "30482");
    const row = page.getByTestId("waiting-list").getByRole("button");
    await expect(row.first()).toBeVisible();
    // Buy appears at this position, where the list shows an order.
    await scan(page, "30482");
    await step(page, "offers");
    const box = await page.getByTestId("buy-button").boundingBox();
    await page.keyboard.press("Escape");
    await step(page, "empty");
    const at = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 30 };
    await page.mouse.move(at.x, at.y);
    for (const press of [1, 2]) {
      await page.mouse.down({ clickCount: press });
      await page.mouse.up({ clickCount: press });
      await page.waitForTimeout(150);
    }
    await step(page, "offers");
    await page.waitForTimeout(400);
    await kind(page, "none");
    await page.mouse.click(at.x, at.y);
    await kind(page, "bought");
  },
);

test(
  "a double Enter on a cancelled order packs it again and does not buy it",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "30483");
    await buy(page, "30483");
    await page.keyboard.press("F8");
    await expect(question(page)).toBeVisible();
    await settle(page);
    await page.keyboard.press("F10");
    await kind(page, "cancelled");
    await scan(page, "30483");
    await step(page, "closed");
    await settle(page);
    const at = Date.now();
    await pressEnter(page, at);
    await page.waitForTimeout(200);
    await pressEnter(page, at + 200);
    await page.waitForTimeout(500);
    await step(page, "offers");
    await kind(page, "cancelled");
  },
);

test("F8 twice cancels nothing, however far apart, and F10 does once the question was shown long enough", async ({
  shared: { page },
}) => {
  await addOrder(page, "30484");
  await buy(page, "30484");
  for (const gap of [0, 40, 700]) {
    await page.keyboard.press("F8");
    await page.waitForTimeout(gap);
    await page.keyboard.press("F8");
    await expect(question(page)).toContainText("30484");
    await page.waitForTimeout(200);
    await expect(question(page)).toBeVisible();
    for (const key of ["F10", "F12"]) await expect(question(page)).toContainText(key);
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
  }
  expect(await statusOf(page, "30484")).toMatch(/TRACKING_CODE_CREATED|LABEL_PRINTED/);
  await page.keyboard.press("F8");
  await expect(question(page)).toBeVisible();
  await settle(page);
  await page.keyboard.press("F10");
  await kind(page, "cancelled");
});

test(
  "a hand that sweeps over F8, F9 and F10 cancels nothing, and neither does a click where the question appears",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "30485");
    await buy(page, "30485");
    for (const keys of [
      ["F8", "F9", "F10"],
      ["F8", "F8", "F10"],
      ["F8", "F10", "F10"],
    ]) {
      for (const key of keys) await page.keyboard.press(key);
      await expect(question(page)).toContainText("30485");
      await page.waitForTimeout(200);
      await expect(question(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question(page)).toBeHidden();
    }
    await page.keyboard.press("F8");
    await question(page).getByRole("button", { name: "Cancel label and refund" }).click();
    await page.waitForTimeout(200);
    await expect(question(page)).toBeVisible();
    await kind(page, "bought");
    expect(await statusOf(page, "30485")).toMatch(/TRACKING_CODE_CREATED|LABEL_PRINTED/);
    await settle(page);
    await question(page).getByRole("button", { name: "Cancel label and refund" }).click();
    await kind(page, "cancelled");
  },
);

test(
  "Enter opens the order typed into the scan field wherever the focus is, and Buy names that order meanwhile",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "30486");
    await addOrder(page, "30487");
    await scan(page, "30486");
    await step(page, "offers");
    await page.waitForTimeout(300);
    await page.keyboard.type("30487", { delay: 120 });
    await page.keyboard.press("F4");
    await expect(page.getByTestId("scan-field")).not.toBeFocused();
    await expect(page.getByTestId("buy-button")).toBeDisabled();
    await expect(page.getByTestId("buy-button")).toContainText("30487");
    await expect(page.getByTestId("buy-button")).not.toContainText("TL"); // Opening costs nothing.
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("parcel")).toContainText("30487");
    await expect(page.getByTestId("scan-field")).toHaveValue("");
    await kind(page, "none");
    expect(await statusOf(page, "30486")).toBe("GOT_OFFERS");
  },
);

test(
  "a question that comes while another is open waits, and two quick answers answer only one question",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "30488");
    await buy(page, "30488");
    await page.keyboard.press("F8");
    await expect(question(page)).toBeVisible();
    await pairFrom(page, "https://one.example");
    await pairFrom(page, "https://two.example");
    await settle(page);
    await expect(question(page)).toBeVisible();
    await page.keyboard.press("F12");
    await expect(page.getByTestId("pairing-question")).toContainText("https://one.example");
    await page.keyboard.press("F8"); // An open question stays.
    await expect(question(page)).toBeHidden();
    await settle(page);
    await page.keyboard.press("F10");
    await page.keyboard.press("F10");
    await expect(page.getByTestId("pairing-question")).toContainText("https://two.example");
    await page.waitForTimeout(300);
    await expect(page.getByTestId("pairing-question")).toContainText("https://two.example");
    await page.keyboard.press("Escape");
    await page.keyboard.press("F8");
    await expect(question(page)).toBeVisible();
    await pairFrom(page, "https://three.example");
    await page.waitForTimeout(300);
    await expect(question(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("pairing-question")).toContainText("https://three.example");
    expect(await statusOf(page, "30488")).toMatch(/TRACKING_CODE_CREATED|LABEL_PRINTED/);
  },
);
