/** The page of the first start in the real window: its room, its way out, and its end. */
import { expect, type Page } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { ask, goToSection, openPalette, RECIPIENT, scan, typeText } from "../helpers/desk-keys.ts";
import { resize, test, withWindow } from "../helpers/desk-page.ts";
import type { DeskWindow } from "../helpers/window.ts";

const SENDER = {
  name: "Ada Depo",
  phone: "+905051234567",
  address1: "Ambar Sk. 3",
  countryCode: "TR",
  cityCode: "35",
  districtName: "Bornova",
  isDefaultSenderAddress: true,
};

/** Presses a key later than the second Enter with which some scanners end a scan. */
async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).focus();
  await press(page, "Enter");
}

/** Reloads the screen as on a new station, whose first start opens by itself. */
async function startFirst(
  page: Page,
  settings: { language: "en" | "tr"; theme: "light" | "dark" },
): Promise<void> {
  await page.evaluate((kept) => {
    localStorage.clear();
    localStorage.setItem("packbench.settings", JSON.stringify({ ...kept, sound: false }));
  }, settings);
  await page.reload();
  await expect(page.getByTestId("first-start")).toBeVisible();
}

const withEmptyStation = (work: (page: Page, desk: DeskWindow) => Promise<void>): Promise<void> =>
  withWindow(work, "empty");

/** Lists the controls of the page that are not whole in the window, or covered at their centre. */
const notWhole = (page: Page): Promise<string[]> =>
  page.getByTestId("first-start").evaluate((root) => {
    const boxes = [...root.querySelectorAll("button, select, textarea, summary, input, label")];
    // A radio button is shown by its label; a label of a text field is not pressed.
    const controls = boxes.filter(
      (box) =>
        box.checkVisibility() &&
        (box.matches("label") ? box.querySelector("[type=radio]") !== null : true) &&
        !box.matches("[type=radio]"),
    );
    return controls
      .filter((control) => {
        const { left, top, right, bottom } = control.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return (
          left < 0 ||
          top < 0 ||
          right > window.innerWidth ||
          bottom > window.innerHeight ||
          at === null ||
          !control.contains(at)
        );
      })
      .map((control) => `${control.tagName} ${control.textContent ?? ""}`.trim());
  });

for (const [width, height] of [
  [1280, 800],
  [1366, 700],
] as const)
  test(
    `every control of each step of the first start is whole in a window of ${width} × ${height}, in both languages, and axe finds nothing`,
    { tag: "@all" },
    async () => {
      await withEmptyStation(async (page, desk) => {
        await resize(desk, { width, height, zoom: 1 });
        for (const [language, theme] of [
          ["en", "light"],
          ["tr", "dark"],
        ] as const) {
          await startFirst(page, { language, theme });
          const wizard = page.getByTestId("first-start");
          for (const step of ["sender", "carrier", "balance", "printer", "test label", "end"]) {
            if (step === "printer")
              await expect(page.getByTestId("found-queues").getByRole("button")).toBeVisible();
            await expect(wizard.locator("h2")).toBeVisible();
            expect([step, language, await notWhole(page)]).toEqual([step, language, []]);
            expect([step, language, await faultsOf(page)]).toEqual([step, language, []]);
            if (step !== "end")
              await wizard
                .getByRole("button", { name: /^(Skip this step|Bu adımı atla)$/ })
                .click();
          }
        }
      });
    },
  );

test(
  "the first start fills the window without rail and status bar, Esc leaves it, and it continues with the typed text from Pack, the search of Settings and the palette",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page) => {
      await startFirst(page, { language: "en", theme: "light" });
      const wizard = page.getByTestId("first-start");
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(page.getByRole("contentinfo")).toHaveCount(0);
      const name = wizard.getByLabel("Name");
      await expect(name).toBeFocused();
      await typeText(page, "Ada Depo");
      await press(page, "Escape");
      await expect(page.getByTestId("set-up")).toBeVisible();
      await expect(page.getByRole("navigation")).toBeVisible();

      await pressButton(page, "Continue the first start");
      await expect(name).toHaveValue("Ada Depo");
      await press(page, "Escape");

      await goToSection(page, "Boxes");
      await page.keyboard.press("/");
      await typeText(page, "first start");
      await press(page, "Enter");
      await expect(page.getByRole("tab", { name: "First start" })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await pressButton(page, "Open the first start");
      await expect(name).toHaveValue("Ada Depo");
      await press(page, "Escape");

      await openPalette(page);
      await typeText(page, "first start");
      await expect(page.getByTestId("palette").getByRole("option").first()).toContainText(
        "First start",
      );
      await press(page, "Enter");
      await expect(name).toHaveValue("Ada Depo");
    });
  },
);

test(
  "the end says that the station is ready only with a sender and a carrier, and its Enter opens the first waiting order on Pack",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page) => {
      await ask(page, "POST", "/addresses", SENDER);
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        weight: 1,
        order: { orderNumber: "N-1" },
      });
      await page.evaluate(() => localStorage.removeItem("packbench.firstStart"));
      await page.reload();
      await pressButton(page, "Continue the first start");
      const wizard = page.getByTestId("first-start");
      await expect(wizard).toContainText("Step 2 of 5");
      await pressButton(page, "Finish");
      await expect(wizard).toContainText("Not ready to pack yet");
      await expect(wizard).toContainText("without these steps: Carrier.");
      await expect(wizard).toContainText("Left for later: Balance, Printer, Test label.");
      await pressButton(page, "Go to the step Carrier");
      await ask(page, "POST", "/station/carriers/sample");
      await page.reload();
      await expect(page.getByTestId("waiting-list")).toContainText("N-1");
      await goToSection(page, "First start");
      await pressButton(page, "Open the first start");
      await pressButton(page, "Finish");
      await expect(wizard).toContainText("Ready to pack");
      await expect(wizard).toContainText("Left for later: Balance, Printer, Test label.");
      await expect(page.getByRole("button", { name: "Pack the order that waits" })).toBeFocused();
      await press(page, "Enter");
      await expect(page.getByTestId("parcel")).toContainText("N-1");
    });
  },
);

test("a scan on the first start opens its order on Pack", { tag: "@all" }, async () => {
  await withEmptyStation(async (page) => {
    await ask(page, "POST", "/addresses", SENDER);
    await ask(page, "POST", "/shipments", {
      recipientAddress: RECIPIENT,
      weight: 1,
      order: { orderNumber: "TY-100001" },
    });
    await page.reload();
    await pressButton(page, "Continue the first start");
    await expect(page.getByTestId("first-start")).toBeVisible();
    await page.waitForTimeout(250);
    await scan(page, "TY-100001");
    await expect(page.getByTestId("parcel")).toContainText("TY-100001");
  });
});
