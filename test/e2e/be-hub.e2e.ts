/** The first station becomes the hub by one button, invites a second station, and revokes it. */
import { expect, test, type Page } from "@playwright/test";
import { openSection, showAs } from "../helpers/desk-keys.ts";
import { openWindow } from "../helpers/window.ts";
import { isHubTested, natsServer } from "../helpers/window-hub.ts";

test.skip(!isHubTested, "there is no nats-server 2.12 or newer on this machine");
test.setTimeout(180_000);

const size = { width: 1280, height: 800 };
const stands = (page: Page, state: string): Promise<void> =>
  expect(page.getByTestId("sync-sign")).toHaveAttribute("data-state", state, { timeout: 60_000 });

test(
  "a hub station shows a code for one station, and revokes that station after a question",
  { tag: "@all" },
  async () => {
    process.env["PACKBENCH_NATS_SERVER"] = natsServer;
    const [a, b] = await Promise.all([openWindow({ size }), openWindow({ size, args: [] })]);
    try {
      await Promise.all([a, b].map(({ page }) => showAs(page, { language: "en", theme: "light" })));
      await openSection(a.page, "Stations");
      await a.page.getByTestId("be-hub").getByRole("button", { name: "Be the hub" }).click();
      await expect(a.page.getByTestId("hub-state")).toBeVisible({ timeout: 90_000 });
      await stands(a.page, "in step");
      await expect(a.page.getByTestId("hub-here")).toContainText("This computer runs the hub");
      await a.page.getByTestId("invite").getByRole("button", { name: "Make a code" }).click();
      await expect(a.page.getByTestId("qr")).toBeVisible();
      const code = (await a.page.getByTestId("join-code").textContent()) ?? "";

      await openSection(b.page, "Stations");
      await b.page.getByLabel("Join code", { exact: true }).focus();
      await b.page.keyboard.insertText(code);
      await b.page.keyboard.press("Enter");
      await stands(b.page, "in step");
      await expect(b.page.getByTestId("invite")).toHaveCount(0);
      await expect(b.page.getByText("npm run --silent hub")).toBeVisible();

      const row = a.page
        .getByTestId("stations")
        .getByRole("row")
        .filter({ hasNotText: "this one" })
        .filter({ has: a.page.getByRole("button") });
      await row.getByRole("button", { name: /^Revoke/ }).click();
      await expect(row.getByRole("button", { name: "Keep" })).toBeFocused();
      await a.page.keyboard.press("Escape");
      await expect(row.getByRole("button", { name: /^Revoke/ })).toBeFocused();
      await a.page.keyboard.press("Enter");
      await expect(row.getByRole("button", { name: "Keep" })).toBeFocused();
      // The question does not make the section wider than its pane.
      expect(
        await a.page
          .locator("#settings-pane")
          .evaluate((pane) => pane.scrollWidth <= pane.clientWidth),
      ).toBe(true);
      await row.getByRole("button", { name: /^Revoke: it can no longer connect/ }).click();
      await stands(b.page, "cut off");
      // A revoked station sends nothing; joining again is offered.
      await expect(b.page.getByTestId("hub-state")).toContainText(
        "The hub has not let this station in for",
      );
      await expect(
        b.page.getByTestId("join-again").getByLabel("Join code", { exact: true }),
      ).toBeVisible();
      await stands(a.page, "in step");
      await expect(row).toHaveCount(0);
    } finally {
      for (const window of [a, b]) await window.close();
    }
  },
);
