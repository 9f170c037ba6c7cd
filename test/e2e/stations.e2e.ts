/** Two stations at a real hub, each with its window. */
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, goToSection, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { addOrder, addPrinter, buy, step, withPrinter } from "../helpers/desk-page.ts";
import { runFromMenu } from "../helpers/menus.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";
import { isHubTested, startWindowHub, type WindowHub } from "../helpers/window-hub.ts";

test.skip(!isHubTested, "there is no nats-server 2.12 or newer on this machine");
test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

/** Starts stations without a window, with the product's time limits, as the windows have. */
const third = headlessStations(ROOT, {}, join(ROOT, "core/serve.ts"));
let hub: WindowHub;
let [a, b]: DeskWindow[] = [];

const size = { width: 1280, height: 800 };
const desk = (which: DeskWindow | undefined): Page => {
  if (which === undefined) throw new Error("the desk is not open");
  return which.page;
};
const sign = (page: Page) => page.getByTestId("sync-sign");
const stands = (page: Page, state: SyncStatus["state"]): Promise<void> =>
  expect(sign(page)).toHaveAttribute("data-state", state, { timeout: 45_000 });

/** Expects that axe finds nothing in the window. */
async function look(window: DeskWindow | undefined): Promise<void> {
  expect.soft(await faultsOf(desk(window))).toEqual([]);
}

test.beforeAll(async () => {
  hub = await startWindowHub(temporaryFolder());
  // The second station is new and has no data.
  [a, b] = await Promise.all([openWindow({ size }), openWindow({ size, args: [] })]);
  await Promise.all([a, b].map(({ page }) => showAs(page, { language: "en", theme: "light" })));
});

test.afterAll(async () => {
  // The last test has killed the first station.
  for (const window of [a, b]) await window?.close().catch(() => undefined);
  third.killAll();
  await hub.kill();
});

test(
  "a station alone shows no sync sign, and an error of a join code is shown at its field",
  { tag: "@all" },
  async () => {
    const page = desk(b);
    await expect(sign(page)).toHaveCount(0);
    await goToSection(page, "Stations");
    await expect(page.getByTestId("be-hub")).toBeVisible();
    await look(b);
    await page.getByLabel("Join code", { exact: true }).focus();
    await page.keyboard.insertText("hello");
    await page.keyboard.press("Enter");
    await expect(page.getByText("A join code begins with PB1-")).toBeVisible();
    // Two Enters at once count as one, as from a bouncing key.
    await settle(page);
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(hub.joinCode.slice(0, 60));
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("alert").filter({ hasText: "a part of it is missing" }),
    ).toBeVisible();
    await look(b);
  },
);

test(
  "the first station joins by a pasted code and Enter, shows the section again, and keeps its organization",
  { tag: "@all" },
  async () => {
    const page = desk(a);
    const before = await ask<{ organization: { id: string } }>(page, "GET", "/station/desk");
    await goToSection(page, "Stations");
    await page.getByLabel("Join code", { exact: true }).focus();
    await page.keyboard.insertText(hub.joinCode);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("hub-state")).toBeVisible({ timeout: 60_000 });
    await stands(page, "in step");
    await expect(page.getByRole("heading", { name: "Hub: Depo" })).toBeVisible();
    expect(
      (await ask<{ organization: { id: string } }>(page, "GET", "/station/desk")).organization.id,
    ).toBe(before.organization.id);
  },
);

test(
  "a scanned code goes into the second station's field, and Enter makes that station join the first station's organization",
  { tag: "@all" },
  async () => {
    const page = desk(b);
    const code = await hub.add();
    // The code may also be scanned in Pack. The code is a secret, so Pack must not show it in large
    // letters as an unknown order.
    await page.keyboard.press("Control+1");
    await expect(page.getByTestId("pack")).toBeVisible();
    await scan(page, code);
    await expect(page.getByLabel("Join code", { exact: true })).toHaveValue(code);
    await expect(page.getByTestId("stations-alone")).toBeVisible();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("hub-state")).toBeVisible({ timeout: 90_000 });
    await stands(page, "in step");
    const [first, second] = await Promise.all(
      [a, b].map((one) => ask<{ organization: { id: string } }>(desk(one), "GET", "/station/desk")),
    );
    expect(second?.organization.id).toBe(first?.organization.id);
    await third.serve(temporaryFolder(), "--join", await hub.add());
    await expect(page.getByTestId("stations").getByRole("row")).toHaveCount(4);
    await look(b);
  },
);

test(
  "a station is named by keyboard, the other station shows the name, and an empty name is refused at the field",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    const field = second.getByRole("textbox", { name: "Name of this desk" });
    await field.focus();
    await second.keyboard.press("Control+a");
    await second.keyboard.press("Delete");
    await second.keyboard.press("Enter");
    await expect(second.getByText("Type a name of 1 to 60 letters.")).toBeVisible();
    await settle(second);
    await second.keyboard.insertText(" Masa 2 ");
    await second.keyboard.press("Enter");
    await expect(second.getByTestId("desk-name")).toContainText("Saved.");
    await expect(field).toHaveValue("Masa 2");
    await expect(first.getByTestId("stations")).toContainText("Masa 2");
    await look(b);
  },
);

test(
  "a shared printer prints a label of another station, and both stations see the result",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await withPrinter({}, async (printer) => {
      await addPrinter(second, printer.port);
      await second.getByRole("navigation").getByRole("button", { name: "Printers" }).click();
      await second.getByRole("button", { name: "Share with other stations: Zebra" }).focus();
      await second.keyboard.press("Enter");
      await expect(second.getByText("shared with the other stations")).toBeVisible();
      await look(b);
      await first.getByRole("navigation").getByRole("button", { name: "Printers" }).click();
      await expect(first.getByTestId("shared-printer")).toContainText("Zebra");
      await expect(first.getByTestId("shared-printer")).toContainText("ready");
      await look(a);

      await first.getByRole("navigation").getByRole("button", { name: "Pack" }).click();
      await addOrder(first, "SHARED-1");
      await buy(first, "SHARED-1");
      await first.getByRole("navigation").getByRole("button", { name: "Shipments" }).click();
      const grid = first.getByTestId("shipment-table").getByRole("grid");
      await grid.focus();
      await settle(first);
      await first.keyboard.press("Shift+Enter");
      await runFromMenu(first, "shipment-more", "Print at another station");
      await expect(
        first.getByTestId("print-elsewhere").getByLabel("Printer", { exact: true }),
      ).toBeFocused();
      await look(a);
      await first
        .getByTestId("print-elsewhere")
        .getByRole("button", { name: "Print there" })
        .focus();
      await settle(first);
      await first.keyboard.press("Enter");
      await expect(first.getByTestId("print-elsewhere")).toHaveCount(0);
      // The pressed button disappears with its question; the command is in the menu.
      await expect(first.getByTestId("shipment-more")).toBeFocused();
      await expect(first.getByTestId("asked-elsewhere")).toContainText("printed", {
        timeout: 20_000,
      });
      await expect(first.getByTestId("asked-elsewhere")).toBeInViewport();
      // The print that waited here ended; nobody must think that the label failed.
      await expect(first.getByTestId("last-result")).toContainText("printed at another station", {
        timeout: 20_000,
      });
      await expect(first.getByTestId("print-requests")).toContainText("printed", {
        timeout: 20_000,
      });
      await expect.poll(() => printer.jobs().length).toBe(1);
      await first.getByTestId("print-requests").scrollIntoViewIfNeeded();
      await look(a);

      // Esc leaves the choice and prints nothing.
      await settle(first);
      await runFromMenu(first, "shipment-more", "Print at another station");
      await expect(first.getByTestId("print-elsewhere")).toBeVisible();
      // The choice shows the printers' current states while it is open.
      printer.setBehaviour({ mode: "paper out" });
      await expect(
        first.getByTestId("print-elsewhere").locator("option").filter({ hasText: "Zebra" }),
      ).toContainText("out of labels");
      printer.setBehaviour({ mode: "ok" });
      await first.keyboard.press("Escape");
      await expect(first.getByTestId("print-elsewhere")).toHaveCount(0);
      await expect(first.getByTestId("shipment-detail")).toBeVisible();
      await expect(first.getByTestId("shipment-more")).toBeFocused();
      expect(printer.jobs()).toHaveLength(1);
      await first.keyboard.press("Control+1");
      await expect(first.getByTestId("sent-elsewhere")).toContainText("printed");
      await expect(
        first.getByRole("heading", { name: "Bought. Printed at another station" }),
      ).toBeVisible();
      await look(a);
    });
  },
);

/**
 * Shares a printer of one station with the other, and waits until the other station lists the
 * printer as ready.
 */
async function shareDepo(
  from: Page,
  to: Page,
  port: number,
): Promise<{ readonly printerID: string; isThere(state: string): Promise<void> }> {
  const { id: printerID } = await ask<{ id: string }>(from, "POST", "/station/printers", {
    name: "Depo",
    driver: "tcp",
    host: "127.0.0.1",
    port,
  });
  await ask(from, "PATCH", `/station/printers/${printerID}`, { isShared: true });
  const isThere = (state: string): Promise<void> =>
    expect
      .poll(
        async () =>
          (
            await ask<{ list: { id: string; state: string }[] }>(
              to,
              "GET",
              "/station/shared-printers",
            )
          ).list.find(({ id }) => id === printerID)?.state,
        { timeout: 20_000 },
      )
      .toBe(state);
  await isThere("ready");
  return { printerID, isThere };
}

async function removeDepo(from: Page, printerID: string): Promise<void> {
  await ask(from, "PATCH", `/station/printers/${printerID}`, { isShared: false });
  await ask(from, "DELETE", `/station/printers/${printerID}`);
}

test(
  "Pack shows that a label waits for another station's printer, and that it was not printed when the printer is removed",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await withPrinter({}, async (printer) => {
      const { printerID, isThere } = await shareDepo(second, first, printer.port);
      printer.setBehaviour({ mode: "paper out" });
      // If the other station started the print before it knew that state, a person would have to
      // look whether the label was printed.
      await ask(second, "POST", `/station/printers/${printerID}/probe`);
      await isThere("paper out");
      await first.keyboard.press("Control+1");
      await addOrder(first, "SHARED-2");
      await buy(first, "SHARED-2");
      const { shipment } = await ask<{ shipment: { id: string } }>(
        first,
        "POST",
        "/station/orders/open",
        { code: "SHARED-2" },
      );
      await ask(first, "POST", "/station/print-requests", { printerID, shipmentID: shipment.id });
      await expect(first.getByTestId("sent-elsewhere")).toContainText("Depo is out of labels", {
        timeout: 20_000,
      });
      await expect(first.getByTestId("last-result")).toContainText("waits at another station");
      await expect(first.getByRole("button", { name: "Print at another station" })).toHaveCount(0);
      await look(a);
      await removeDepo(second, printerID);
      await expect(first.getByTestId("sent-elsewhere")).toHaveAttribute("data-state", "FAILED", {
        timeout: 20_000,
      });
      await expect(first.getByRole("button", { name: "Print at another station" })).toBeVisible();
      await look(a);
    });
  },
);

test(
  "an order that is open at one station is marked at the other, which may open it anyway",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await second.getByRole("navigation").getByRole("button", { name: "Pack" }).click();
    await scan(first, "10484");
    await step(first, "offers");
    const row = second
      .getByTestId("waiting-list")
      .getByRole("listitem")
      .filter({ has: second.getByTestId("open-elsewhere") });
    await expect(row).toContainText("10484");
    await look(b);
    await scan(second, "10484");
    await step(second, "offers");
    await expect(second.getByTestId("other-desk")).toContainText("Being packed at");
    await expect(first.getByTestId("other-desk")).toContainText("Being packed at");
    await look(b);
    await first.keyboard.press("Escape");
    await step(first, "empty");
    await expect(second.getByTestId("other-desk")).toBeEmpty();
    await settle(second);
    await second.getByTestId("buy-button").click();
    await expect(second.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
  },
);

test(
  "an order that another station buys is closed here while its offers are shown, and Enter opens the next without buying",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await addOrder(first, "BOTH-1");
    await scan(first, "BOTH-1");
    await step(first, "offers");
    await expect(async () => {
      await scan(second, "BOTH-1");
      await step(second, "offers", 5_000);
    }).toPass({ timeout: 60_000 });
    await settle(second);
    await second.getByTestId("buy-button").click();
    await expect(second.getByTestId("last-result")).toContainText("BOTH-1");
    await expect(first.getByTestId("pack")).toHaveAttribute("data-step", "closed", {
      timeout: 20_000,
    });
    await expect(first.getByText("This order already has a label")).toBeVisible();
    // The state of the last result's label is kept while other orders are on the screen.
    await expect(first.getByTestId("last-result")).toContainText("SHARED-2 · not printed");
    await look(a);
    await settle(first);
    await first.keyboard.press("Enter");
    await step(first, "offers");
    await expect(first.getByTestId("parcel")).not.toContainText("BOTH-1");
    await first.keyboard.press("Escape");
    await step(first, "empty");
  },
);

test(
  "both stations report a killed hub and keep packing, and are in sync again when the hub is back",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await Promise.all([addOrder(first, "CUT-A"), addOrder(second, "CUT-B")]);
    await hub.kill();
    await Promise.all([stands(first, "cut off"), stands(second, "cut off")]);
    await buy(first, "CUT-A");
    await buy(second, "CUT-B");
    await expect(sign(first)).toContainText("wait");
    await look(a);
    await sign(first).click();
    await expect(first.getByTestId("hub-state")).toHaveAttribute("data-state", "cut off");
    await first.getByTestId("join-again").locator("summary").click();
    await expect(first.getByLabel("Join code", { exact: true })).toBeVisible();
    await look(a);
    await hub.start();
    await Promise.all([stands(first, "in step"), stands(second, "in step")]);
    const statusOf = async (page: Page, code: string): Promise<string> =>
      (
        await ask<{ shipment: { statusCode: string } }>(page, "POST", "/station/orders/open", {
          code,
        })
      ).shipment.statusCode;
    await expect.poll(() => statusOf(first, "CUT-B")).not.toBe("GOT_OFFERS");
    await expect.poll(() => statusOf(second, "CUT-A")).not.toBe("GOT_OFFERS");
  },
);

test(
  "a print request made while the hub is unreachable is cancelled in Pack by keyboard, and nothing is printed later",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await withPrinter({}, async (printer) => {
      const { printerID } = await shareDepo(second, first, printer.port);
      await first.keyboard.press("Control+1");
      await addOrder(first, "GIVEN-UP");
      await hub.kill();
      await stands(first, "cut off");
      await buy(first, "GIVEN-UP");
      const { shipment } = await ask<{ shipment: { id: string } }>(
        first,
        "POST",
        "/station/orders/open",
        { code: "GIVEN-UP" },
      );
      await ask(first, "POST", "/station/print-requests", { printerID, shipmentID: shipment.id });
      await expect(first.getByTestId("sent-elsewhere")).toHaveAttribute("data-state", "ASKED");
      await first.getByRole("button", { name: "Do not print it there" }).focus();
      await look(a);
      await settle(first);
      await first.keyboard.press("Enter");
      await expect(first.getByRole("button", { name: "Do not print it there" })).toHaveCount(0);
      await expect(first.getByTestId("scan-field")).toBeFocused();
      await hub.start();
      await Promise.all([stands(first, "in step"), stands(second, "in step")]);
      await expect
        .poll(
          async () =>
            (
              await ask<{ list: { state: string }[] }>(
                second,
                "GET",
                `/station/print-requests?shipmentID=${shipment.id}`,
              )
            ).list,
          { timeout: 20_000 },
        )
        .toMatchObject([{ state: "CANCELLED" }]);
      // The other station has answered that it printed nothing: the label waits here again.
      await expect(first.getByTestId("print-state")).toHaveAttribute("data-status", "QUEUED", {
        timeout: 20_000,
      });
      expect(printer.jobs()).toHaveLength(0);
      await removeDepo(second, printerID);
    });
  },
);

test(
  "an order that was open at a killed station loses its mark within 50 seconds",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await second.getByRole("navigation").getByRole("button", { name: "Pack" }).click();
    await second.keyboard.press("Escape");
    await step(second, "empty");
    await scan(first, "10485");
    await step(first, "offers");
    await expect(second.getByTestId("open-elsewhere")).toBeVisible();
    a?.app.process().kill("SIGKILL");
    await expect(second.getByTestId("open-elsewhere")).toHaveCount(0, { timeout: 50_000 });
    await stands(second, "in step");
  },
);
