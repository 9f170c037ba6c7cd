/** Errors in the real window: a Turkish screen shows them without the core's English sentence. */
import { createServer } from "node:net";
import { expect } from "@playwright/test";
import { scan, showAs } from "../helpers/desk-keys.ts";
import { addPrinter, test, withWindow } from "../helpers/desk-page.ts";

/** Returns a port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("an unknown number and a printer that is off are explained in Turkish only", async () => {
  await withWindow(async (page) => {
    await showAs(page, { language: "tr", theme: "light" });
    await scan(page, "yok-1");
    const failure = page.getByTestId("failure");
    await expect(failure).toContainText("Bu numarayla bekleyen bir sipariş yok.");
    await expect(failure).toContainText("Kod E2024");
    await expect(failure).not.toContainText("No order");

    const port = await closedPort();
    await addPrinter(page, port);
    await page.getByRole("button", { name: "Yazıcılar" }).click();
    await page.getByRole("button", { name: "Durumu kontrol et: Zebra" }).click();
    const state = page.getByTestId("printer-state");
    await expect(state).toContainText(`Zebra yazıcısı 127.0.0.1:${port} adresinde yanıt vermiyor.`);
    await expect(state).not.toContainText("refuses");
  });
});
