import { createRequire } from "node:module";
import { join } from "node:path";
import { _electron, expect } from "@playwright/test";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../core/station/station.schema.ts";
import { RECIPIENT, ask, scan, settle } from "../helpers/desk-keys.ts";
import { addOrder, resize, step, test, withZebra } from "../helpers/desk-page.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { runProgram } from "../helpers/run-program.ts";
import { endWindow } from "../helpers/window.ts";

const ARGUMENTS = [ROOT, "--no-sandbox", "--disable-gpu", "--log-level=3"];

test("an order is scanned, bought and printed by keyboard alone, and the label's barcode is the shipment's", async ({
  shared: desk,
}) => {
  const { page } = desk;
  await withZebra(page, async (printer) => {
    // No element has the focus, and the scan is still detected.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, "10482");
    const pack = page.getByTestId("pack");
    await expect(pack).toHaveAttribute("data-step", "offers");
    await expect(page.getByTestId("parcel")).toContainText("Çağla Şimşekoğlu");
    if (process.env["PACKBENCH_PICTURES"] === "1")
      // The README shows this picture.
      await page.screenshot({ path: join(ROOT, "resources/pictures/pack.png") });
    await settle(page); // A packer's Enter comes after the offers were seen.
    await page.keyboard.press("Enter");
    const result = page.getByTestId("last-result");
    await expect(result).toHaveAttribute("data-kind", "bought");
    await expect(result).toHaveAttribute("data-print", "CONFIRMED");
    const { barcode, statusCode } = (
      await ask<OpenedOrder>(page, "POST", "/station/orders/open", { code: "10482" })
    ).shipment;
    expect(statusCode).toBe("LABEL_PRINTED");
    const jobs = (await (
      await fetch(`${printer.httpUrl.replace(/\/$/, "")}/jobs?barcode=${barcode}`)
    ).json()) as { barcodes: string[] }[];
    // The label has the parcel's barcode, as bars and as a 2-D code, and the order's number.
    expect(jobs.map((job) => [...new Set(job.barcodes)].toSorted())).toEqual([
      ["10482", barcode].toSorted(),
    ]);
    // The next scan comes while the result stays.
    await scan(page, "10483");
    await expect(page.getByTestId("parcel")).toContainText("10483");
    await expect(result).toContainText("10482");
    // Type is larger on a large screen, and no part of the result may extend beyond the status bar.
    await resize(desk, { width: 1920, height: 1080, zoom: 1 });
    await settle(page);
    const parts = await result.evaluate((element) => {
      const bar = element.closest("footer")?.getBoundingClientRect();
      return [...element.children].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return bar !== undefined && top >= bar.top && bottom <= bar.bottom;
      });
    });
    expect(parts).toEqual([true, true]);
  });
});

test(
  "opening and reading a test shipment repeatedly does not advance its tracking",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    const made = await ask<Shipment>(page, "POST", "/shipments", {
      test: true,
      recipientAddress: RECIPIENT,
      length: 10,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber: "60481" },
    });
    await ask(page, "POST", "/transactions", { offerID: made.offers?.cheapest?.id });
    for (const other of ["60482", "60483", "60484", "60485", "60486"]) {
      await scan(page, "60481");
      await step(page, "closed");
      await expect(page.getByTestId("parcel")).toContainText("60481");
      await addOrder(page, other); // An event makes the screen read the order again.
      expect(await ask<Shipment>(page, "GET", `/shipments/${made.id}`)).toMatchObject({
        statusCode: "TRACKING_CODE_CREATED",
        trackingStatus: null,
      });
      await page.keyboard.press("Escape");
    }
  },
);

test("a station whose port is taken reports the port and ends with 1, instead of using another port", async ({
  shared: desk,
}) => {
  const api = await desk.page.evaluate(() =>
    window.bridge
      .invoke("app:info", {})
      .then((answer) => (answer.ok ? (answer.value.apiUrl ?? "") : "")),
  );
  const { port } = new URL(api);
  const program = createRequire(import.meta.url)("electron") as unknown as string;
  const args = [
    ...ARGUMENTS,
    "--data",
    temporaryFolder(),
    "--port",
    port,
    "--unattended",
    "--demo",
  ];
  const { code, stderr } = await runProgram(program, args, {});
  expect([code, stderr.includes(`port ${port}`)]).toEqual([1, true]);
});

test(
  "a page that is loaded again before it is usable keeps no part of the start back: the station reports that it is open",
  { tag: "@all" },
  async () => {
    const dataDir = temporaryFolder();
    const program = createRequire(import.meta.url)("electron") as unknown as string;
    const app = await _electron.launch({
      args: [...ARGUMENTS, "--data", dataDir, "--port", "0", "--unattended", "--demo"],
      executablePath: program,
      cwd: ROOT,
    });
    try {
      let printed = "";
      app.process().stdout?.on("data", (text: Buffer) => (printed += text.toString()));
      const page = await app.firstWindow();
      // This page never marks its list as shown.
      await page.evaluate(() => {
        const page = document.documentElement;
        new MutationObserver(() => delete page.dataset["list"]).observe(page, {
          attributeFilter: ["data-list"],
        });
      });
      await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
      expect(printed).not.toContain('"ready":true');
      await page.reload();
      await expect.poll(() => printed, { timeout: 20_000 }).toContain('"ready":true');
    } finally {
      await endWindow(app, dataDir);
    }
  },
);
