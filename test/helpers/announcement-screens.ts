/**
 * Walks through the screens about live carriers, on a station with the data of
 * `fillWithAnnouncements`: the view Announcements, the forms of connections, and Pack with a refused
 * label and with one that its carrier still makes.
 */
import { expect, type Page } from "@playwright/test";
import { still, type Walk } from "./all-screens.ts";
import { ACCOUNTS, ANNOUNCED_ORDERS } from "./announced-parcels.ts";
import { openPalette, scan, typeText } from "./desk-keys.ts";
import { step } from "./desk-page.ts";

const WORDS = {
  en: {
    announcements: "Announcements",
    carriers: "Carriers",
    invoices: "Carrier invoices",
    connectionOf: (account: string) => `Connection of ${account}`,
  },
  tr: {
    announcements: "Bildirimler",
    carriers: "Kargo firmaları",
    invoices: "Kargo faturaları",
    connectionOf: (account: string) => `${account} bağlantısı`,
  },
} as const;

/** Walks the screens in the language that the window has. */
export async function walkAnnouncements(walk: Walk): Promise<void> {
  await walkRefusedOrders(walk);
  await walkView(walk);
  await walkInvoices(walk);
  await walkConnections(walk);
}

async function walkInvoices({ page, language, visit }: Walk): Promise<void> {
  await page.keyboard.press("Control+8");
  await page.getByRole("radio", { name: WORDS[language].invoices }).check({ force: true });
  await expect(page.getByTestId("invoices").getByRole("row")).toHaveCount(3);
  await still(page);
  await visit("money invoices");
}

async function walkRefusedOrders({ page, visit }: Walk): Promise<void> {
  await page.keyboard.press("Control+1");
  await scan(page, ANNOUNCED_ORDERS.refused);
  await step(page, "closed");
  await expect(page.getByTestId("refused-by-carrier")).toBeVisible();
  await still(page);
  await visit("pack refused by the carrier");
  await scan(page, ANNOUNCED_ORDERS.waiting);
  await expect(page.getByTestId("announcement-mark")).toBeVisible();
  await still(page);
  await visit("pack not announced yet");
  await scan(page, ANNOUNCED_ORDERS.awaited);
  await expect(page.getByTestId("parcel")).toContainText(ANNOUNCED_ORDERS.awaited);
  await still(page);
  await visit("pack label awaited");
  await page.keyboard.press("Escape");
}

async function walkView({ page, language, visit }: Walk): Promise<void> {
  await openPalette(page);
  await typeText(page, WORDS[language].announcements);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("announcements")).toBeVisible();
  await still(page);
  await visit("announcements");
  for (const name of ["refused", "wrongLogin", "uncertain"] as const) {
    await buttonOf(page, ANNOUNCED_ORDERS[name]).press("Enter");
    await expect(page.getByTestId("open-label").getByRole("heading")).toBeVisible();
    await still(page);
    if (name === "refused")
      await expect(page.getByTestId("open-label").locator("[type=submit]")).toBeInViewport();
    await visit(`announcements ${name}`);
    await page.keyboard.press("Escape");
  }
  await page
    .getByTestId(`announcing-${ACCOUNTS.manual}`)
    .getByRole("button")
    .first()
    .press("Enter");
  await expect(page.getByTestId("announcement-files")).toBeVisible();
  await still(page);
  await visit("announcements files");
  await page.keyboard.press("Escape");
}

async function walkConnections({ page, language, visit }: Walk): Promise<void> {
  await page.keyboard.press("Control+9");
  const section = page.getByRole("tab", { name: WORDS[language].carriers, includeHidden: true });
  await expect(section).toBeAttached();
  // In large type one list of choices takes the place of the tabs.
  const choice = page.getByRole("combobox", { name: /^(Section|Bölüm):$/ });
  if (await choice.isVisible()) await choice.selectOption({ label: WORDS[language].carriers });
  else await section.click();
  for (const kind of ["yurtici", "aras", "ptt"] as const) {
    await page
      .getByTestId("accounts")
      .getByRole("button", { name: WORDS[language].connectionOf(ACCOUNTS[kind]) })
      .press("Enter");
    await expect(page.getByTestId("connection-page").getByRole("textbox").first()).toBeVisible();
    await still(page);
    await visit(`connection ${kind}`);
    await page.keyboard.press("Escape");
  }
}

/** Button of an order's line in the list of labels. */
function buttonOf(page: Page, order: string) {
  return page
    .getByTestId("open-labels")
    .getByRole("listitem")
    .filter({ hasText: order })
    .getByRole("button")
    .first();
}
