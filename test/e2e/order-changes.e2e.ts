/** Orders that a later file changes, decided about by keyboard before and after the purchase. */
import { expect, type Page } from "@playwright/test";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import {
  changedFile,
  type ChangedRow,
} from "../core/fulfilment/order-changes/order-change-acts.ts";
import { ask, dropFile, scan, settle, tabTo } from "../helpers/desk-keys.ts";
import { step, test } from "../helpers/desk-page.ts";

const textOf = (...rows: readonly ChangedRow[]): string =>
  Buffer.from(changedFile(rows), "base64").toString();
const press = async (page: Page, key: string): Promise<void> => {
  await settle(page);
  await page.keyboard.press(key);
};
const addressOf = async (page: Page, code: string): Promise<string | undefined> =>
  (await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code })).shipment.recipientAddress
    ?.address1;

test("a file changes an order: the difference is asked about first, F10 takes it, and the label has the new address", async ({
  shared: { page },
}) => {
  await dropFile(page, "orders.csv", textOf({ no: "C-1" }, { no: "C-2" }));
  await expect(page.getByTestId("import-added")).toContainText("2 orders added");
  await press(page, "Escape");
  const changed = { address: "Gül Sk. 9", note: "Zile basmayın", cash: "150" };
  await dropFile(page, "orders.csv", textOf({ no: "C-1", ...changed }, { no: "C-2", ...changed }));
  await expect(page.getByTestId("import-changed")).toContainText("2 orders were changed by a file");
  await expect(page.getByTestId("changes")).toContainText("Gül Sk. 9");
  await press(page, "Escape");
  await press(page, "Alt+d");
  await expect(page.getByTestId("order-changes")).toContainText("C-2");
  await press(page, "Escape");
  // A lead sees on the board that orders wait, and opens them by the same key.
  await page.keyboard.press("Control+2");
  await expect(page.getByTestId("decisions")).toContainText("2 orders were changed by files");
  await press(page, "Alt+d");
  await expect(page.getByTestId("order-changes")).toContainText("C-2");
  await press(page, "Escape");
  await scan(page, "C-1");
  await step(page, "offers");
  const question = page.getByTestId("change-question");
  await expect(question).toContainText("A file has changed order C-1");
  await expect(question.getByTestId("differences")).toContainText("Gül Sk. 1");
  // A put-off question buys nothing, and comes back.
  await press(page, "Escape");
  await expect(question).toBeHidden();
  await press(page, "Enter");
  await expect(question).toBeVisible();
  // It comes back too when the order is opened again.
  await press(page, "Escape");
  await expect(question).toBeHidden();
  await scan(page, "C-1");
  await expect(question).toBeVisible();
  await press(page, "F10");
  await expect(page.getByTestId("notice")).toContainText("The order is as in the file now.");
  await expect(page.getByTestId("parcel")).toContainText("Gül Sk. 9");
  await press(page, "Enter");
  await step(page, "bought");
  expect(await addressOf(page, "C-1")).toBe("Gül Sk. 9");
});

test(
  "F12 keeps the order, and a change after the purchase is a notice that Alt+K closes",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const take = (row: ChangedRow): Promise<unknown> =>
      ask(page, "POST", "/station/imports", { fileName: "o.csv", content: changedFile([row]) });
    await take({ no: "C-3" });
    await take({ no: "C-3", address: "Gül Sk. 9" });
    await scan(page, "C-3");
    await expect(page.getByTestId("change-question")).toBeVisible();
    await press(page, "F12");
    await expect(page.getByTestId("notice")).toContainText("The order stays as it is.");
    await press(page, "Enter");
    await step(page, "bought");
    expect(await addressOf(page, "C-3")).toBe("Gül Sk. 1");
    await take({ no: "C-3", address: "Gül Sk. 10", state: "iptal" });
    const notice = page.getByTestId("change-notice");
    await expect(notice).toContainText("A file has cancelled order C-3");
    await expect(notice).toContainText("cancel the label (F8)");
    await press(page, "Alt+k");
    await expect(notice).toBeHidden();
  },
);

test(
  "each decision in the list moves the focus to the next change; a label that F8 cancels as its file says needs no decision",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const take = (...rows: readonly ChangedRow[]): Promise<unknown> =>
      ask(page, "POST", "/station/imports", { fileName: "o.csv", content: changedFile(rows) });
    const nos = ["L-1", "L-2", "L-3"];
    await take(...nos.map((no) => ({ no })));
    await take(...nos.map((no) => ({ no, address: "Gül Sk. 9" })));
    await press(page, "Alt+d");
    await tabTo(page, "button", "Take the change: Order L-1");
    await press(page, "Enter");
    const list = page.getByTestId("order-changes").getByRole("listitem");
    await expect(list.filter({ hasText: "L-1" })).toHaveCount(0);
    // The three changes came at once, so the list has them in the order of their random ids.
    const others = list.filter({ hasText: /Order L-[23]/ });
    const focused = page.getByTestId("order-changes").locator("li:focus");
    await expect(focused).toContainText(/Order L-[23]/);
    // A second Enter decides nothing.
    await press(page, "Enter");
    await expect(focused).toContainText(/Order L-[23]/);
    await expect(others).toHaveCount(2);
    await press(page, "Escape");

    await scan(page, "L-1");
    await step(page, "offers");
    await press(page, "Enter");
    await step(page, "bought");
    await take({ no: "L-1", address: "Gül Sk. 9", state: "iptal" });
    const notice = page.getByTestId("change-notice");
    await expect(notice).toContainText("cancel the label (F8) and do not send the parcel");
    await press(page, "F8");
    await press(page, "F10");
    await expect(notice).toBeHidden();
    await scan(page, "L-1");
    await expect(page.getByTestId("pack")).toContainText("This order was cancelled");
    await expect(notice).toBeHidden();
    // Packed again, it is asked about before the purchase.
    await press(page, "Enter");
    await expect(page.getByTestId("change-question")).toContainText(
      "A file has cancelled order L-1",
    );
    await press(page, "F10");
    await expect(page.getByTestId("notice")).toContainText("The order is cancelled");
  },
);
