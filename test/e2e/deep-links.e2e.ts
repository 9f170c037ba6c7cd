/**
 * Links of other programs to an order, opened by a second start of the program, as a desktop does:
 * what the links show, and what they must not do.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { CONTROL_CODES } from "../../core/fulfilment/papers/control-codes.schema.ts";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { addOrder, buy, step, test } from "../helpers/desk-page.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";

const electron = createRequire(import.meta.url)("electron") as unknown as string;

/** Starts the program again with the link, as a desktop does. */
async function openLink(
  { dataDir }: Pick<DeskWindow, "dataDir">,
  link: string,
  ...more: string[]
): Promise<void> {
  const second = spawn(
    electron,
    [ROOT, "--no-sandbox", "--disable-gpu", "--data", dataDir, ...more, link],
    { stdio: "ignore" },
  );
  const [code] = (await once(second, "exit")) as [number | null];
  expect(code).toBe(0);
}

/** Sends what a second start would send, without a second start, for many links at once. */
const sendLink = ({ app }: DeskWindow, link: string, times = 1): Promise<void> =>
  app.evaluate(
    ({ app: program }, sent) => {
      for (let i = 0; i < sent.times; i += 1)
        program.emit("second-instance", {}, [], "", { link: sent.link, quit: false });
    },
    { link, times },
  );

type Counts = {
  readonly purchases: number;
  readonly prints: number;
  readonly statuses: readonly string[];
};

async function countsOf(page: Page): Promise<Counts> {
  const { list } = await ask<{ list: readonly unknown[] }>(page, "GET", "/station/printjobs");
  const shipments = await ask<readonly { statusCode: string; isOfferAccepted?: boolean }[]>(
    page,
    "GET",
    "/shipments?limit=100",
  );
  return {
    purchases: shipments.filter(
      ({ statusCode }) => statusCode !== "CREATED" && statusCode !== "GOT_OFFERS",
    ).length,
    prints: list.length,
    statuses: shipments.map(({ statusCode }) => statusCode).sort(),
  };
}

const bar = (page: Page) => page.getByTestId("link");
/** Waits longer than links are held back from the screen. */
const shown = (page: Page): Promise<void> => page.waitForTimeout(900);
const clear = async ({ page }: DeskWindow): Promise<void> => {
  await showAs(page, { language: "en", theme: "light" });
  await shown(page);
};

test("a second start's link opens its order in Pack, by number or shipment id, and buys and prints nothing", async ({
  shared,
}) => {
  const { page } = shared;
  await addOrder(page, "LINK 1/Ö");
  await clear(shared);
  const before = await countsOf(page);
  await openLink(shared, `packbench://order/${encodeURIComponent("LINK 1/Ö")}`);
  await step(page, "offers");
  await expect(page.getByTestId("parcel")).toContainText("LINK 1/Ö");
  await expect(bar(page)).toHaveCount(0);

  await addOrder(page, "LINK-2");
  const [shipment] = await ask<readonly { id: string }[]>(
    page,
    "GET",
    "/shipments?orderNumber=LINK-2",
  );
  await page.keyboard.press("Escape");
  await step(page, "empty");
  await openLink(shared, `PACKBENCH://shipment/${shipment?.id}/`);
  await expect(page.getByTestId("parcel")).toContainText("LINK-2");
  const after = await countsOf(page);
  expect([after.purchases, after.prints]).toEqual([before.purchases, before.prints]);
});

test(
  "a link while an order is open keeps that order, names the linked order, and opens it when a person asks for it",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await addOrder(page, "LINK-3");
    await addOrder(page, "LINK-4");
    await clear(shared);
    await scan(page, "LINK-3");
    await step(page, "offers");
    await openLink(shared, "packbench://order/LINK-4");
    await expect(bar(page)).toContainText("A link asks for order LINK-4.");
    await expect(page.getByTestId("parcel")).toContainText("LINK-3");
    // A link to the open order asks nothing.
    await openLink(shared, "packbench://order/LINK-3");
    await expect(bar(page)).toHaveCount(0);
    await openLink(shared, "packbench://order/LINK-4");
    await bar(page).getByRole("button", { name: "Open it" }).click();
    await expect(page.getByTestId("parcel")).toContainText("LINK-4");
    await expect(bar(page)).toHaveCount(0);
  },
);

test(
  "a link waits for a person while another view, text in the scan field or a question is open",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await addOrder(page, "LINK-5");
    await clear(shared);
    await page.keyboard.type("typed", { delay: 80 });
    await sendLink(shared, "packbench://order/LINK-5");
    await expect(bar(page)).toContainText("LINK-5");
    expect(await page.getByTestId("pack").getAttribute("data-step")).toBe("empty");
    await bar(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(bar(page)).toHaveCount(0);

    await clear(shared);
    await page.getByRole("navigation").getByRole("button", { name: "Addresses" }).click();
    await sendLink(shared, "packbench://order/LINK-5");
    await expect(bar(page)).toContainText("LINK-5");
    await expect(page.getByTestId("pack")).toHaveCount(0);

    await clear(shared);
    await addOrder(page, "LINK-6");
    await buy(page, "LINK-6");
    await settle(page);
    await page.keyboard.press("F8");
    await expect(page.getByTestId("undo-question")).toBeVisible();
    const before = await countsOf(page);
    await sendLink(shared, "packbench://order/LINK-5");
    await expect(bar(page)).toContainText("LINK-5");
    expect(await countsOf(page)).toEqual(before);
    await expect(page.getByTestId("undo-question")).toBeVisible();
    await page.keyboard.press("Escape");
  },
);

test(
  "a link with a control code or a label's barcode does not act as a scan",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await addOrder(page, "LINK-7");
    await clear(shared);
    await scan(page, "LINK-7");
    await step(page, "offers");
    await settle(page);
    const before = await countsOf(page);
    for (const code of Object.values(CONTROL_CODES)) {
      await sendLink(shared, `packbench://order/${encodeURIComponent(code)}`);
      await shown(page);
      expect([code, await page.getByTestId("pack").getAttribute("data-step")]).toEqual([
        code,
        "offers",
      ]);
    }
    await expect(bar(page)).toContainText("which is not here");
    const bought = (
      await ask<readonly { barcode: string }[]>(page, "GET", "/shipments?limit=100")
    ).find(({ barcode }) => barcode !== "");
    await sendLink(shared, `packbench://order/${bought?.barcode}`);
    await expect(bar(page)).toContainText(`${bought?.barcode}, which is not here`);
    expect(await countsOf(page)).toEqual(before);
  },
);

test(
  "hostile links, such as long links, control characters, dots or another host, are refused with a notice, and --quit with a link ends no station",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await clear(shared);
    const hostile = [
      `packbench://order/${"9".repeat(5_000)}`,
      "packbench://order/%00%1b[2J",
      "packbench://order/a%0d%0aBUY",
      "packbench://order/%E2%80%AEgpj",
      "packbench://order/..",
      "packbench://order/%2e%2e",
      "packbench://order/../../desk/index.html",
      "packbench://desk/index.html",
      "packbench://desk/choice/quit",
      "packbench://evil.example/order/1",
      "packbench://order@evil/1",
      "packbench://order:80/1",
      "packbench://order/1?print=1",
      "packbench://order/1#x",
      "packbench:order/1",
      "packbench://order/",
      "packbench://order/%zz",
      "packbench://order/%ff",
      "packbench://shipment/1",
      "packbench://shipment/00000000-0000-7000-8000-000000000000/x",
      "packbench://buy/1",
      `packbench://order/${"%61".repeat(101)}`,
    ];
    for (const link of hostile) {
      await sendLink(shared, link);
      await expect(bar(page), link.slice(0, 60)).toContainText(
        "A link was not opened: it names no order.",
      );
      expect([link, await page.getByTestId("pack").getAttribute("data-step")]).toEqual([
        link,
        "empty",
      ]);
      await bar(page).getByRole("button", { name: "Dismiss" }).click();
      await page.waitForTimeout(550);
    }
    // The second process ends by itself, and the first keeps running.
    await openLink(shared, "packbench://order/nothing-like-it", "--quit");
    await expect(bar(page)).toContainText("nothing-like-it, which is not here");
  },
);

test(
  "a thousand links at once show only the newest link, and the station responds meanwhile",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    for (const name of ["LINK-8", "LINK-9"]) await addOrder(page, name);
    await clear(shared);
    await scan(page, "LINK-8");
    await step(page, "offers");
    await sendLink(shared, "packbench://order/%00", 1_000);
    await sendLink(shared, "packbench://order/LINK-9", 1_000);
    const begun = Date.now();
    await ask(page, "GET", "/station/desk");
    expect(Date.now() - begun).toBeLessThan(2_000);
    await expect(bar(page)).toContainText("LINK-9");
    await expect(page.getByTestId("parcel")).toContainText("LINK-8");
  },
);

test(
  "a first start with a link shows the link's order once the station is open, and ignores the arguments after the link",
  { tag: "@all" },
  async () => {
    const dataDir = temporaryFolder();
    const first = await openWindow({ dataDir });
    await addOrder(first.page, "LINK-10");
    await first.close();
    // Arguments after the link come from its author and are ignored.
    const desk = await openWindow({
      dataDir,
      args: ["--demo", "packbench://order/LINK-10", "--data", temporaryFolder(), "--kiosk"],
    });
    try {
      await expect(desk.page.getByTestId("link").or(desk.page.getByTestId("parcel"))).toContainText(
        "LINK-10",
      );
      expect(
        await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk()),
      ).toBe(false);
    } finally {
      await desk.close();
    }
  },
);
