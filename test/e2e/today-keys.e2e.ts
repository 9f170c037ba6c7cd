/** A lead reads the board of Today and opens the list behind each number by its key alone. */
import { expect, type Page } from "@playwright/test";
import type { Today } from "../../core/fulfilment/today/today.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, RECIPIENT, settle } from "../helpers/desk-keys.ts";
import { resize, test, withWindow } from "../helpers/desk-page.ts";
import { buyLive } from "../helpers/live-labels.ts";

const LISTS = [
  { key: "1", name: "waiting", words: "To be packed" },
  { key: "2", name: "held", words: "On hold" },
  { key: "3", name: "bought", words: "Bought today" },
  { key: "4", name: "failed", words: "Failed, needs a person" },
  { key: "5", name: "toAnnounce", words: "To be announced" },
  { key: "6", name: "toHandOver", words: "To be handed over" },
  { key: "7", name: "handedOver", words: "Handed over today" },
  { key: "8", name: "returns", words: "Return on its way" },
] as const;

async function made(page: Page): Promise<Shipment> {
  return ask<Shipment>(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
  });
}

/** Makes orders that wait and one on hold, labels, a return. */
async function fill(page: Page): Promise<void> {
  const held = await made(page);
  await ask(page, "PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { id, offers } = await made(page);
    await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
    ids.push(id);
  }
  const back = await ask<Shipment>(page, "POST", `/shipments/${ids[0]}`, { isReturn: true });
  await ask(page, "POST", "/station/purchases", {
    offerID: back.offers?.list[0]?.id,
    print: false,
  });
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("each number of the board opens exactly its list by its digit, and Esc leads back to the board", async () => {
  await withWindow(async (page) => {
    await fill(page);
    await page.keyboard.press("Control+2");
    await expect(page.getByTestId("today-bought").locator("b")).toHaveText("3");
    expect(await faultsOf(page)).toEqual([]);
    const day = await ask<Today>(page, "GET", "/station/today");
    expect([day.held, day.carriers.reduce((sum, { returns }) => sum + returns, 0)]).toEqual([1, 1]);
    for (const { key, name, words } of LISTS) {
      const figure = page.getByTestId(`today-${name}`);
      const count = Number(await figure.locator("b").innerText());
      await expect(figure.getByRole("button")).toHaveAttribute("aria-keyshortcuts", key);
      await settle(page);
      await page.keyboard.press(key);
      await expect(title(page)).toHaveText("Shipments");
      await expect(page.getByRole("group", { name: "Filters" })).toContainText(words);
      if (count === 0)
        await expect(page.getByText("Nothing is in this state any more.")).toBeVisible();
      else
        await expect(page.getByTestId("shipment-count")).toHaveText(
          count === 1 ? "1 shipment" : `${count} shipments`,
        );
      await page.keyboard.press("Escape");
      await expect(title(page)).toHaveText("Today");
    }
    await settle(page);
    await page.keyboard.press("9");
    await expect(title(page)).toHaveText("Manifests for couriers");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(title(page)).toHaveText("Today");
  });
});

test("the board shows a label that another program buys within three seconds, without a key", async () => {
  await withWindow(async (page) => {
    await page.keyboard.press("Control+2");
    await expect(page.getByTestId("today-bought").locator("b")).toHaveText("0");
    const { offers } = await made(page);
    await ask(page, "POST", "/station/purchases", { offerID: offers?.list[0]?.id, print: false });
    await expect(page.getByTestId("today-bought").locator("b")).toHaveText("1", { timeout: 3_000 });
    await expect(page.getByTestId("hours")).toContainText("Depo Sorumlusu");
  });
});

test(
  "a carrier's long name wraps, so that no table of the board covers another",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      const carrier = "Uluslararası Doğu Anadolu Kargo Taşımacılık ve Lojistik Hizmetleri A.Ş.";
      await buyLive(page, ["Ayşe Bir"], carrier);
      await page.keyboard.press("Control+2");
      await expect(page.getByTestId("carriers")).toContainText(carrier);
      for (const [width, height] of [
        [1280, 800],
        [1024, 700],
      ] as const) {
        await resize(desk, { width, height, zoom: 1 });
        await settle(page);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll("main table")]
            .filter(
              ({ clientWidth, parentElement }) => clientWidth > (parentElement?.clientWidth ?? 0),
            )
            .map((table) => table.getAttribute("aria-labelledby")),
        );
        expect({ width, wide }).toEqual({ width, wide: [] });
      }
    });
  },
);
