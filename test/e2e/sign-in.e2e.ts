/** Badges, PINs and the locked desk in the real window, by scanner and keyboard. */
import { expect, type Page } from "@playwright/test";
import { badgeNumberOf } from "../../core/base/badge-number.ts";
import { killCore } from "../helpers/core-thread.ts";
import {
  cover,
  LEAD_PIN,
  makeBadges,
  newMember,
  OWNER_PIN,
  typePin,
} from "../helpers/desk-badges.ts";
import { ask, openSection, RECIPIENT, scan, settle, tabTo } from "../helpers/desk-keys.ts";
import { addOrder, buy, step, test, withWindow, withZebra } from "../helpers/desk-page.ts";

/** Measures the time from the scanner's last key until the cover is gone, ms. */
function openedAfter(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let from = 0;
        addEventListener("keyup", ({ key }) => key === "Enter" && (from = performance.now()), {
          capture: true,
        });
        const observer = new MutationObserver(() => {
          if (document.querySelector("[data-testid=badge-screen]") !== null) return;
          observer.disconnect();
          resolve(performance.now() - from);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
}

/** Presses Enter in the moment in which the cover goes. */
function enterOnceOpen(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector("[data-testid=badge-screen]") !== null) return;
          observer.disconnect();
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true }),
          );
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
}

test("a badge opens the locked desk, Ctrl+L locks it with the order left open, and another badge takes over", async () => {
  await withWindow(async (page) => {
    await addOrder(page, "OTURUM-1");
    const { packer, lead } = await makeBadges(page);
    await page.keyboard.press("Control+l");
    await expect(cover(page)).toHaveAttribute("data-step", "locked");
    await scan(page, "OTURUM-1");
    await expect(cover(page)).toContainText("Scan your badge");
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      if (i > 0) await page.keyboard.press("Control+l");
      await expect(cover(page)).toHaveAttribute("data-step", "locked");
      await page.waitForTimeout(100);
      const opened = openedAfter(page);
      await scan(page, packer);
      times.push(await opened);
    }
    console.log(`a badge opened the desk after ${times.map(Math.round).join(", ")} ms`);
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(200);
    await expect(page.getByRole("contentinfo")).toContainText("Paketci");
    await scan(page, "OTURUM-1");
    await step(page, "offers");
    await page.keyboard.press("Control+l");
    await expect(cover(page)).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+2");
    await expect(cover(page)).toBeVisible();
    await scan(page, lead);
    await typePin(page, "111119");
    await expect(cover(page)).toContainText("Tries before a wait: 4");
    // Many people type Enter after a PIN; it must not buy.
    const entered = enterOnceOpen(page);
    await typePin(page, LEAD_PIN);
    await entered;
    await expect(cover(page)).toBeHidden();
    await expect(page.getByRole("contentinfo")).toContainText("Sorumlu");
    await settle(page);
    await step(page, "offers");
    await expect(page.getByTestId("parcel")).toContainText("OTURUM-1");
    // Esc closes the message, and not the order.
    await scan(page, badgeNumberOf(new Uint8Array(16)));
    await expect(page.getByTestId("badge-refused")).toContainText("E2243");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("badge-refused")).toBeHidden();
    await step(page, "offers");
    // A badge without one of its digits is not searched for as an order, which would show it.
    await scan(page, lead.slice(1));
    await expect(page.getByTestId("badge-refused")).toContainText("not read right");
    await step(page, "offers");
  });
});

test("a packer's reprint asks for a lead's badge, Esc goes on without, and the lead's badge and PIN print it", async () => {
  await withWindow(async (page) => {
    await withZebra(page, async (printer) => {
      await addOrder(page, "OTURUM-2");
      const { packer, lead, owner } = await makeBadges(page);
      await scan(page, packer);
      await expect(page.getByRole("contentinfo")).toContainText("Paketci");
      await buy(page, "OTURUM-2");
      await expect.poll(() => printer.jobs().length).toBe(1);
      await settle(page);
      // A packer reads the printers' states, and finds no command that the core would refuse.
      await page.getByRole("button", { name: "Printers", exact: true }).press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "Printers" })).toBeVisible();
      await expect(page.getByTestId("printer")).toHaveCount(1);
      await expect(page.getByTestId("printer").getByRole("button")).toHaveCount(0);
      await expect(page.getByTestId("print-roles")).toHaveCount(0);
      await expect(page.getByText("A lead sets the printers up")).toBeVisible();
      await page.keyboard.press("Control+1");
      await step(page, "bought");
      await settle(page);
      const reprint = async (): Promise<void> => {
        await page.keyboard.press("F6");
        await expect(page.getByTestId("reprint-reasons")).toBeVisible();
        await settle(page);
        await page.keyboard.press("1");
        await expect(cover(page)).toHaveAttribute("data-step", "lead");
      };
      await reprint();
      await expect(cover(page)).toContainText("may have come out already");
      await page.keyboard.press("Escape");
      await expect(cover(page)).toBeHidden();
      await reprint();
      // A scan right after a key would begin with that key.
      await settle(page);
      await scan(page, lead);
      await typePin(page, LEAD_PIN);
      await expect(cover(page)).toBeHidden();
      await expect.poll(() => printer.jobs().length).toBe(2);
      await scan(page, owner);
      await typePin(page, OWNER_PIN);
      await expect(cover(page)).toBeHidden();
    });
  });
});

test("an owner makes the first badge in Settings, and a packer sees no section that sets the desk up", async () => {
  await withWindow(async (page) => {
    await newMember(page, "Paketci", "user");
    await openSection(page, "Badges and sign-in");
    await expect(page.getByTestId("badges")).toContainText("No badge yet");
    await tabTo(page, "combobox", "Member");
    await page.keyboard.press("ArrowDown");
    await page.getByLabel("PIN, six digits").fill("121212");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("badges")).toContainText(
      "Six digits that are not easily guessed",
    );
    await page.getByLabel("PIN, six digits").fill(OWNER_PIN);
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("made-badge").getByRole("heading")).toBeFocused();
    await expect(cover(page)).toBeHidden();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByTestId("badges")).toContainText("Idle minutes");
  });
});

test(
  "a lead's badge that is scanned twice costs no try, a lock closes an open menu, and unlocking returns the focus",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const { lead } = await makeBadges(page);
      await page.keyboard.press("Control+3");
      await expect(page.getByRole("grid")).toBeVisible();
      await page.getByRole("button", { name: "More", exact: true }).first().press("Enter");
      await expect(page.getByRole("menu")).toBeVisible();
      await page.keyboard.press("Control+l");
      await expect(cover(page)).toBeVisible();
      await expect(page.getByRole("menu")).toBeHidden();
      await scan(page, lead);
      await expect(cover(page)).toHaveAttribute("data-step", "pin");
      await scan(page, lead);
      await page.waitForTimeout(300);
      await expect(cover(page)).not.toContainText("wrong");
      await typePin(page, LEAD_PIN);
      await expect(cover(page)).toBeHidden();
      await expect(page.getByRole("contentinfo")).toContainText("Sorumlu");
      await page.keyboard.press("Control+k");
      await expect(page.getByTestId("palette").locator("input")).toBeFocused();
      await page.keyboard.press("Control+l");
      await expect(cover(page)).toHaveAttribute("data-step", "locked");
      await tabTo(page, "button", "Badge or PIN lost?");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Recovery key")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(cover(page)).toContainText("Scan your badge");
      await scan(page, lead);
      await typePin(page, LEAD_PIN);
      await expect(cover(page)).toBeHidden();
      await expect(page.getByTestId("palette").locator("input")).toBeFocused();
    });
  },
);

test(
  "after a restart of the core while a lead is asked, the next badge opens the desk",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      await withZebra(page, async (printer) => {
        await addOrder(page, "OTURUM-3");
        const { packer, owner } = await makeBadges(page);
        await scan(page, packer);
        await expect(page.getByRole("contentinfo")).toContainText("Paketci");
        await buy(page, "OTURUM-3");
        await expect.poll(() => printer.jobs().length).toBe(1);
        await settle(page);
        const reprint = async (): Promise<void> => {
          await page.keyboard.press("F6");
          await expect(page.getByTestId("reprint-reasons")).toBeVisible();
          await settle(page);
          await page.keyboard.press("1");
          await expect(cover(page)).toHaveAttribute("data-step", "lead");
        };
        await reprint();
        await page.keyboard.press("Control+l");
        await expect(cover(page)).toHaveAttribute("data-step", "locked");
        await scan(page, packer);
        await expect(cover(page)).toBeHidden();
        await settle(page);
        await reprint();
        await killCore(desk);
        // After the resets before this test, the core may have ended too often to start by itself.
        await page.evaluate(() => window.bridge.invoke("window:restartCore", {}));
        await expect(cover(page)).toHaveAttribute("data-step", "locked");
        await expect(cover(page)).toContainText("Scan your badge");
        await scan(page, packer);
        await expect(cover(page)).toBeHidden();
        await scan(page, owner);
        await typePin(page, OWNER_PIN);
        await expect(cover(page)).toBeHidden();
      });
    });
  },
);

test(
  "an item that is scanned while a lead is asked counts, and so does one on the refusal",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        length: 20,
        width: 10,
        height: 10,
        weight: 1,
        order: { orderNumber: "OTURUM-4" },
        items: [{ title: "Kupa", quantity: 3, sku: "KUPA-01" }],
      });
      await ask(page, "PATCH", "/station/packing/settings", { requireScannedItems: true });
      const { packer } = await makeBadges(page);
      await scan(page, packer);
      await expect(cover(page)).toBeHidden();
      await scan(page, "OTURUM-4");
      const buyNow = async (): Promise<void> => {
        await step(page, "offers");
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(cover(page)).toHaveAttribute("data-step", "lead");
      };
      await buyNow();
      await scan(page, "KUPA-01");
      await expect(page.getByTestId("notice")).toContainText("Kupa: 1 of 3");
      await buyNow();
      await page.keyboard.press("Escape");
      await step(page, "failed");
      await scan(page, "KUPA-01");
      await step(page, "offers");
      await expect(page.getByTestId("notice")).toContainText("Kupa: 2 of 3");
    });
  },
);
