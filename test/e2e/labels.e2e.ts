/**
 * The page of labels in the real window: the layouts on a paper, what they leave out, and the
 * organization's settings.
 */
import { expect, type Page } from "@playwright/test";
import { createCanvas, paintBox } from "../../core/labels/draw/canvas.ts";
import { encodePng } from "../../core/labels/png.ts";
import type { Organization } from "../../core/organizations/organizations.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, scan, showAs } from "../helpers/desk-keys.ts";
import { test } from "../helpers/desk-page.ts";

const R = {
  name: "김민준",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Gül Sk. 1",
  countryCode: "TR",
  cityCode: "06",
  districtName: "Çankaya",
};

/** Draws a black frame. */
function aLogo(): Buffer {
  const canvas = createCanvas(300, 120);
  for (const box of [
    { x: 10, y: 10, width: 280, height: 20 },
    { x: 10, y: 90, width: 280, height: 20 },
    { x: 10, y: 10, width: 20, height: 100 },
    { x: 270, y: 10, width: 20, height: 100 },
  ])
    paintBox(canvas, box);
  return Buffer.from(encodePng(canvas, 8));
}

const picturesOf = (page: Page): Promise<(string | null)[]> =>
  page
    .locator("[data-testid^=layout-] img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("src")));

test(
  "Pack warns before the purchase that a label will lose letters, without disabling Buy",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await ask(page, "POST", "/shipments", {
      recipientAddress: R,
      length: 20,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber: "K-1" },
    });
    await scan(page, "K-1");
    await expect(page.getByTestId("buy-button")).toBeEnabled();
    await expect(page.getByTestId("label-notice")).toContainText("recipient's name");
  },
);

test(
  "Settings find the section of labels by a usual word; it shows each layout on a chosen paper with what it leaves out, and saves the settings and the logo",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Find a setting" })).toBeFocused();
    await page.keyboard.type("sticker", { delay: 60 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "Labels" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByRole("heading", { name: "Labels", level: 2 })).toBeVisible();
    await expect(page.locator("[data-testid^=layout-] img")).toHaveCount(5);
    await expect(page.getByTestId("layout-standard")).toContainText(
      "Everything fits on this paper.",
    );

    await page.getByLabel("Example").selectOption("long");
    await page.getByLabel("Paper").selectOption("80x50");
    await expect(page.getByTestId("layout-standard")).toContainText("No room on this paper for");
    await expect(page.getByTestId("layout-standard")).toContainText("sender's address");
    await page.getByLabel("Example").selectOption("hangul");
    await expect(page.getByTestId("layout-standard")).toContainText(
      "recipient's name: “김민준” is printed as",
    );
    await page.getByLabel("Paper").selectOption("100x150");
    await page.getByLabel("Example").selectOption("short");
    await expect(page.getByTestId("layout-compact")).toContainText(
      "Everything fits on this paper.",
    );

    const before = await picturesOf(page);
    await page
      .getByTestId("logo-file")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: aLogo() });
    await expect(page.getByRole("img", { name: "The logo as it is printed" })).toBeVisible();
    await expect(page.getByTestId("label-settings").getByRole("status")).toContainText("Saved");
    await page.getByRole("radio", { name: "Partly hidden" }).focus();
    await page.keyboard.press("Space");
    expect(
      await page.evaluate(() => [
        document.scrollingElement?.scrollTop,
        document.scrollingElement?.scrollHeight === innerHeight,
      ]),
    ).toEqual([0, true]);
    await expect
      .poll(
        async () =>
          (await ask<Organization[]>(page, "GET", "/organizations"))[0]?.maskPhonesOnLabel,
      )
      .toBe(true);
    await expect
      .poll(async () => (await picturesOf(page)).every((picture, i) => picture !== before[i]))
      .toBe(true);
    await page
      .getByTestId("logo-file")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("GIF89a") });
    await expect(page.getByTestId("label-settings").getByRole("alert")).toContainText(
      "This picture was not taken. A logo is a PNG",
    );
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await expect(page.getByText("No logo")).toBeVisible();
    await expect(page.getByRole("group", { name: "Logo" })).toBeFocused();

    await showAs(page, { language: "tr", theme: "light" });
    await page.getByRole("button", { name: "Ayarlar" }).click();
    await page.getByRole("tab", { name: "Etiketler" }).click();
    await expect(page.locator("[data-testid^=layout-] img")).toHaveCount(5);
    expect(await faultsOf(page)).toEqual([]);
  },
);
