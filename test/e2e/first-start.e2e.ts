/**
 * The first start of a station in the real window, by keyboard only: five steps, and an order that
 * waits at the end.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import type { SampleSet } from "../../core/station/station-facts.schema.ts";
import type { DeskFacts, OpenedOrder } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, openSection, settle, showAs, typeText } from "../helpers/desk-keys.ts";
import { resize, test, withPrinter, withWindow } from "../helpers/desk-page.ts";

/** Types slower than a scanner. */
async function type(page: Page, text: string): Promise<void> {
  await typeText(page, text);
}

/** Presses a key later than the second Enter with which some scanners end a scan. */
async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

/** Opens the page of the first start from its section of Settings. */
async function openFirstStart(page: Page): Promise<void> {
  await openSection(page, "First start");
  await page.getByRole("button", { name: "Open the first start" }).focus();
  await press(page, "Enter");
}

const facts = (page: Page): Promise<DeskFacts> => ask<DeskFacts>(page, "GET", "/station/desk");

test("five steps by keyboard lead a station without a sender to Pack with a waiting order, and one command removes the sample set", async () => {
  await withPrinter({}, async (printer) => {
    await withWindow(async (page) => {
      // Clears local storage, so that the window starts as on a new station, but in English.
      await page.evaluate(() => {
        localStorage.clear();
        localStorage.setItem(
          "packbench.settings",
          JSON.stringify({ language: "en", theme: "light", sound: false }),
        );
      });
      await page.reload();
      const begun = Date.now();
      const wizard = page.getByTestId("first-start");
      await expect(wizard).toContainText("Step 1 of 5");
      await expect(wizard.getByLabel("Name")).toBeFocused();
      expect(await faultsOf(page)).toEqual([]);
      await type(page, "Ada Depo");
      await page.keyboard.press("Tab");
      await type(page, "0505 123 45 67");
      await page.keyboard.press("Tab");
      await type(page, "bornov");
      await expect(page.getByRole("option", { name: /Bornova/ })).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("District and city")).toHaveValue("Bornova / İzmir");
      await page.keyboard.press("Tab");
      await type(page, "Ambar Sk. 3");
      await page.keyboard.press("Control+Enter");

      await expect(wizard).toContainText("Step 2 of 5");
      await expect(
        page.getByRole("button", { name: "Add sample orders and prices" }),
      ).toBeFocused();
      await press(page, "Enter");

      await expect(wizard).toContainText("Step 3 of 5");
      await expect(wizard.getByLabel("Amount in TL")).toBeFocused();
      await type(page, "500");
      await press(page, "Enter");

      await expect(wizard).toContainText("Step 4 of 5");
      await expect(wizard.getByLabel("Name")).toBeFocused();
      await type(page, "Zebra");
      await page.keyboard.press("Tab");
      await type(page, `127.0.0.1:${printer.port}`);
      await press(page, "Enter");

      await expect(wizard).toContainText("Step 5 of 5");
      await expect(page.getByRole("button", { name: "Print test label" })).toBeFocused();
      await press(page, "Enter");
      await expect(wizard).toContainText("Ready to pack");
      await expect(wizard).toContainText("All five steps are done.");
      expect(printer.jobs()).toHaveLength(1);
      expect(await faultsOf(page)).toEqual([]);
      await expect(page.getByRole("button", { name: "Pack the first of 3 orders" })).toBeFocused();
      await press(page, "Enter");
      await expect(page.getByTestId("parcel")).toContainText("ÖRNEK-1");
      await press(page, "Escape");
      await expect(page.getByTestId("waiting-list")).toContainText("ÖRNEK-1");
      // The marked number, which is larger, is on one line.
      await page.keyboard.press("ArrowDown");
      const marked = page.getByTestId("waiting-list").locator("[aria-current=true] b").first();
      await expect(marked).toHaveText("ÖRNEK-2");
      expect(await marked.evaluate((number) => number.getBoundingClientRect().height)).toBeLessThan(
        40,
      );
      expect(Date.now() - begun).toBeLessThan(180_000);

      // The first start does not open again by itself, and Settings opens it again.
      await page.reload();
      await expect(page.getByTestId("waiting-list")).toContainText("ÖRNEK-1");
      await page.getByRole("button", { name: "Settings" }).press("Enter");
      await page.getByRole("tab", { name: "First start" }).focus();
      await press(page, "Enter");
      await page.getByRole("tab", { name: "Organization" }).focus();
      for (
        let i = 0;
        i < 20 &&
        (await page.getByRole("tab", { name: "First start" }).getAttribute("aria-selected")) !==
          "true";
        i += 1
      )
        await page.keyboard.press("ArrowUp");
      await page.getByRole("button", { name: "Open the first start" }).press("Enter");
      await expect(wizard).toContainText("All five steps are done.");
      await page.getByRole("button", { name: "Throw the sample set away: Sample set" }).focus();
      await press(page, "Enter");
      await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
      await press(page, "Tab");
      await press(page, "Enter");
      await expect.poll(async () => (await facts(page)).waiting).toBe(0);
      expect(await ask<SampleSet>(page, "GET", "/station/samples")).toEqual({
        waiting: 0,
        labels: 0,
        stays: [],
        carriers: 0,
      });
    }, "empty");
  });
});

test(
  "each step can be skipped, the end lists what is left, and nothing is cut off at the smallest window in large type",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      await showAs(page, { language: "tr", theme: "dark" });
      await page.evaluate(() => localStorage.removeItem("packbench.firstStart"));
      await page.reload();
      const wizard = page.getByTestId("first-start");
      await expect(wizard).toContainText("Adım 1 / 5");
      for (let step = 1; step <= 5; step += 1) {
        await expect(wizard).toContainText(`Adım ${step} / 5`);
        await page.getByRole("button", { name: "Bu adımı atla" }).focus();
        await press(page, "Enter");
      }
      await expect(wizard).toContainText("Henüz paketlemeye hazır değil");
      await expect(wizard).toContainText(
        "Bu adımlar tamamlanmadan paketleme yapılamaz: Gönderici, Kargo firması.",
      );
      await expect(wizard).toContainText("Sonraya kalan: Bakiye, Yazıcı, Deneme etiketi.");
      await resize(desk, { width: 1024, height: 700, zoom: 1.5 });
      await page.waitForTimeout(300);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
      await press(page, "Enter");
      await expect(page.getByTestId("set-up")).toContainText("gönderici", { ignoreCase: true });
    }, "empty");
  },
);

const PLACE = { countryCode: "TR", cityCode: "35", districtName: "Bornova" };
const SENDER = {
  name: "Ada Depo",
  phone: "+905051234567",
  address1: "Ambar Sk. 3",
  ...PLACE,
  isDefaultSenderAddress: true,
};

/** Returns the elements that cover a corner of a field or cut it off. */
const over = (field: Locator): Promise<string[]> =>
  field.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const corners = [
      [left + 6, top + 3],
      [right - 6, top + 3],
      [left + 6, bottom - 3],
      [right - 6, bottom - 3],
    ];
    const at = corners.map(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0));
    return at
      .filter((above) => above === null || !element.contains(above))
      .map((above) => above?.outerHTML ?? "nothing");
  });

test(
  "no focused field of the first start is covered by its Save button, and a form with a wrong field does not say that it can be saved",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      for (const [width, height] of [
        [1280, 800],
        [1366, 700],
        [1440, 840],
      ] as const) {
        await resize(desk, { width, height, zoom: 1 });
        await page.evaluate(() => localStorage.removeItem("packbench.firstStart"));
        await page.reload();
        const form = page.getByRole("form", { name: "Sender" });
        await expect(form.getByLabel("Name")).toBeFocused();
        for (let i = 0; i < 8; i += 1) {
          expect([i, await over(page.locator("input:focus"))]).toEqual([i, []]);
          await page.keyboard.press("Tab");
        }
        await expect(form.getByRole("button", { name: "Save the sender" })).toBeFocused();
      }
      await page.getByLabel("Phone").fill("12");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("form", { name: "Sender" })).toContainText(
        "Type a Turkish phone number",
      );
      await expect(page.getByTestId("first-start")).not.toContainText("can be saved");
    }, "empty");
  },
);

test(
  "'Go to Agreements' moves the focus to Agreements, and keys remove the sample set with its labels",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const { organization } = await facts(page);
      await ask(page, "POST", "/addresses", SENDER);
      await page.evaluate(() => localStorage.removeItem("packbench.firstStart"));
      await openFirstStart(page);
      await page
        .getByTestId("first-start")
        .getByRole("button", { name: /Carrier$/ })
        .press("Enter");
      await page.getByRole("button", { name: "Go to Agreements" }).focus();
      await press(page, "Enter");
      await expect(page.getByTestId("agreements")).toBeVisible();
      await expect(page.getByRole("tabpanel")).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name: "Enter an agreement" })).toBeFocused();

      await ask(page, "POST", "/station/samples");
      await ask(page, "POST", `/organizations/${organization.id}/balance/topups`, {
        amount: "1000.00",
        reference: "R-1",
      });
      const opened = await ask<OpenedOrder>(page, "POST", "/station/orders/open", {
        code: "ÖRNEK-1",
      });
      await ask(page, "POST", "/station/purchases", {
        offerID: opened.shipment.offers?.list[0]?.id,
        print: false,
      });
      await openFirstStart(page);
      await page.getByRole("button", { name: "Finish" }).focus();
      await press(page, "Enter");
      const samples = page.getByTestId("sample-set");
      await expect(samples).toContainText("1 sample order has a label.");
      await page.getByRole("button", { name: "Throw the sample set away: Sample set" }).focus();
      await press(page, "Enter");
      await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toContainText("1 label is cancelled too");
      await press(page, "Enter");
      await expect
        .poll(async () => [(await facts(page)).waiting, (await facts(page)).balance])
        .toEqual([0, "1000.00"]);
      await expect(
        samples.getByRole("button", { name: "Add sample orders and prices" }),
      ).toBeVisible();
      await settle(page);
      await expect(page.locator("body")).not.toBeFocused();
      expect(await ask<SampleSet>(page, "GET", "/station/samples")).toEqual({
        waiting: 0,
        labels: 0,
        stays: [],
        carriers: 0,
      });
    }, "empty");
  },
);
