/**
 * Starts the built application as a person's system does, without the switches that Playwright
 * adds, one of which disables the key store. Playwright connects through the debugging port.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { chromium, type Page } from "@playwright/test";
import { ROOT } from "./folders.ts";

const electron = createRequire(import.meta.url)("electron") as unknown as string;

export type OwnWindow = {
  readonly page: Page;
  stdout(): string;
  stderr(): string;
  close(): Promise<number | null>;
};

/**
 * Starts the application.
 *
 * @param options.args Further arguments after a free port and an unattended start.
 */
export async function openOwnWindow(options: {
  dataDir: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}): Promise<OwnWindow> {
  const args = [
    ROOT,
    "--remote-debugging-port=0",
    "--no-sandbox",
    "--disable-gpu",
    "--data",
    options.dataDir,
    "--port",
    "0",
    "--unattended",
    ...options.args,
  ];
  const station = spawn(electron, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LANG: "en_US.UTF-8", LANGUAGE: "en", ...options.env },
  });
  const ended = once(station, "exit") as Promise<[number | null]>;
  let stdout = "";
  station.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  let stderr = "";
  const address = await new Promise<string>((done, fail) => {
    station.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
      const [, found] = /DevTools listening on (ws:\S+)/.exec(stderr) ?? [];
      if (found !== undefined) done(found);
    });
    void ended.then(([code]) => fail(new Error(`the station ended with ${code}: ${stderr}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("the station has no window");
  const page = context.pages()[0] ?? (await context.waitForEvent("page"));
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  return {
    page,
    stdout: () => stdout,
    stderr: () => stderr,
    async close() {
      await browser.close();
      station.kill("SIGTERM");
      const [code] = await ended;
      return code;
    },
  };
}
