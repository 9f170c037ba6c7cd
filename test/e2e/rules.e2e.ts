/** Choosing rules in the real window, by keyboard: adding, moving, editing and removing rules. */
import { expect, type Page } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Rule } from "../../core/shipping/choosing/choosing.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, RECIPIENT, goToSection, tabTo, typeText } from "../helpers/desk-keys.ts";
import { test, withWindow } from "../helpers/desk-page.ts";

const PARCEL = { recipientAddress: RECIPIENT, length: 20, width: 10, height: 10, weight: 1 };

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

/** Returns the sentences of the rules in the core's order. */
async function rulesOf(page: Page): Promise<string[]> {
  return (await ask<Rule[]>(page, "GET", "/station/rules")).map(({ words }) => words.en);
}

test("rules are added, moved, edited and removed by keyboard", async () =>
  withWindow(async (page) => {
    await goToSection(page, "Rules");
    const list = page.getByTestId("rules");
    await expect(list).toContainText("Without rules, the cheapest offer is chosen.");
    await press(page, "Enter");
    await expect(page.getByRole("button", { name: "Add a rule" })).toBeFocused();
    await press(page, "Enter");
    await expect(page.getByRole("radio", { name: "Cheapest", exact: true })).toBeFocused();
    for (const key of ["ArrowRight", "ArrowRight", "Tab"]) await page.keyboard.press(key);
    await expect(page.getByRole("textbox", { name: "Business days at most" })).toBeFocused();
    await typeText(page, "2");
    await tabTo(page, "combobox", "To provinces");
    await typeText(page, "ista");
    await press(page, "Enter");
    await typeText(page, "06");
    await press(page, "Enter");
    await tabTo(page, "textbox", "Above, kg");
    await typeText(page, "5");
    await tabTo(page, "textbox", "Up to, kg");
    await typeText(page, "3");
    await tabTo(page, "textbox", "Buy and print up to, TL");
    await typeText(page, "250");
    await press(page, "Enter");
    await expect(page.getByRole("textbox", { name: "Up to, kg" })).toBeFocused();
    await expect(page.getByTestId("rule-page")).toContainText("Must be higher than “above”.");
    expect(await faultsOf(page)).toEqual([]);
    await typeText(page, "30");
    await press(page, "Enter");
    const first =
      "To İstanbul or Ankara, over 5 up to 330 kg: cheapest within 2 business days; buys at once up to 250.00 TL";
    await expect(list.getByRole("listitem")).toContainText([first]);
    await expect(page.getByRole("button", { name: "Add a rule" })).toBeFocused();

    await press(page, "Enter");
    await page.keyboard.press("ArrowLeft");
    await tabTo(page, "combobox", "Carrier");
    await typeText(page, "aras");
    await tabTo(page, "button", "Add the rule");
    await press(page, "Enter");
    await expect(list.getByRole("listitem")).toContainText([first, "Never Aras Kargo"]);

    await tabTo(page, "button", "Move rule 2 up");
    await press(page, "Enter");
    await expect(list.getByRole("listitem")).toContainText(["Never Aras Kargo", first]);
    await expect(page.getByRole("button", { name: "Move rule 1 down" })).toBeFocused();
    await press(page, "Alt+ArrowDown");
    await expect(list.getByRole("listitem")).toContainText([first, "Never Aras Kargo"]);
    await expect(page.getByRole("button", { name: "Move rule 2 up" })).toBeFocused();
    await press(page, "Alt+ArrowUp");
    await expect(page.getByRole("button", { name: "Move rule 1 down" })).toBeFocused();
    expect(await rulesOf(page)).toEqual(["Never Aras Kargo", first]);

    await tabTo(page, "button", "Edit rule 2");
    await press(page, "Enter");
    await expect(page.getByRole("radio", { name: "Cheapest in time" })).toBeFocused();
    await tabTo(page, "button", "Take out Ankara");
    await press(page, "Enter");
    await expect(page.getByRole("combobox", { name: "To provinces" })).toBeFocused();
    await press(page, "Enter");
    await expect(list).toContainText("To İstanbul, over 5 up to 330 kg");
    await expect(page.getByRole("button", { name: "Edit rule 2" })).toBeFocused();

    await tabTo(page, "button", "Try on past shipments");
    await press(page, "Enter");
    await tabTo(page, "button", "Try");
    await press(page, "Enter");
    await expect(page.getByTestId("dry-run")).toContainText("No label was bought in this period.");
    const { offers } = await ask<Shipment>(page, "POST", "/shipments", PARCEL);
    await ask(page, "POST", "/transactions", { offerID: offers?.cheapest?.id });
    await press(page, "Enter");
    await expect(page.getByTestId("dry-total")).toContainText("Total with tax");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Try on past shipments" })).toBeFocused();

    await tabTo(page, "button", "Remove: Never Aras Kargo");
    await press(page, "Enter");
    await page.keyboard.press("Tab");
    await press(page, "Enter");
    await expect(list.getByRole("listitem")).toHaveCount(1);
    expect(await rulesOf(page)).toEqual([first.replace(" or Ankara", "")]);
  }));

test(
  "a rule whose carrier is gone says so, and its form asks for another one and keeps the rest",
  { tag: "@all" },
  async () =>
    withWindow(async (page) => {
      const { id } = await ask<{ id: string }>(page, "POST", "/station/agreements", {
        providerCode: "UPS",
        name: "UPS",
      });
      await ask(page, "POST", "/station/rules", {
        action: { choose: "prefer", target: { kind: "carrier", code: "UPS" }, percent: 12.5 },
      });
      await ask(page, "DELETE", `/station/agreements/${id}`);
      await goToSection(page, "Rules");
      await expect(page.getByTestId("rules")).toContainText(
        "The carrier is gone; the next rule decides.",
      );
      expect(await faultsOf(page)).toEqual([]);
      await tabTo(page, "button", "Edit rule 1");
      await press(page, "Enter");
      await expect(page.getByTestId("rule-page")).toContainText(
        "The carrier is gone. Choose another.",
      );
      await page.getByRole("textbox", { name: /Dearer/ }).focus();
      await press(page, "Enter");
      await expect(page.getByRole("combobox", { name: "Carrier" })).toBeFocused();
      await typeText(page, "ptt");
      await tabTo(page, "button", "Save the rule");
      await press(page, "Enter");
      await expect(page.getByTestId("rules")).toContainText(
        "Prefer PTT Kargo unless more than 12.5 % dearer",
      );
    }),
);
