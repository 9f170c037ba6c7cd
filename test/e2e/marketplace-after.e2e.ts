/** The return of a parcel from a marketplace, and its calls, by the keyboard alone. */
import { expect, type Page } from "@playwright/test";
import type { Webhook } from "../../core/fulfilment/webhooks/webhooks.schema.ts";
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
import { step, test } from "../helpers/desk-page.ts";
import { headlessStations, type Ready } from "../helpers/headless.ts";
import { addOrder, listThere, openEmpty, startMarketplace } from "../helpers/marketplace-window.ts";
import { runFromMenu } from "../helpers/menus.ts";

const NAME = "Pazar";

const servers = headlessStations();
test.afterAll(() => servers.killAll());

test(
  "a parcel that was bought at a marketplace comes back: its return is bought there and cancelled, by keyboard alone",
  { tag: "@all" },
  async () => {
    const { ready } = await startMarketplace(servers);
    const desk = await openEmpty();
    const { page } = desk;
    try {
      await showAs(page, { language: "en", theme: "light" });
      const account = await sellAt(page, ready);
      await addOrder(page, "PZR-9");
      await page.keyboard.press("Control+1");
      await scan(page, "PZR-9");
      await step(page, "offers");
      await expect(page.getByTestId("offer-list")).toContainText(`${NAME}, paid there`);
      await settle(page);
      await page.keyboard.press("Enter");
      await step(page, "bought");

      await ask(page, "PATCH", account, { asks: "onDemand" });
      await page.keyboard.press("Control+3");
      await page.keyboard.press("Home");
      await expect(page.getByRole("complementary", { name: /PZR-9/ })).toBeVisible();
      await settle(page);
      await page.keyboard.press("Shift+Enter");
      const detail = page.getByTestId("shipment-detail");
      await expect(detail).toContainText(`Paid at ${NAME}`);
      await runFromMenu(page, "shipment-more", "Make return");
      await expect(page.getByTestId("return-question")).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      // The marketplace is asked on demand: the return has no offer before.
      const returned = page.getByTestId("return-step");
      await tabTo(page, "button", `Ask ${NAME}`);
      await settle(page);
      await page.keyboard.press("Enter");
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

test(
  "a lead has a marketplace call this station when a parcel moves, and ends the calls, by keyboard alone",
  { tag: "@all" },
  async () => {
    const { ready } = await startMarketplace(servers);
    const desk = await openEmpty();
    const { page } = desk;
    try {
      await showAs(page, { language: "en", theme: "light" });
      await sellAt(page, ready);
      await page.reload();
      await goToSection(page, "Carriers");
      await tabTo(page, "button", `Connection of ${NAME}`);
      await page.keyboard.press("Enter");
      const hook = page.getByTestId("marketplace-hook");
      await tabTo(page, "textbox", "Public address of this station");
      await typeText(page, "desk");
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(hook.locator('[aria-invalid="true"]')).toBeFocused();
      await page.keyboard.press("Control+a");
      await typeText(page, "https://93.184.215.14:4748");
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(hook).toContainText(`${NAME} has taken the address.`);
      const [called] = await webhooksOf(ready);
      expect(called?.url).toContain("https://93.184.215.14:4748/api/v1/station/marketplaces/");
      await page.keyboard.press("Tab");
      await tabTo(page, "button", "End the calls");
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(hook).toContainText(`${NAME} no longer calls.`);
      expect(await webhooksOf(ready)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
    } finally {
      await desk.close();
    }
  },
);

async function webhooksOf({ url, token }: Ready): Promise<Webhook[]> {
  const answer = await fetch(`${url}/webhook`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: Webhook[] }).data;
}

/**
 * Enters a sender, and connects the marketplace, which is asked with every order.
 *
 * @returns Path of the marketplace at the station.
 */
async function sellAt(page: Page, { url, token }: Ready): Promise<string> {
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
  const account = `/station/marketplaces/${id}`;
  await ask(page, "PATCH", account, { asks: "always" });
  return account;
}
