/**
 * Tracking in the window, by keyboard: the board with what needs attention first, its next step, a
 * parcel's route, and live updates.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { ask, openSection, settle, showAs, openPalette, typeText } from "../helpers/desk-keys.ts";
import { addOrder, resize, test, withFilledWindow, withWindow } from "../helpers/desk-page.ts";
import { fillWithParcels } from "../helpers/parcels-on-their-way.ts";

async function open(page: Page, language: "en" | "tr" = "en"): Promise<void> {
  await openPalette(page);
  await typeText(page, language === "en" ? "tracking" : "takip");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: language === "en" ? "Tracking" : "Takip" }),
  ).toBeVisible();
  await expect(page.getByTestId("board")).toBeVisible();
}

const heads = (page: Page) => page.getByTestId("board").getByRole("heading", { level: 2 });
const side = (page: Page) => page.getByTestId("parcel-side");
/** Moves from the view's heading to the first column's head. */
async function enterBoard(page: Page): Promise<void> {
  await expect(heads(page).first()).toBeVisible();
  // The button of the status files is before the board.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("board").locator(":focus")).toBeVisible();
}

test("parcels are followed by keyboard only: what needs attention first, its next step, its route and events, and live changes of the board", async () => {
  test.setTimeout(240_000);
  let made: readonly string[] = [];
  const fill = async (dataDir: string): Promise<unknown> => (made = await fillWithParcels(dataDir));
  await withFilledWindow(fill, async (page) => {
    await open(page);
    await expect(heads(page)).toHaveText([
      "Needs attention4",
      "Here, label bought1",
      "On its way2",
      "Out for delivery1",
      "Delivered today1",
    ]);
    await enterBoard(page);
    await expect(page.locator(":focus")).toContainText("Needs attention");

    // The most serious parcels come first, each with its reason and its next step.
    for (const [name, act] of [
      ["Ökkeş Gündoğdu", "Copy claim details"],
      ["Işıl Yağmur", "Copy claim details"],
      ["Çağla Şimşekoğlu", "Send again"],
      ["Şule Ünal", "Return taken in"],
    ] as const) {
      await page.keyboard.press("ArrowDown");
      await expect(page.locator(":focus")).toContainText(name);
      await expect(side(page)).toContainText(name);
      await expect(page.getByTestId("next-step").getByRole("button", { name: act })).toBeVisible();
    }
    await expect(side(page)).toContainText("Not on the map: Depo 7");
    await expect(page.getByTestId("events").getByRole("listitem")).toHaveCount(3);
    await expect(page.getByTestId("route-map")).toHaveAccessibleName(
      "Map: from Tuzla, via Kadıköy, via Samsun, to Ortahisar",
    );
    // The frame has the map's proportions, so the coast does not end before the edge.
    const map = await page.getByTestId("route-map").boundingBox();
    expect((map?.width ?? 0) / (map?.height ?? 1)).toBeCloseTo(2, 1);

    // The return is accepted: it leaves the board, and the focus stays in the list.
    await settle(page);
    await page.keyboard.press("F4");
    await expect(heads(page).first()).toHaveText("Needs attention3");
    await expect(page.getByTestId("board").locator(":focus")).toBeVisible();

    // The damaged parcel is handled with a note.
    await page.getByTestId("board").locator(`[data-shipment="${made[1]}"]`).focus();
    await expect(side(page)).toContainText("Işıl Yağmur");
    await settle(page);
    await page.keyboard.press("F9");
    await expect(page.getByLabel("Note (optional)")).toBeFocused();
    await typeText(page, "Tutanak tutuldu");
    await page.keyboard.press("Enter");
    await expect(heads(page).first()).toHaveText("Needs attention2");
    await expect(heads(page).nth(2)).toHaveText("On its way3");

    // The focus goes to another column. Enter goes into the panel and Esc comes back. Shift+Enter
    // opens the shipment's page with the route, and Esc returns to the board with the same parcel.
    await heads(page).first().getByRole("button").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(":focus")).toContainText("On its way");
    await page.keyboard.press("ArrowDown");
    await expect(side(page)).toContainText("Gökçe Özbilgin");
    await page.keyboard.press("Enter");
    await expect(side(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("board").locator(":focus")).toContainText("Gökçe Özbilgin");
    await settle(page);
    await page.keyboard.press("Shift+Enter");
    await expect(page.getByTestId("shipment-detail")).toBeVisible();
    await expect(page.getByTestId("detail-way").getByTestId("route-map")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1, name: "Tracking" })).toBeVisible();
    await expect(side(page)).toContainText("Gökçe Özbilgin");

    // A new purchase appears on the board by itself.
    await addOrder(page, "10482");
    const opened = await ask<{ shipment: { offers: { list: { id: string }[] } } }>(
      page,
      "POST",
      "/station/orders/open",
      { code: "10482" },
    );
    await ask(page, "POST", "/station/purchases", {
      offerID: opened.shipment.offers.list[0]?.id,
      print: false,
    });
    await expect(heads(page).nth(1)).toHaveText("Here, label bought2");
    await expect(side(page)).toContainText("Gökçe Özbilgin");

    // A focused parcel that is marked as handled through the API leaves its column and stays
    // chosen.
    const lost = made[2] ?? "";
    await heads(page).first().getByRole("button").focus();
    await page.getByTestId("board").locator(`[data-shipment="${lost}"]`).focus();
    await expect(side(page)).toContainText("Ökkeş Gündoğdu");
    const way = await ask<{ events: { id: string }[] }>(
      page,
      "GET",
      `/station/tracking/parcels/${lost}`,
    );
    await ask(page, "POST", "/station/tracking/handled", {
      shipmentID: lost,
      eventID: way.events.at(-1)?.id,
      note: "",
    });
    await expect(heads(page).first()).toHaveText("Needs attention1");
    await expect(page.getByTestId("board").locator(":focus")).toContainText("Needs attention");
    await expect(side(page)).toContainText("Ökkeş Gündoğdu");

    // An undelivered parcel is sent again: its copy opens in Pack.
    await heads(page).first().getByRole("button").focus();
    await page.keyboard.press("ArrowDown");
    await expect(side(page)).toContainText("Çağla Şimşekoğlu");
    await settle(page);
    await page.keyboard.press("F4");
    await expect(page.getByTestId("parcel")).toContainText("Çağla Şimşekoğlu");
  });
});

test(
  "a scan is entered by keyboard on the board and on a shipment's page, an end of the way is asked about first, and a status file moves a parcel",
  { tag: "@all" },
  async () => {
    test.setTimeout(240_000);
    await withFilledWindow(fillWithParcels, async (page, desk) => {
      await open(page);
      await enterBoard(page);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await expect(side(page)).toContainText("Ümit Çetin");
      await page.keyboard.press("F7");
      await expect(page.getByRole("radio", { name: "Accepted by the carrier" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(heads(page).nth(2)).toHaveText("On its way3");
      await expect(page.getByTestId("events")).toContainText("Entered by hand");
      // The parcel is in the next column, whose first line is focused.
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await expect(side(page)).toContainText("Ümit Çetin");
      await settle(page);
      await page.keyboard.press("Shift+Enter");
      await expect(page.getByTestId("detail-way").getByTestId("route-map")).toBeVisible();
      await page.keyboard.press("F7");
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("radio", { name: "Delivered", exact: true })).toBeChecked();
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("scan-sure")).toContainText("cannot be undone");
      await settle(page);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("timeline")).toContainText("Delivered Entered by hand");
      await page.keyboard.press("Escape");
      await expect(heads(page).nth(4)).toHaveText("Delivered today2");

      // A status file of the parcel's carrier: its unknown code gets a status, and it is applied.
      const { list } = await ask<{ list: Shipment[] }>(page, "GET", "/station/shipments?limit=30");
      const isOnItsWay = ({ statusCode, trackingStatus }: Shipment): boolean =>
        statusCode === "SHIPPED" &&
        !/delivery|damaged/.test(trackingStatus?.trackingSubStatusCode ?? "");
      const parcel = list.find(isOnItsWay);
      const file = join(temporaryFolder(), "durum.csv");
      const now = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16);
      writeFileSync(file, `Barkod;Durum;Tarih\n${parcel?.barcode};Kuryede;${now}\n`);
      await desk.app.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
      }, file);
      await page.keyboard.press("F2");
      const files = page.getByTestId("status-files");
      await files.getByLabel("Carrier").selectOption(parcel?.providerCode ?? "");
      await files.getByRole("button", { name: "Choose a file" }).press("Enter");
      await expect(page.getByTestId("status-check")).toContainText("rows: 1 · new: 1");
      await expect(files.getByLabel("Kuryede (1)")).toHaveValue("out_for_delivery");
      await settle(page);
      await files.getByRole("button", { name: "Keep these statuses" }).press("Enter");
      await expect(files.getByLabel("Kuryede (1)")).toBeHidden();
      await settle(page);
      await files.getByRole("button", { name: "Record the new scans" }).press("Enter");
      await expect(files).toContainText("Applied · new: 1");
      await page.keyboard.press("Escape");
      await expect(heads(page).nth(3)).toHaveText("Out for delivery2");
    });
  },
);

test(
  "the board and the map are shown in both languages, in three themes and three window sizes",
  { tag: "@all" },
  async () => {
    test.setTimeout(240_000);
    await withFilledWindow(fillWithParcels, async (page, desk) => {
      for (const [language, theme, size] of [
        ["tr", "dark", { width: 1920, height: 1080 }],
        ["en", "contrast", { width: 1024, height: 700 }],
        ["tr", "light", { width: 1280, height: 800 }],
      ] as const) {
        await resize(desk, { ...size, zoom: 1 });
        await showAs(page, { language, theme });
        await open(page, language);
        await enterBoard(page);
        await page.keyboard.press("ArrowDown");
        // In a narrow window the panel is shown to a person who goes into it.
        if (size.width < 1100) await page.keyboard.press("Enter");
        await expect(page.getByTestId("route-map")).toBeVisible();
      }
    });
  },
);

test(
  "the days without a scan and the public address are set by keyboard, and a private address is refused with the reason",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await openSection(page, "Tracking");
      const section = page.getByTestId("tracking-settings");
      await expect(section.getByLabel("Days without a scan")).toHaveValue("3");
      await section.getByLabel("Days without a scan").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("5");
      await page.keyboard.press("Tab");
      await typeText(page, "https://192.168.1.5");
      await page.keyboard.press("Enter");
      await expect(section.getByRole("alert")).toContainText("not a public https address");
      await section.getByLabel("Public address").focus();
      await page.keyboard.press("Control+a");
      await typeText(page, "https://Takip.Magaza.com.tr/");
      await page.keyboard.press("Enter");
      await expect(section.getByRole("status")).toHaveText("Saved.");
      await expect(section.getByLabel("Public address")).toHaveValue("https://takip.magaza.com.tr");
      await section.scrollIntoViewIfNeeded();
    });
  },
);
