/**
 * Pack when things go wrong or coincide: every failure is shown where the packer looks, with a way
 * on that works.
 */
import { expect } from "@playwright/test";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import {
  RECIPIENT,
  apiUrlOf,
  ask,
  dropFile,
  openSection,
  scan,
  settle,
} from "../helpers/desk-keys.ts";
import {
  addOrder,
  addPrinter,
  barcodeOf,
  buy,
  removePrinters,
  step,
  test,
  withPrinter,
  withZebra,
} from "../helpers/desk-page.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet";

test("a file dropped on the window is imported, and its bad rows are explained in the screen's language", async ({
  shared: { page },
}) => {
  const good = "PACK-1;Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1;Kupa;1";
  await dropFile(
    page,
    "orders.csv",
    [
      HEAD,
      good,
      good.replace("PACK-1", "PACK-2").replace("Kadıköy", "Karşıyaka"),
      good.replace("PACK-1", "PACK-3").replace("05551112233", ""),
    ].join("\n"),
  );
  const result = page.getByTestId("import-result");
  await expect(page.getByTestId("import-added")).toHaveText("1 order added");
  await expect(result).toContainText("İstanbul has no district of this name.");
  await expect(result).toContainText("The phone is empty.");
  await openSection(page, "Screen, scanner");
  await page.getByText("Türkçe").click();
  await page.getByRole("button", { name: "Paketle" }).click();
  await expect(result).toContainText("İstanbul ilinde bu adda bir ilçe yok.");
  await expect(result).toContainText("Telefon boş.");
  await scan(page, "PACK-1");
  await expect(page.getByTestId("parcel")).toContainText("Ömer Işık");
});

test("the order that waits longest is marked, and Enter opens it", async ({ shared: { page } }) => {
  const marked = page.getByTestId("waiting-list").locator("[aria-current=true]");
  await expect(marked).toContainText("10482");
  await page.keyboard.press("ArrowDown");
  await expect(marked).toContainText("10483");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("parcel")).toContainText("10483");
});

test("an unknown order number is shown with what to do", async ({ shared: { page } }) => {
  await scan(page, "99999");
  await expect(page.getByTestId("failure")).toContainText("99999");
  await expect(page.getByTestId("failure")).toContainText("No waiting order has this number.");
  await page.getByRole("button", { name: "Scan or type again" }).click();
  await step(page, "empty");
});

test("a parcel without offers shows each carrier's reason, and a corrected weight brings offers", async ({
  shared: { page },
}) => {
  await ask(page, "POST", "/shipments", {
    recipientAddress: RECIPIENT,
    length: 10,
    width: 10,
    height: 10,
    weight: 9000,
    order: { orderNumber: "HEAVY-1" },
  });
  await scan(page, "HEAVY-1");
  await expect(page.getByTestId("no-offers")).toBeVisible();
  const reasons = page.getByTestId("pack").getByText(/heavier than \d+ kg/);
  await expect.poll(() => reasons.count()).toBeGreaterThan(1);
  await page.keyboard.press("F2");
  await page.getByLabel("Weight in kilograms").fill("2,5");
  // Waits as a person does: an Enter right after the scan counts as the scanner's second Enter and
  // does nothing.
  await settle(page);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("offer-list")).toBeVisible();
});

test("a label waits while its printer refuses the connection, and prints once when the printer accepts it", async ({
  shared: { page },
}) => {
  let port = 0;
  // The server is closed again, so nothing listens on the port.
  await withPrinter({}, (printer) => Promise.resolve(void (port = printer.port)));
  await addOrder(page, "WAIT-1");
  await addPrinter(page, port);
  try {
    await buy(page, "WAIT-1");
    await expect(page.getByTestId("print-state")).toHaveAttribute("data-status", "QUEUED");
    await expect(page.getByRole("contentinfo", { name: "Station" })).toContainText("1 label waits");
    await withPrinter({ port }, async (printer) => {
      await expect(page.getByTestId("last-result")).toHaveAttribute("data-print", "CONFIRMED", {
        timeout: 60_000,
      });
      const jobs = (await (
        await fetch(
          `${printer.httpUrl.replace(/\/$/, "")}/jobs?barcode=${await barcodeOf(page, "WAIT-1")}`,
        )
      ).json()) as unknown[];
      expect(jobs).toHaveLength(1);
    });
  } finally {
    await removePrinters(page);
  }
});

test(
  "while the label printer has no paper, Enter buys no label and F5 buys a label that waits; Enter buys once there is paper again",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addOrder(page, "GATE-1");
    await addOrder(page, "GATE-2");
    await withZebra(
      page,
      async (printer) => {
        await scan(page, "GATE-1");
        await step(page, "offers");
        await settle(page);
        await page.keyboard.press("Enter");
        const gate = page.getByTestId("gate");
        await expect(gate).toContainText("Zebra is out of labels. Load a new roll.");
        await expect(gate).toContainText("Nothing was bought");
        expect(await barcodeOf(page, "GATE-1")).toBe("");
        await settle(page);
        await page.keyboard.press("Enter"); // The printer still has no paper.
        await expect(gate).toBeVisible();
        await settle(page);
        await page.keyboard.press("F5");
        await expect(page.getByTestId("print-state")).toHaveAttribute("data-status", "QUEUED");
        await scan(page, "GATE-2");
        await step(page, "offers");
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(gate).toBeVisible();
        await page.keyboard.press("Escape");
        await step(page, "offers");
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(gate).toBeVisible();
        printer.setBehaviour({ mode: "ok" });
        await expect(async () => {
          await settle(page);
          await page.keyboard.press("Enter");
          await step(page, "bought", 5_000);
        }).toPass({ timeout: 60_000 });
        await expect.poll(() => printer.jobs().length).toBe(2);
      },
      { behaviour: { mode: "paper out" } },
    );
  },
);

test("a print that may have come out is asked about, and scanning the label answers the question", async ({
  shared: { page },
}) => {
  await addOrder(page, "CUT-1");
  await addOrder(page, "CUT-2");
  await withZebra(
    page,
    async () => {
      await buy(page, "CUT-1");
      const question = page.getByTestId("print-question");
      await expect(question).toBeVisible({ timeout: 60_000 });
      await scan(page, "CUT-2");
      await expect(page.getByTestId("parcel")).toContainText("CUT-2");
      await expect(question).toBeVisible();
      await scan(page, await barcodeOf(page, "CUT-1"));
      await expect(question).toBeHidden();
      await expect(page.getByTestId("parcel")).toContainText("CUT-2");
      await expect(page.getByTestId("last-result")).toHaveAttribute("data-print", "SENT");
    },
    { behaviour: { mode: "cut off" } },
  );
});

test("a scan opens its order while a text field has the focus, and leaves nothing in the field", async ({
  shared: { page },
}) => {
  await addOrder(page, "70484");
  await addOrder(page, "70485");
  await page.getByTestId("scan-field").fill("typed before");
  await scan(page, "70484");
  await expect(page.getByTestId("parcel")).toContainText("70484");
  await expect(page.getByTestId("scan-field")).toHaveValue("");
  await page.getByRole("button", { name: "Printers" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Desk 1");
  await scan(page, "70485");
  await expect(page.getByTestId("parcel")).toContainText("70485");
  await page.getByRole("button", { name: "Printers" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Desk 1");
});

test("a label that a program cancels is shown as cancelled in its open order and in the last result", async ({
  shared: { page },
}) => {
  await withZebra(page, async () => {
    await addOrder(page, "70486");
    await buy(page, "70486");
    await step(page, "bought");
    const last = page.getByTestId("last-result");
    await expect(last).toHaveAttribute("data-print", "CONFIRMED");
    const { shipment } = await ask<OpenedOrder>(page, "POST", "/station/orders/open", {
      code: "70486",
    });
    await ask(page, "DELETE", `/shipments/${shipment.id}`);
    await expect(page.getByText("This order was cancelled")).toBeVisible();
    await expect(last).toHaveAttribute("data-kind", "cancelled");
  });
});

test("a token made in Settings is shown once, lets a program in, and stops when it is revoked", async ({
  shared: { page },
}) => {
  await openSection(page, "Other programs");
  await page.getByLabel("Name of the program").fill("Shop");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByTestId("token-once").getByRole("textbox").inputValue();
  const apiUrl = await page.getByRole("textbox", { name: "Address of the API" }).inputValue();
  const status = async (): Promise<number> =>
    (await fetch(`${apiUrl}/shipments`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(200);
  await page.getByRole("button", { name: "Copied: hide it" }).click();
  await expect(page.getByTestId("integrations")).not.toContainText(token);
  await page.getByRole("button", { name: "Revoke: Shop" }).click();
  await page.getByRole("button", { name: "Revoke: it stops working at once: Shop" }).click();
  await expect(page.getByTestId("tokens")).not.toContainText("Shop");
  expect(await status()).toBe(401);
});

test("a web page's request to use the station is shown, allowed by F10, and revoked in Settings", async ({
  shared: { page },
}) => {
  await addOrder(page, "WEB-1");
  const apiUrl = await apiUrlOf(page);
  const preflight = {
    method: "OPTIONS",
    headers: { origin: "https://shop.example", "access-control-request-method": "GET" },
  };
  expect((await fetch(`${apiUrl}/shipments`, preflight)).status).toBe(403);
  const question = page.getByTestId("pairing-question");
  await expect(question).toContainText("https://shop.example");
  await scan(page, "WEB-1"); // The order opens while the question is shown.
  await expect(page.getByTestId("parcel")).toContainText("WEB-1");
  await settle(page);
  await page.keyboard.press("F10");
  await expect(question).toBeHidden();
  expect((await fetch(`${apiUrl}/shipments`, preflight)).status).toBe(204);
  await openSection(page, "Other programs");
  await page.getByRole("button", { name: "Remove access: https://shop.example" }).click();
  await expect(page.getByTestId("origins")).toBeEmpty();
  expect((await fetch(`${apiUrl}/shipments`, preflight)).status).toBe(403);
});
