/**
 * Starts the program as for a person at the window: a failed start shows its message and waits, and
 * closing asks its questions.
 */
import type { ChildProcess } from "node:child_process";
import { _electron, expect, type ElectronApplication, type Page } from "@playwright/test";
import { ROOT } from "./folders.ts";

export type Attended = {
  readonly app: ElectronApplication;
  readonly program: ChildProcess;
  stderr(): string;
  readonly ended: Promise<number | null>;
};

/** Starts the program. @param more Further arguments after the data folder and the port. */
export async function startAttended(
  dataDir: string,
  port: number,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Attended> {
  const app = await _electron.launch({
    args: [
      ROOT,
      "--no-sandbox",
      "--disable-gpu",
      "--log-level=3",
      "--data",
      dataDir,
      "--port",
      String(port),
      ...more,
    ],
    cwd: ROOT,
    env: {
      ...(process.env as Record<string, string>),
      LANG: "en_US.UTF-8",
      LANGUAGE: "en",
      ...env,
    },
  });
  let stderr = "";
  const program = app.process();
  program.stderr?.on("data", (chunk) => (stderr += chunk));
  return {
    app,
    program,
    stderr: () => stderr,
    ended: new Promise((done) => program.once("exit", done)),
  };
}

/**
 * Waits for the small window with a message or a question.
 * @param not A window to ignore because it is closing.
 */
export function askedPage(station: Attended, not?: Page): Promise<Page> {
  return pageWhere(
    station,
    async (page) => page !== not && (await page.title().catch(() => "")).startsWith("Packbench: "),
  );
}

/** Waits for the desk's page. */
export async function deskPage(station: Attended): Promise<Page> {
  const page = await pageWhere(station, async (one) => one.url().startsWith("packbench://desk/"));
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  return page;
}

async function pageWhere(
  { app }: Attended,
  isWanted: (page: Page) => Promise<boolean>,
): Promise<Page> {
  let found: Page | undefined;
  await expect
    .poll(async () => {
      found = undefined;
      for (const page of app.windows()) if (await isWanted(page)) found = page;
      return found !== undefined;
    })
    .toBe(true);
  if (found === undefined) throw new Error("the page went away");
  return found;
}

/** Presses Enter; ignores that the page may close before the key is released. */
export async function pressEnter(page: Page): Promise<void> {
  await page.keyboard.press("Enter").catch(() => {});
}

/** Closes the desk's window as a person does with its close button. */
export async function closeWindow({ app }: Attended): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().startsWith("packbench://desk/")) window.close();
  });
}
