/** The built application in a real window, on a data folder of its own. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import { ROOT, temporaryFolder } from "./folders.ts";

export type DeskWindow = { readonly app: ElectronApplication; readonly page: Page; readonly dataDir: string; close(): Promise<void> };

/** @param options.args Beside a free port and an unattended start. The words on it are English. */
export async function openWindow(options: { args?: readonly string[]; dataDir?: string; size?: { width: number; height: number } } = {}): Promise<DeskWindow> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const app = await _electron.launch({
    // Root may not use Chromium's sandbox; the page's own is what the tests look at.
    args: [ROOT, "--no-sandbox", "--disable-gpu", "--log-level=3", "--data", dataDir, "--port", "0", "--unattended", ...(options.args ?? ["--demo"])],
    cwd: ROOT,
    env: { ...process.env, LANG: "en_US.UTF-8", LANGUAGE: "en" } as Record<string, string>,
  });
  const page = await app.firstWindow();
  if (options.size !== undefined) {
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height), options.size);
  }
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  return {
    app,
    page,
    dataDir,
    async close() {
      await app.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function picturePath(name: string): string {
  return join(ROOT, "test-results", "pictures", `${name}.png`);
}
