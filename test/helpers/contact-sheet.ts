/**
 * Contact sheet of all screens: pictures of each screen in every size and theme, and a page that
 * shows them side by side.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resize } from "./desk-page.ts";
import { ROOT } from "./folders.ts";
import type { DeskWindow } from "./window.ts";

const FOLDER = join(ROOT, "test-results", "contact");
export const LANGUAGES = ["en", "tr"] as const;
/**
 * Sizes of the window, and two zooms. The short window and the zooms only show whether everything
 * has room, so one theme is enough for them.
 */
const SIZES = [
  { name: "1280", width: 1280, height: 800, zoom: 1, themes: ["light", "dark", "contrast"] },
  { name: "1366", width: 1366, height: 700, zoom: 1, themes: ["light"] },
  { name: "1920", width: 1920, height: 1080, zoom: 1, themes: ["light", "dark", "contrast"] },
  { name: "150 %", width: 1280, height: 800, zoom: 1.5, themes: ["light"] },
  { name: "200 %", width: 1280, height: 800, zoom: 2, themes: ["dark"] },
] as const;

type Sheet = {
  readonly desk: DeskWindow;
  readonly language: (typeof LANGUAGES)[number];
  readonly rows: Set<string>;
};

const fileOf = (row: string, language: string, look: string): string =>
  `${row} ${language} ${look}.jpg`.replaceAll(/[ %]+/g, "-").replace("-.jpg", ".jpg");

/** Empties the sheet's folder. */
export function beginSheet(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** Draws the current screen in every size and theme. */
export async function take({ desk, language, rows }: Sheet, row: string): Promise<void> {
  const { page } = desk;
  rows.add(row);
  const session = await page.context().newCDPSession(page);
  for (const { name, width, height, zoom, themes } of SIZES) {
    await resize(desk, { width, height, zoom });
    await page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, width / zoom);
    for (const theme of themes) {
      await page.evaluate(async (value) => {
        document.documentElement.dataset["theme"] = value;
        // Waits two frames: the first measures the new sizes, the second draws the result.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, theme);
      const { data } = await session.send("Page.captureScreenshot", {
        format: "jpeg",
        quality: 85,
        optimizeForSpeed: true,
      });
      writeFileSync(
        join(FOLDER, fileOf(row, language, `${theme} ${name}`)),
        Buffer.from(data, "base64"),
      );
    }
  }
  await session.detach();
  await resize(desk, { width: 1280, height: 800, zoom: 1 });
}

/** Writes the page of all pictures. */
export function writeSheet(rows: ReadonlySet<string>): void {
  const columns = LANGUAGES.flatMap((language) =>
    SIZES.flatMap(({ name, themes }) =>
      themes.map((theme) => ({ language, look: `${theme} ${name}` })),
    ),
  );
  const cell = (row: string, { language, look }: (typeof columns)[number]): string =>
    `<td><a href="${fileOf(row, language, look)}"><img loading="lazy" src="${fileOf(row, language, look)}" width="400" alt="${row}, ${language}, ${look}"></a></td>`;
  const head = columns.map(({ language, look }) => `<th>${language} · ${look}</th>`).join("");
  const body = [...rows]
    .map((row) => `<tr><th>${row}</th>${columns.map((column) => cell(row, column)).join("")}</tr>`)
    .join("\n");
  writeFileSync(
    join(FOLDER, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>All screens</title><style>body{font:14px sans-serif}th{position:sticky;top:0;background:#fff;text-align:left}</style><table><tr><th></th>${head}</tr>\n${body}</table>\n`,
  );
}
