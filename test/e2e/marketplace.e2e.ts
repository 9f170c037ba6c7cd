/**
 * A marketplace by the keyboard alone, from an empty station to the printed label: another station
 * in another process is the marketplace.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { plainService, TARIFF_INPUT } from "../helpers/agreements.ts";
import { faultsOf } from "../helpers/axe.ts";
import {
  ask,
  goToSection,
  RECIPIENT,
  scan,
  settle,
  showAs,
  tabTo,
  typeText,
} from "../helpers/desk-keys.ts";
import { barcodeOf, step, test, withPrinter } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations, type Ready } from "../helpers/headless.ts";
import { runFromMenu } from "../helpers/menus.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";

const NAME = "Pazar";
/** A second Enter within a shorter time counts as the scanner's, ms. */
const ECHO_MS = 250;
/** Longest time from the empty station to the printed label, ms. */
const MOST_MS = 90_000;

const servers = headlessStations();
test.afterAll(() => servers.killAll());

async function post<T>({ url, token }: Ready, path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: T };
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return data;
}

/** Prices of one service with a range of barcodes, entered by a function that posts. */
async function addPrices(
  send: <T>(path: string, body: unknown) => Promise<T>,
  carrier: { readonly code: string; readonly name: string; readonly price: number },
): Promise<void> {
  const { code, name, price } = carrier;
  const { id } = await send<AgreementView>("/station/agreements", {
    providerCode: code,
    name,
    ranges: [{ prefix: code.slice(0, 2), first: "0001000", last: "0001999" }],
  });
  const service = { code: `${code}_STANDART`, steps: [{ upToDesi: 5, prices: [price] }] };
  await send(`/station/agreements/${id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: { ...TARIFF_INPUT, services: [plainService({ ...service, name: `${name} Standart` })] },
  });
}

/** Starts the marketplace, with a carrier and a balance. */
async function startMarketplace() {
  const server = await servers.serve(temporaryFolder(), "--new-token", "Desk");
  const { ready } = server;
  await addPrices((path, body) => post(ready, path, body), {
    code: "UZAK",
    name: "Uzak",
    price: 3_000,
  });
  await post(ready, `/organizations/${ready.organizationID}/balance/topups`, {
    amount: "1234.50",
    reference: "1",
  });
  return server;
}

/** Opens a new station that may call this computer. */
async function openEmpty(): Promise<DeskWindow> {
  const dataDir = temporaryFolder();
  const settings = { carrierTargets: { loopback: true } };
  await writeFile(join(dataDir, "station.json"), JSON.stringify(settings));
  const desk = await openWindow({ dataDir, args: [], size: { width: 1280, height: 800 } });
  await desk.page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem(
      "packbench.settings",
      JSON.stringify({ language: "en", theme: "light", sound: false }),
    );
  });
  await desk.page.reload();
  return desk;
}

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

const addOrder = (page: Page, orderNumber: string): Promise<unknown> =>
  ask(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber },
  });

test(
  "an empty station connects a marketplace, compares, buys and prints its label, cancels it, and sells its own offers when the marketplace is gone, by keyboard alone",
  { tag: "@all" },
  async () => {
    const server = await startMarketplace();
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

test(
  "a parcel that was bought at a marketplace comes back: its return is bought there and cancelled, by keyboard alone",
  { tag: "@all" },
  async () => {
    const { ready } = await startMarketplace();
    const desk = await openEmpty();
    const { page } = desk;
    try {
      await showAs(page, { language: "en", theme: "light" });
      await sellAt(page, ready);
      await addOrder(page, "PZR-9");
      await page.keyboard.press("Control+1");
      await scan(page, "PZR-9");
      await step(page, "offers");
      await expect(page.getByTestId("offer-list")).toContainText(`${NAME}, paid there`);
      await settle(page);
      await page.keyboard.press("Enter");
      await step(page, "bought");

      await page.keyboard.press("Control+3");
      await page.keyboard.press("Home");
      await settle(page);
      await page.keyboard.press("Shift+Enter");
      const detail = page.getByTestId("shipment-detail");
      await expect(detail).toContainText(`Paid at ${NAME}`);
      await runFromMenu(page, "shipment-more", "Make return");
      await expect(page.getByTestId("return-question")).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      const returned = page.getByTestId("return-step");
      await expect(returned).toContainText(`${NAME}, paid there`);
      expect(await faultsOf(page)).toEqual([]);
      await settle(page);
      await page.keyboard.press("F2");
      await expect(detail).toContainText("Return label bought");
      const [back] = await listThere(ready);
      expect([back?.isReturn, back?.statusCode]).toEqual([true, "TRACKING_CODE_CREATED"]);

      await settle(page);
      await page.keyboard.press("F8");
      await expect(page.getByTestId("cancel-question")).toContainText(NAME);
      await settle(page);
      await page.keyboard.press("F10");
      await expect(detail).toContainText("Cancelled");
      await expect.poll(async () => (await listThere(ready))[0]?.statusCode).toBe("CANCELED");
    } finally {
      await desk.close();
    }
  },
);

/** Enters a sender, and connects the marketplace, which is asked with every order. */
async function sellAt(page: Page, { url, token }: Ready): Promise<void> {
  await ask(page, "POST", "/addresses", {
    ...RECIPIENT,
    name: "Ada Depo",
    isDefaultSenderAddress: true,
  });
  const { id } = await ask<{ id: string }>(page, "POST", "/provideraccounts", {
    providerCode: "MARKETPLACE",
    name: NAME,
    parameters: { connection: "marketplace", url, token },
  });
  await ask(page, "PATCH", `/station/marketplaces/${id}`, { asks: "always" });
}

async function listThere({ url, token }: Ready): Promise<Shipment[]> {
  const answer = await fetch(`${url}/shipments?limit=5`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: Shipment[] }).data;
}

const organizationOf = async (page: Page): Promise<string> =>
  (await ask<{ organization: { id: string } }>(page, "GET", "/station/desk")).organization.id;
