import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { createSimulator } from "../../core/printing/simulator/simulator.ts";
import type { Shipment } from "../../core/shipments/shipments.schema.ts";
import { ask, scan, settle } from "../helpers/desk-keys.ts";
import { addOrder, step, test } from "../helpers/desk-page.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { openWindow, picturePath } from "../helpers/window.ts";

mkdirSync(join(picturePath(""), ".."), { recursive: true });

test("the window is sandboxed and knows nothing but the desk's two functions", async () => {
  const desk = await openWindow();
  try {
    const found = await desk.page.evaluate(() => ({
      node: [typeof Reflect.get(globalThis, "require"), typeof Reflect.get(globalThis, "process"), typeof Reflect.get(globalThis, "module")],
      desk: Object.keys(Reflect.get(globalThis, "desk") as object).sort(),
    }));
    expect(found).toEqual({ node: ["undefined", "undefined", "undefined"], desk: ["invoke", "on"] });
    const preferences = await desk.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { sandbox, contextIsolation, nodeIntegration, webSecurity } = contents.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webSecurity };
    });
    expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
    await desk.page.evaluate(() => void window.open("https://example.invalid/"));
    expect(desk.app.windows().length).toBe(1);
  } finally {
    await desk.close();
  }
});

test("an order is scanned, bought and printed by keyboard alone, and the label's barcode is the shipment's", async () => {
  const printer = await createSimulator({ port: 0, httpPort: 0, dir: join(temporaryFolder(), "jobs") });
  const desk = await openWindow({ size: { width: 1280, height: 800 } });
  const { page } = desk;
  try {
    await page.evaluate(() => localStorage.setItem("packbench.settings", JSON.stringify({ language: "en", theme: "light" })));
    await page.reload();
    await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
    await page.evaluate(
      (port) => (Reflect.get(globalThis, "desk") as { invoke(channel: string, input: unknown): Promise<unknown> }).invoke("api:request", { method: "POST", path: "/station/printers", body: { name: "Zebra", driver: "tcp", host: "127.0.0.1", port } }),
      printer.port,
    );
    await page.screenshot({ path: picturePath("pack-empty") });
    // The focus is nowhere: the scan is caught all the same.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, "10482");
    const pack = page.getByTestId("pack");
    await expect(pack).toHaveAttribute("data-step", "offers");
    await expect(page.getByTestId("parcel")).toContainText("Çağla Şimşekoğlu");
    await page.screenshot({ path: picturePath("pack-offers") });
    if (process.env["PACKBENCH_PICTURES"] === "1") copyFileSync(picturePath("pack-offers"), join(ROOT, "resources/pictures/pack.png")); // the README's
    await settle(page); // a packer's Enter: the offers were seen
    await page.keyboard.press("Enter");
    const result = page.getByTestId("last-result");
    await expect(result).toHaveAttribute("data-kind", "bought");
    await expect(result).toHaveAttribute("data-print", "CONFIRMED");
    await page.screenshot({ path: picturePath("pack-bought") });
    const opened = await page.evaluate(() =>
      (Reflect.get(globalThis, "desk") as { invoke(channel: string, input: unknown): Promise<{ value: { body: { data: { shipment: { barcode: string; statusCode: string } } } } }> }).invoke("api:request", { method: "POST", path: "/station/orders/open", body: { code: "10482" } }),
    );
    const { barcode, statusCode } = opened.value.body.data.shipment;
    expect(statusCode).toBe("LABEL_PRINTED");
    const jobs = (await (await fetch(`${printer.httpUrl.replace(/\/$/, "")}/jobs?barcode=${barcode}`)).json()) as { barcodes: string[] }[];
    // The parcel's barcode, as bars and as a 2-D code, and the order's.
    expect(jobs.map((job) => [...new Set(job.barcodes)].toSorted())).toEqual([["10482", barcode].toSorted()]);
    // The next scan, while the result stays.
    await scan(page, "10483");
    await expect(page.getByTestId("parcel")).toContainText("10483");
    await expect(result).toContainText("10482");
  } finally {
    await desk.close();
    await printer.close();
  }
});

test("a detail view that is opened and read again and again moves no test shipment", async ({ shared: { page } }) => {
  const recipientAddress = { name: "Ömer Işık", email: "o@ornek.test", phone: "+905551112233", address1: "Gül Sk. 1", countryCode: "TR", cityCode: "34", districtName: "Kadıköy" };
  const made = await ask<Shipment>(page, "POST", "/shipments", { test: true, recipientAddress, length: 10, width: 10, height: 10, weight: 1, order: { orderNumber: "60481" } });
  await ask(page, "POST", "/transactions", { offerID: made.offers?.cheapest?.id });
  for (const other of ["60482", "60483", "60484", "60485", "60486"]) {
    await scan(page, "60481");
    await step(page, "closed");
    await expect(page.getByTestId("parcel")).toContainText("60481");
    await addOrder(page, other); // a fact, on which the screen reads again
    expect(await ask<Shipment>(page, "GET", `/shipments/${made.id}`)).toMatchObject({ statusCode: "TRACKING_CODE_CREATED", trackingStatus: null });
    await page.keyboard.press("Escape");
  }
});

test("a second start on the same data folder is refused, and a taken port is reported and not replaced", async () => {
  const desk = await openWindow();
  try {
    const api = await desk.page.evaluate(() => (Reflect.get(globalThis, "desk") as { invoke(channel: string, input: unknown): Promise<{ value: { apiUrl: string } }> }).invoke("app:info", {}).then((a) => a.value.apiUrl));
    const port = new URL(api).port;
    const { spawnSync } = await import("node:child_process");
    const { createRequire } = await import("node:module");
    const program = createRequire(import.meta.url)("electron") as unknown as string;
    const other = spawnSync(program, [".", "--no-sandbox", "--disable-gpu", "--log-level=3", "--data", temporaryFolder(), "--port", port, "--unattended", "--demo"], { encoding: "utf8", timeout: 60_000 });
    expect([other.status, other.stderr.includes(`port ${port}`)]).toEqual([1, true]);
    expect(readdirSync(desk.dataDir)).toContain("lock.db");
  } finally {
    await desk.close();
  }
});
