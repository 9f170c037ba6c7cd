/**
 * A start with a person at the window: a failed start waits there, and closing asks what it has to
 * ask.
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

/** @param more Arguments beside the data folder and the port. */
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
 * @param not One that is about to close.
 */
export function askedPage(station: Attended, not?: Page): Promise<Page> {
  return pageWhere(
    station,
    async (page) => page !== not && (await page.title().catch(() => "")).startsWith("Packbench: "),
  );
}

/** Waits for the desk itself. */
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

/** The page is gone before the key is let go: that is no fault. */
export async function pressEnter(page: Page): Promise<void> {
  await page.keyboard.press("Enter").catch(() => {});
}

/** As a person closes the desk's window by its cross. */
export async function closeWindow({ app }: Attended): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().startsWith("packbench://desk/")) window.close();
  });
}
