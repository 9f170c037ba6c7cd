/**
 * Jobs of a lead, by keyboard alone in the real window. The number of keystrokes of each is a limit:
 * a change that needs more of them fails here.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { RECIPIENT, apiUrlOf, ask, settle } from "../helpers/desk-keys.ts";
import { test, withWindow, withZebra } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { receiver } from "../helpers/receiver.ts";
import type { DeskWindow } from "../helpers/window.ts";

/** Buys a label for a parcel; the cheapest offer, or that of a carrier. */
async function bought(
  page: Page,
  order: string,
  { phone = RECIPIENT.phone, carrier, isCash = false, weight = 1, print = false } = {} as {
    phone?: string;
    carrier?: string;
    isCash?: boolean;
    weight?: number;
    print?: boolean;
  },
): Promise<void> {
  const { offers } = await ask<Shipment>(page, "POST", "/shipments", {
    recipientAddress: { ...RECIPIENT, phone },
    length: 20,
    width: 10,
    height: 10,
    weight,
    ...(isCash ? { productPaymentOnDelivery: true } : {}),
    order: {
      orderNumber: order,
      ...(isCash ? { totalAmount: "150", totalAmountCurrency: "TL" } : {}),
    },
  });
  const offer = offers?.list.find(({ providerCode }) => providerCode === carrier);
  if (carrier !== undefined && offer === undefined)
    throw new Error(
      `${carrier} makes no offer, but ${offers?.list.map(({ providerCode }) => providerCode).join()}`,
    );
  await ask(page, "POST", "/station/purchases", {
    offerID: (offer ?? offers?.list[0])?.id,
    print,
  });
}

const ECHO_MS = 150;

/** Presses keys one after the other, and counts them. */
function countedKeys(page: Page): {
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  count(): number;
} {
  let count = 0;
  return {
    async press(...keys) {
      for (const key of keys) {
        count += 1;
        // A second Enter within a shorter time counts as the scanner's.
        if (key === "Enter") await page.waitForTimeout(ECHO_MS);
        await page.keyboard.press(key);
      }
    },
    async type(text) {
      count += text.length;
      // Slower than a scanner, whose codes would open an order.
      await page.keyboard.type(text, { delay: 60 });
    },
    count: () => count,
  };
}

const grid = (page: Page) => page.getByRole("grid");
const rows = (page: Page) => grid(page).locator('[role="row"][aria-selected]');

/** Answers the next save dialog with a file. @returns Its path. */
async function savedAs({ app }: DeskWindow, name: string): Promise<string> {
  const path = join(temporaryFolder(), name);
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  return path;
}

test(
  "a parcel is found by the caller's telephone number and its label printed again with 16 keystrokes",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await withZebra(page, async (printer) => {
        for (let i = 0; i < 5; i += 1) await bought(page, `L-${i}`);
        await bought(page, "LAST-WEEK", { phone: "+905427778899", print: true });
        await expect.poll(() => printer.jobs().length).toBe(1);
        const keys = countedKeys(page);
        await keys.press("Control+3");
        await expect(grid(page)).toBeFocused();
        await keys.press("/");
        await keys.type("05427778899");
        await expect(rows(page)).toHaveCount(1);
        await expect(rows(page).first()).toContainText("LAST-WEEK");
        await keys.press("ArrowDown");
        await settle(page);
        await keys.press("F6");
        await expect(page.getByTestId("reprint-reasons")).toBeVisible();
        await settle(page);
        await keys.press("1");
        await expect.poll(() => printer.jobs().length).toBe(2);
        expect(keys.count()).toBeLessThanOrEqual(16);
      });
    });
  },
);

test(
  "shipments of one carrier that are paid on delivery are sorted by price and exported in that order",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      for (const [i, weight] of [5, 1, 9, 3].entries())
        await bought(page, `C-${i}`, { carrier: "PTT", isCash: true, weight });
      await bought(page, "C-OTHER", { carrier: "SURAT" });
      await bought(page, "C-PAID", { carrier: "PTT" });
      const path = await savedAs(desk, "cash.csv");
      const keys = countedKeys(page);
      await keys.press("Control+3");
      await expect(grid(page)).toBeFocused();
      await keys.press(...Array.from({ length: 5 }, () => "ArrowRight"), "Alt+ArrowDown");
      await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute(
        "aria-sort",
        "descending",
      );
      // Back from the table: the menu of rare commands, then the button that adds a filter.
      await keys.press("Shift+Tab", "Shift+Tab");
      await expect(page.getByTestId("add-filter")).toBeFocused();
      await keys.press("Enter", "c", "ArrowRight");
      await expect(page.getByRole("menuitemradio", { name: "PTT Kargo" })).toBeVisible();
      await keys.press("p", "Enter");
      await expect(rows(page)).toHaveCount(5);
      await keys.press("Enter", "m", "ArrowRight");
      await expect(page.getByRole("menuitemcheckbox", { name: "Cash on delivery" })).toBeVisible();
      await keys.press("c", "Enter", "Escape");
      await expect(rows(page)).toHaveCount(4);
      await keys.press("Tab");
      await expect(page.getByTestId("list-more")).toBeFocused();
      await keys.press("Enter", "ArrowDown");
      await keys.press("Enter");
      await expect(page.getByText("cash.csv")).toBeVisible();
      expect(readFileSync(path, "utf8").match(/C-\d/g)).toEqual(["C-2", "C-0", "C-3", "C-1"]);
      expect(keys.count()).toBeLessThanOrEqual(24);
    });
  },
);

test("today's manifest of a carrier is saved with three keystrokes", { tag: "@all" }, async () => {
  await withWindow(async (page, desk) => {
    await bought(page, "M-1", { carrier: "ARAS" });
    const path = await savedAs(desk, "aras.pdf");
    const keys = countedKeys(page);
    await keys.press("Control+2");
    await expect(page.getByTestId("carriers")).toContainText("Aras Kargo");
    await settle(page);
    await keys.press("9");
    await expect(page.getByTestId("manifests")).toContainText("Aras Kargo");
    await settle(page);
    await keys.press("1");
    await expect(page.getByText("aras.pdf")).toBeVisible();
    expect(readFileSync(path).subarray(0, 5).toString()).toBe("%PDF-");
    expect(keys.count()).toBe(3);
  });
});

test(
  "three addresses of one person are merged into one with three keystrokes",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const person = { ...RECIPIENT, isRecipientAddress: true };
      for (const [name, phone] of [
        ["Işıl Günay", "05559990011"],
        ["ISIL GUNAY", "0555 999 00 11"],
        ["işil günay", "+905559990011"],
      ] as const)
        await ask(page, "POST", "/addresses", {
          ...person,
          name,
          phone,
          address1: `${name} Sk. 1`,
        });
      const keys = countedKeys(page);
      await keys.press("Control+5", "F3");
      const keep = page.getByTestId("duplicates").getByRole("button", { name: /^Keep/ });
      await expect(keep).toHaveCount(3);
      await expect(keep.first()).toBeFocused();
      await settle(page);
      await keys.press("Enter");
      await expect(page.getByTestId("book-undo")).toContainText("2 addresses were merged into");
      const { list } = await ask<{ list: unknown[] }>(
        page,
        "GET",
        "/station/addresses?search=gunay",
      );
      expect(list).toHaveLength(1);
      expect(keys.count()).toBe(3);
    });
  },
);

/** Moves a test parcel one step by reading it as a program does; the receivers are called then. */
async function moveParcel(page: Page): Promise<void> {
  const { id, offers } = await ask<Shipment>(page, "POST", "/shipments", {
    test: true,
    recipientAddress: RECIPIENT,
    length: 10,
    width: 10,
    height: 10,
    weight: 1,
  });
  await ask(page, "POST", "/transactions", { offerID: offers?.cheapest?.id });
  const { token } = await ask<{ token: string }>(page, "POST", "/apitokens", { name: "Reader" });
  await fetch(`${await apiUrlOf(page)}/shipments/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

test(
  "a receiver of tracking changes is added and its deliveries are looked at with its address and 13 keystrokes",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const target = await receiver();
      const keys = countedKeys(page);
      await keys.press("Control+k");
      await keys.type("web");
      await expect(page.getByTestId("palette")).toContainText("Webhooks");
      await settle(page);
      await keys.press("Enter");
      await expect(page.getByRole("tabpanel")).toBeFocused();
      await expect(page.getByTestId("webhooks")).toContainText("Add");
      await keys.press("Tab");
      await expect(page.getByRole("textbox", { name: "Address", exact: true })).toBeFocused();
      await keys.type(target.url);
      await keys.press("Enter");
      await expect(page.getByTestId("webhook-secret")).toBeVisible();
      await moveParcel(page);
      await expect.poll(() => target.calls.length).toBeGreaterThan(0);
      // Back from the address: the secret, then the commands of the receiver.
      await keys.press("Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab");
      await expect(
        page.getByRole("button", { name: `Show deliveries: ${target.url}` }),
      ).toBeFocused();
      await keys.press("Enter");
      await expect(page.getByTestId("deliveries")).toContainText("Delivered");
      expect(keys.count() - target.url.length).toBe(13);
    });
  },
);
