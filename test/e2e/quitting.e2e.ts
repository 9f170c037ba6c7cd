/**
 * Closing and quitting with a person present: the tray, the question while labels are printed, and
 * cases without a question.
 */
import { spawn } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import {
  askedPage,
  closeWindow,
  deskPage,
  pressEnter,
  startAttended,
  type Attended,
} from "../helpers/attended.ts";
import { ask } from "../helpers/desk-keys.ts";
import { addPrinter, withPrinter } from "../helpers/desk-page.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";

const electron = createRequire(import.meta.url)("electron") as unknown as string;
const SLOW = { mode: "slow", slowMs: 60_000 } as const;

type Job = { readonly id: string; readonly status: string };
const jobsOf = (page: Page): Promise<{ list: Job[] }> => ask(page, "GET", "/station/printjobs");
const isVisible = ({ app }: Attended): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some(
      (window) => window.webContents.getURL().startsWith("packbench://desk/") && window.isVisible(),
    ),
  );

/** Reads whether there is a tray, as Settings does. */
const hasTray = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const desk = Reflect.get(globalThis, "bridge") as {
      invoke(channel: string, input: unknown): Promise<{ value: { hasTray: boolean } }>;
    };
    return (await desk.invoke("window:desktop", {})).value.hasTray;
  });

/** Returns an environment that reports a tray, because Xvfb has none. */
function trayThere(): Record<string, string> {
  const folder = temporaryFolder();
  const program = join(folder, "dbus-send");
  writeFileSync(program, '#!/bin/sh\necho "   variant       boolean true"\n');
  chmodSync(program, 0o755);
  return {
    PATH: `${folder}:${process.env["PATH"]}`,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none`,
  };
}

async function atDesk(
  options: { args?: readonly string[]; env?: Record<string, string>; dataDir?: string },
  run: (station: Attended, page: Page, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const station = await startAttended(dataDir, 0, options.args ?? [], options.env ?? {});
  try {
    await run(station, await deskPage(station), dataDir);
  } finally {
    station.program.kill("SIGKILL");
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends a test label that keeps a slow printer busy for a minute. */
async function sendSlowly(page: Page, port: number): Promise<void> {
  await addPrinter(page, port);
  const { list } = await ask<{ list: readonly { id: string }[] }>(page, "GET", "/station/printers");
  await ask(page, "POST", `/station/printers/${list[0]?.id}/test`);
  await expect
    .poll(async () => (await jobsOf(page)).list.map(({ status }) => status), { timeout: 30_000 })
    .toEqual(["SENDING"]);
}

test(
  "closing the window without a tray ends the station when nothing is being printed",
  { tag: "@all" },
  async () => {
    await atDesk({}, async (station) => {
      await closeWindow(station);
      expect(await station.ended).toBe(0);
    });
  },
);

test(
  "closing with a tray keeps the station running and explains this once, a second start shows the window, and quitting ends the station",
  { tag: "@all" },
  async () => {
    await atDesk({ env: trayThere() }, async (station, page, dataDir) => {
      const { url } = JSON.parse(readFileSync(join(dataDir, "api.json"), "utf8")) as {
        url: string;
      };
      await expect.poll(() => hasTray(page)).toBe(true);
      await closeWindow(station);
      const notice = await askedPage(station);
      await expect(notice.getByRole("heading")).toHaveText("Packbench keeps running");
      await expect(notice.getByRole("button", { name: /keep it running/ })).toBeFocused();
      await pressEnter(notice);
      await expect.poll(() => isVisible(station)).toBe(false);
      expect((await fetch(`${url}/cities?countryCode=TR`)).status).toBe(200);

      const second = spawn(electron, [ROOT, "--no-sandbox", "--disable-gpu", "--data", dataDir], {
        stdio: "ignore",
      });
      await expect.poll(() => isVisible(station), { timeout: 30_000 }).toBe(true);
      second.kill();
      await closeWindow(station);
      await expect.poll(() => isVisible(station)).toBe(false);
      expect(page.isClosed()).toBe(false);
      await station.app.evaluate(({ app }) => app.quit()).catch(() => {});
      expect(await station.ended).toBe(0);
    });
  },
);

test("quitting while a label is being sent asks, Esc keeps the station, the other button ends it, and at the next start the label's outcome is unknown", async () => {
  const dataDir = temporaryFolder();
  await withPrinter({ behaviour: SLOW }, async (printer) => {
    await atDesk({ dataDir }, async (station, page) => {
      await sendSlowly(page, printer.port);
      await closeWindow(station);
      const first = await askedPage(station);
      await expect(first.getByRole("main")).toContainText("1 label is on its way to the printer.");
      await expect(first.getByRole("button", { name: /Keep it open/ })).toBeFocused();
      // A key through the debugging port skips the main process's key handling.
      await station.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((window) => window.getTitle().startsWith("Packbench: "))
          ?.webContents.sendInputEvent({ type: "keyDown", keyCode: "Escape" }),
      );
      await expect.poll(() => first.isClosed()).toBe(true);
      expect(await isVisible(station)).toBe(true);

      await station.app.evaluate(({ app }) => app.quit());
      const again = await askedPage(station, first);
      await expect(again.getByRole("button", { name: /Keep it open/ })).toBeFocused();
      await again.keyboard.press("Tab");
      await pressEnter(again);
      expect(await station.ended).toBe(0);
    });
    await atDesk({ dataDir }, async (_station, page) => {
      expect((await jobsOf(page)).list.map(({ status }) => status)).toEqual(["UNKNOWN"]);
    });
  });
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  "a signal ends the station while a label is being sent, also while the question is open",
  { tag: "@all" },
  async () => {
    for (const isAsked of [false, true]) {
      await withPrinter({ behaviour: SLOW }, async (printer) => {
        await atDesk({}, async (station, page) => {
          await sendSlowly(page, printer.port);
          if (isAsked) {
            await closeWindow(station);
            await askedPage(station);
          }
          station.program.kill("SIGTERM");
          expect([isAsked, await station.ended]).toEqual([isAsked, 0]);
        });
      });
    }
  },
);

test(
  "an unattended station asks nothing when its window is closed while a label is being sent",
  { tag: "@all" },
  async () => {
    await withPrinter({ behaviour: SLOW }, async (printer) => {
      await atDesk({ args: ["--unattended"], env: trayThere() }, async (station, page) => {
        await sendSlowly(page, printer.port);
        await closeWindow(station);
        expect(await station.ended).toBe(0);
      });
    });
  },
);
