/**
 * A marketplace by the keyboard alone, from an empty station to the printed label: another station
 * in another process is the marketplace.
 */
import { expect, type Page } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { ask, goToSection, scan, settle, tabTo, typeText } from "../helpers/desk-keys.ts";
import { barcodeOf, step, test, withPrinter } from "../helpers/desk-page.ts";
import { headlessStations, type Ready } from "../helpers/headless.ts";
import {
  addOrder,
  addPrices,
  listThere,
  openEmpty,
  startMarketplace,
} from "../helpers/marketplace-window.ts";
import type { DeskWindow } from "../helpers/window.ts";

const NAME = "Pazar";
/** A second Enter within a shorter time counts as the scanner's, ms. */
const ECHO_MS = 250;
/** Longest time from the empty station to the printed label, ms. */
const MOST_MS = 90_000;

const servers = headlessStations();
test.afterAll(() => servers.killAll());

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(ECHO_MS);
  await page.keyboard.press(key);
}

async function fill(page: Page, texts: readonly (readonly [string, string])[]): Promise<void> {
  for (const [field, text] of texts) {
    await tabTo(page, "textbox", field);
    await typeText(page, text);
  }
}

/** First step of the first start: the sender. */
async function enterSender(page: Page): Promise<void> {
  const wizard = page.getByTestId("first-start");
  await expect(wizard.getByLabel("Name")).toBeFocused();
  await typeText(page, "Ada Depo");
  await page.keyboard.press("Tab");
  await typeText(page, "0505 123 45 67");
  await page.keyboard.press("Tab");
  await typeText(page, "bornov");
  await expect(page.getByRole("option", { name: /Bornova/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await typeText(page, "Ambar Sk. 3");
  await page.keyboard.press("Control+Enter");
  await expect(wizard).toContainText("Step 2 of 5");
}

/** Second step: the marketplace in place of a carrier. */
async function connect(page: Page, { url, token }: Ready): Promise<void> {
  await tabTo(page, "button", "Connect a marketplace");
  await press(page, "Enter");
  await expect(page.getByTestId("marketplaces")).toBeVisible();
  await fill(page, [
    ["Name", NAME],
    ["Address of the marketplace", url],
    ["Token", token],
  ]);
  await press(page, "Enter");
  await expect(page.getByTestId("marketplace-check")).toContainText(`${NAME} accepts the token`);
  await expect(page.getByTestId("balance-there")).toContainText("1,234.50 TL, just now");
  // The choice has the focus.
  await expect(page.getByRole("radio", { name: "Off" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const { host } = new URL(url);
  await expect(page.getByTestId("marketplace")).toContainText(
    `and what is in the parcel, to ${host}`,
  );
}

async function addPrinter(page: Page, port: number): Promise<void> {
  await page.keyboard.press("Control+1");
  await goToSection(page, "First start");
  await tabTo(page, "button", "Open the first start");
  await press(page, "Enter");
  const wizard = page.getByTestId("first-start");
  for (const at of ["Step 2 of 5", "Step 3 of 5"]) {
    await expect(wizard).toContainText(at);
    // The balance is at the marketplace, so that its step is done too.
    await tabTo(page, "button", "Next step");
    await press(page, "Enter");
  }
  await expect(wizard).toContainText("Step 4 of 5");
  await expect(wizard.getByLabel("Name")).toBeFocused();
  await typeText(page, "Zebra");
  await page.keyboard.press("Tab");
  await typeText(page, `127.0.0.1:${port}`);
  await press(page, "Enter");
  await expect(wizard).toContainText("Step 5 of 5");
}

/** Types an order, which opens in Pack. */
async function typeOrder({ app, page }: DeskWindow): Promise<void> {
  await app.evaluate(
    ({ clipboard }, text) => clipboard.writeText(text),
    "Ayşe Yılmaz\n0532 123 45 67\nModa Cd. No: 12\n34710 Kadıköy / İstanbul",
  );
  await page.keyboard.press("Control+n");
  const form = page.getByTestId("new-order");
  await expect(form.getByRole("textbox", { name: "Paste an address" })).toBeFocused();
  await page.keyboard.press("Control+v");
  await fill(page, [
    ["E-mail", "ayse@ornek.test"],
    ["Order number", "PZR-1"],
    ["Weight, kg", "1"],
  ]);
  await press(page, "Control+Enter");
  await step(page, "offers");
}

test(
  "an empty station connects a marketplace, compares, buys and prints its label, cancels it, and sells its own offers when the marketplace is gone, by keyboard alone",
  { tag: "@all" },
  async () => {
    const server = await startMarketplace(servers);
    await withPrinter({}, async (printer) => {
      const desk = await openEmpty();
      const { page } = desk;
      const rows = page.getByTestId("offer-list").locator("label");
      const line = page.getByTestId("marketplace-line");
      try {
        const startedAt = performance.now();
        await enterSender(page);
        await connect(page, server.ready);
        expect(await faultsOf(page)).toEqual([]);
        await addPrinter(page, printer.port);
        await typeOrder(desk);
        await expect(rows.first()).toContainText(`${NAME}, paid there`);
        await expect(page.getByTestId("buy-button")).toContainText(
          `paid from the balance at ${NAME}`,
        );
        expect(await faultsOf(page)).toEqual([]);
        await settle(page);
        await page.keyboard.press("Enter");
        await step(page, "bought");
        await expect(page.getByTestId("pack")).toContainText(`Paid from the balance at ${NAME}`);
        await expect.poll(() => printer.jobs().length).toBe(1);
        const tookMs = performance.now() - startedAt;
        test.info().annotations.push({ type: "time", description: `${Math.round(tookMs)} ms` });
        expect(tookMs).toBeLessThan(MOST_MS);
        const [sold] = await listThere(server.ready);
        expect(sold?.barcode).toBe(await barcodeOf(page, "PZR-1"));

        await settle(page);
        await page.keyboard.press("F8");
        await expect(page.getByTestId("undo-question")).toContainText(`balance at ${NAME}`);
        await settle(page);
        await page.keyboard.press("F10");
        await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "cancelled");
        expect((await listThere(server.ready))[0]?.statusCode).toBe("CANCELED");

        // An own agreement, dearer; the marketplace is asked on demand, and its offer comes late.
        await addPrices((path, body) => ask(page, "POST", path, body), {
          code: "YURTICI",
          name: "Yurtiçi",
          price: 4_200,
        });
        await goToSection(page, "Carriers");
        await tabTo(page, "radio", "With every order");
        await page.keyboard.press("ArrowLeft");
        await expect(page.getByRole("radio", { name: "Only when I ask" })).toBeChecked();
        await addOrder(page, "PZR-2");
        await addOrder(page, "PZR-3");
        await page.keyboard.press("Control+1");
        await scan(page, "PZR-2");
        await step(page, "offers");
        await expect(rows).toHaveCount(1);
        await settle(page);
        await page.keyboard.press("Alt+m");
        await expect(rows).toHaveCount(2);
        await expect(rows.nth(1)).toContainText("came later");
        await expect(rows.first()).toHaveAttribute("data-chosen", "true");
        await settle(page);
        await page.keyboard.press("Alt+m");
        await expect(rows.first()).toContainText(`${NAME}, paid there`);
        await expect(rows.first()).toHaveAttribute("data-chosen", "true");

        server.child.kill("SIGKILL");
        await scan(page, "PZR-3");
        await expect(page.getByTestId("parcel")).toContainText("PZR-3");
        await step(page, "offers");
        await settle(page);
        await page.keyboard.press("Alt+m");
        await expect(line).toContainText(`${NAME} could not be reached`);
        await ask(page, "POST", `/organizations/${await organizationOf(page)}/balance/topups`, {
          amount: "100.00",
          reference: "1",
        });
        await settle(page);
        await page.keyboard.press("Enter");
        await step(page, "bought");
        expect(await barcodeOf(page, "PZR-3")).toMatch(/^YU/);
      } finally {
        await desk.close();
      }
    });
  },
);

const organizationOf = async (page: Page): Promise<string> =>
  (await ask<{ organization: { id: string } }>(page, "GET", "/station/desk")).organization.id;
