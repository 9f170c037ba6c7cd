/** A move from another server by the keyboard alone: another process is that server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { ask, goToSection, RECIPIENT, tabTo, typeText } from "../helpers/desk-keys.ts";
import { test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations, type Ready } from "../helpers/headless.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";

/** A second Enter within a shorter time counts as the scanner's, ms. */
const ECHO_MS = 250;

const servers = headlessStations();
test.afterAll(() => servers.killAll());

const SENDER = { ...RECIPIENT, name: "Ada Depo", isDefaultSenderAddress: true };
const ORDERS = ["1", "2"].map((number) => ({
  recipientAddress: RECIPIENT,
  length: 20,
  width: 10,
  height: 10,
  weight: 1,
  order: { orderNumber: `TS-${number}` },
}));

/** Opens a new station that may call this computer, with no first start in the way. */
async function openEmpty(): Promise<DeskWindow> {
  const dataDir = temporaryFolder();
  const settings = { carrierTargets: { loopback: true } };
  await writeFile(join(dataDir, "station.json"), JSON.stringify(settings));
  const desk = await openWindow({ dataDir, args: [], size: { width: 1280, height: 800 } });
  await desk.page.evaluate(() =>
    localStorage.setItem(
      "packbench.settings",
      JSON.stringify({ language: "en", theme: "light", sound: false }),
    ),
  );
  await desk.page.reload();
  return desk;
}

async function post({ url, token }: Ready, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(ECHO_MS);
  await page.keyboard.press(key);
}

async function fill(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, "textbox", field);
  await typeText(page, text);
}

/** Fills in the form with the focus before it; afterwards the focus is on the heading of the move. */
async function enter(page: Page, url: string, token: string): Promise<void> {
  await fill(page, "Address of the server", url);
  await enterToken(page, token);
}

async function enterToken(page: Page, token: string): Promise<void> {
  await fill(page, "Token of your organization there", token);
  await press(page, "Enter");
  const heading = page.getByTestId("move-in").getByRole("heading", { level: 2 });
  await expect(heading).toBeFocused();
}

test(
  "an organization moves from another server: a wrong token, the right one, the counts, a question and the end, by keyboard alone",
  { tag: "@all" },
  async () => {
    const { ready } = await servers.serve(temporaryFolder(), "--new-token", "Move");
    await post(ready, "/parceltemplates", { name: "Kutu", length: 30, width: 20, height: 10 });
    await post(ready, "/station/agreements", {
      providerCode: "UZAK",
      name: "Uzak",
      ranges: [{ prefix: "UZ", first: "0001000", last: "0001999" }],
    });
    await post(ready, "/provideraccounts", { providerCode: "UZAK", name: "Sözleşmemiz" });
    await post(ready, "/addresses", SENDER);
    for (const order of ORDERS) await post(ready, "/shipments", order);
    const desk = await openEmpty();
    const { page } = desk;
    const move = page.getByTestId("move-in");
    try {
      await ask(page, "POST", "/addresses", SENDER);
      for (const order of ORDERS) await ask(page, "POST", "/shipments", order);
      await goToSection(page, "Data and backup");
      await enter(page, ready.url, "not-a-token-of-that-server");
      await expect(move).toContainText("Paused");
      await expect(move).toContainText("The token is not valid there");
      // The address is known: the form takes only the token.
      await expect(page.getByRole("textbox", { name: "Address of the server" })).toHaveCount(0);
      await enterToken(page, ready.token);
      await expect(move).toContainText("Everything was read");
      await expect(page.getByTestId("move-in-counts")).toContainText(/Boxes\s*1\s*1\s*0\s*0/);
      await expect(move).toContainText("3 questions for you");
      expect(await faultsOf(page)).toEqual([]);

      // Both shipments have numbers of shipments here: one answer for both.
      await tabTo(page, "button", "Give all 2 a new number: same number");
      await press(page, "Enter");
      await page.keyboard.press("Tab");
      await press(page, "Enter");
      await expect(move).toContainText("1 question for you");
      const numbers = (
        await ask<{ organizationShipmentID: number }[]>(page, "GET", "/shipments?limit=10")
      ).map(({ organizationShipmentID }) => organizationShipmentID);
      expect(new Set(numbers).size).toBe(2 * ORDERS.length);

      await tabTo(page, "button", "Done: Sözleşmemiz (UZAK)");
      await press(page, "Enter");
      await expect(page.getByTestId("move-in-questions")).toHaveCount(0);

      await tabTo(page, "button", `We have moved: ${new URL(ready.url).host}`);
      await press(page, "Enter");
      await page.keyboard.press("Tab");
      await press(page, "Enter");
      await expect(move).toHaveCount(0);
      await expect(page.getByText(`Moved from ${new URL(ready.url).host}`)).toBeVisible();
      const boxes = await ask<{ name: string }[]>(page, "GET", "/parceltemplates");
      expect(boxes.map(({ name }) => name)).toContain("Kutu");
    } finally {
      await desk.close();
    }
  },
);
