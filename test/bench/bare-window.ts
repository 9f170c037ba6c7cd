/**
 * The floor of the window benches: an empty window that shows each scanned code in as many lines as
 * an order has, and does nothing else.
 */
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { noteKeys } from "./stopwatch.ts";

const LINES = 60;

/**
 * Keeps Chromium drawing when two windows share a screen. By default Chromium stops drawing a
 * covered window, and code in that window would wait for a frame forever.
 */
export const ALWAYS_DRAWN = [
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
] as const;

export type BareWindow = { readonly app: ElectronApplication; readonly page: Page };

/** Opens an empty window. After Enter it shows its lines in the element `#shown`. */
export async function openBareWindow(): Promise<BareWindow> {
  const app = await _electron.launch({
    args: [
      join(ROOT, "test/bench/bare"),
      "--no-sandbox",
      "--disable-gpu",
      "--log-level=3",
      ...ALWAYS_DRAWN,
      `--user-data-dir=${temporaryFolder()}`,
    ],
  });
  const page = await app.firstWindow();
  await noteKeys(page);
  await page.reload();
  await page.evaluate((lines) => {
    const shown = document.body.appendChild(document.createElement("div"));
    shown.id = "shown";
    let typed = "";
    addEventListener("keydown", ({ key }) => {
      if (key.length === 1) typed += key;
      if (key !== "Enter") return;
      shown.replaceChildren(
        ...Array.from({ length: lines }, (_, i) =>
          Object.assign(document.createElement("p"), { textContent: `${typed} ${i}` }),
        ),
      );
      typed = "";
    });
  }, LINES);
  return { app, page };
}
