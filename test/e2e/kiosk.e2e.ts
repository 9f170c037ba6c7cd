/** A shared station's window fills the screen, and its user can neither close nor leave it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { closeWindow, deskPage, startAttended, type Attended } from "../helpers/attended.ts";
import { openSection, scan, showAs } from "../helpers/desk-keys.ts";
import { addOrder, step } from "../helpers/desk-page.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";

const electron = createRequire(import.meta.url)("electron") as unknown as string;

async function atDesk(
  args: readonly string[],
  run: (station: Attended, page: Page, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = temporaryFolder();
  const station = await startAttended(dataDir, 0, ["--demo", ...args]);
  try {
    await run(station, await deskPage(station), dataDir);
  } finally {
    station.program.kill("SIGKILL");
    await station.ended;
    // The window's processes end after the program.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

const windowOf = ({ app }: Attended) =>
  app.evaluate(({ BrowserWindow, Menu, screen }) => {
    const [window] = BrowserWindow.getAllWindows();
    return {
      isKiosk: window?.isKiosk(),
      fills:
        JSON.stringify(window?.getContentBounds()) ===
        JSON.stringify(screen.getPrimaryDisplay().bounds),
      menu: Menu.getApplicationMenu() === null,
      zoom: window?.webContents.getZoomFactor(),
      windows: BrowserWindow.getAllWindows().length,
    };
  });

/**
 * Sends a key as the machine's keyboard does, because a key through the debugging port never
 * reaches the menu.
 */
const press = (
  { app }: Attended,
  keyCode: string,
  modifiers: ("control" | "alt" | "shift" | "meta")[] = [],
): Promise<void> =>
  app.evaluate(
    ({ BrowserWindow }, key) => {
      for (const type of ["keyDown", "keyUp"] as const)
        BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({
          type,
          keyCode: key.keyCode,
          modifiers: key.modifiers,
        });
    },
    { keyCode, modifiers },
  );

const invoked = (page: Page, channel: string, input: unknown = {}): Promise<unknown> =>
  page.evaluate(
    async (asked) => {
      const desk = Reflect.get(globalThis, "bridge") as {
        invoke(c: string, i: unknown): Promise<{ ok: boolean; error?: { code: string } }>;
      };
      const { ok, error } = await desk.invoke(asked.channel, asked.input);
      return ok ? "answered" : error?.code;
    },
    { channel, input },
  );

test(
  "--kiosk fills the screen without a menu, orders are packed, and closing, quitting, developer tools and zoom do nothing",
  { tag: "@all" },
  async () => {
    await atDesk(["--kiosk"], async (station, page) => {
      await showAs(page, { language: "en", theme: "light" });
      expect(await windowOf(station)).toEqual({
        isKiosk: true,
        fills: true,
        menu: true,
        zoom: 1,
        windows: 1,
      });
      await closeWindow(station);
      await station.app.evaluate(({ app }) => app.quit());
      for (const [key, modifiers] of [
        ["F4", ["alt"]],
        ["Q", ["control"]],
        ["W", ["control"]],
        ["Q", ["meta"]],
        ["F11", []],
        ["I", ["control", "shift"]],
        ["F12", []],
        ["Plus", ["control"]],
        ["=", ["control"]],
        ["-", ["control"]],
        ["M", ["meta"]],
      ] as const)
        await press(station, key, [...modifiers]);
      await station.app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.webContents.openDevTools();
        window?.setKiosk(false);
        window?.minimize();
      });
      await page.waitForTimeout(1_500);
      expect(
        await station.app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.isDevToolsOpened(),
        ),
      ).toBe(false);
      expect(await windowOf(station)).toMatchObject({
        fills: true,
        menu: true,
        zoom: 1,
        windows: 1,
      });
      await page.keyboard.press("Escape");
      await addOrder(page, "KIOSK-1");
      await scan(page, "KIOSK-1");
      await step(page, "offers");
      await openSection(page, "This computer");
      await expect(page.getByText("Shared desk: this window fills the screen")).toBeVisible();
      await expect(page.getByRole("radiogroup", { name: "When the window is closed" })).toHaveCount(
        0,
      );
    });
  },
);

test(
  "a shared station opens no dialog, browser, program or second window",
  { tag: "@all" },
  async () => {
    await atDesk(["--kiosk"], async (station, page) => {
      for (const channel of [
        "window:chooseFile",
        "window:backUp",
        "window:chooseFolder",
        "window:openSimulator",
        "window:openPractice",
        "window:beforeDialog",
      ])
        expect([channel, await invoked(page, channel)]).toEqual([channel, "E2104"]);
      expect(
        await invoked(page, "window:saveFile", { method: "GET", path: "/station/support-bundle" }),
      ).toBe("E2104");
      expect(await invoked(page, "window:exportAll", { format: "csv" })).toBe("E2104");
      await page.evaluate(() => void window.open("https://example.com/"));
      expect(await windowOf(station)).toMatchObject({ windows: 1 });
      await showAs(page, { language: "en", theme: "light" });
      await openSection(page, "Data and backup");
      await page.getByTestId("backup").getByRole("button", { name: "Choose a folder…" }).click();
      await expect(page.getByTestId("backup").getByRole("alert")).toContainText(
        "This is a shared desk",
      );
    });
  },
);

/**
 * Lists the X server's windows whose titles are those of the system's print and file dialogs.
 */
const dialogs = (): string[] =>
  execFileSync("xwininfo", ["-root", "-tree"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => /"(Print|Open File|Open|Save( File)?)"/.test(line));

test(
  "a shared station prints no guide and accepts no logo, because both need system dialogs that give access to files",
  { tag: "@all" },
  async () => {
    test.skip(process.platform !== "linux", "xwininfo needs X");
    await atDesk(["--kiosk"], async (_station, page) => {
      await showAs(page, { language: "en", theme: "light" });
      await page.keyboard.press("Alt+KeyH");
      await expect(page.getByTestId("guide")).toBeVisible();
      await page.getByRole("button", { name: /^Print(?!ers)/ }).click();
      await expect(page.getByText("E2104")).toBeVisible();
      await openSection(page, "Labels");
      await page.getByRole("button", { name: "Choose a picture" }).click();
      await expect(page.getByText("E2104")).toBeVisible();
      await page.evaluate(() => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(["x"]));
        link.download = "x.txt";
        link.click();
      });
      await page.waitForTimeout(1_500);
      expect(dialogs()).toEqual([]);
    });
  },
);

test("--quit creates nothing for an unused folder", { tag: "@all" }, async () => {
  const dataDir = join(temporaryFolder(), "never", "there");
  const program = spawn(
    electron,
    [ROOT, "--no-sandbox", "--disable-gpu", "--data", dataDir, "--quit"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  program.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  expect(await once(program, "exit")).toEqual([0, null]);
  expect([
    said.includes(`Packbench is not open on ${dataDir}.`),
    existsSync(join(dataDir, "..")),
  ]).toEqual([true, false]);
});

test(
  "the policy's kiosk setting overrides the command line, both ways",
  { tag: "@all" },
  async () => {
    const policyOf = (kiosk: boolean): string => {
      const file = join(temporaryFolder(), "policy.json");
      writeFileSync(file, JSON.stringify({ kiosk }));
      return file;
    };
    await atDesk(["--policy", policyOf(true), "--no-kiosk"], async (station) =>
      expect(await windowOf(station)).toMatchObject({ isKiosk: true }),
    );
    await atDesk(["--policy", policyOf(false), "--kiosk"], async (station) =>
      expect(await windowOf(station)).toMatchObject({ isKiosk: false, menu: false }),
    );
  },
);

test(
  "a shared station ends with exit code 0 by a second start with --quit and by a signal",
  { tag: "@all" },
  async () => {
    await atDesk(["--kiosk"], async (station, _page, dataDir) => {
      const second = spawn(
        electron,
        [ROOT, "--no-sandbox", "--disable-gpu", "--data", dataDir, "--quit"],
        { stdio: ["ignore", "ignore", "pipe"] },
      );
      expect(await once(second, "exit")).toEqual([0, null]);
      expect(await station.ended).toBe(0);
      expect(existsSync(join(dataDir, "api.json"))).toBe(false);
      const third = spawn(
        electron,
        [ROOT, "--no-sandbox", "--disable-gpu", "--data", dataDir, "--quit"],
        { stdio: ["ignore", "ignore", "pipe"] },
      );
      let said = "";
      third.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
      expect(await once(third, "exit")).toEqual([0, null]);
      expect(said).toContain("is not open on");
    });
    await atDesk(["--kiosk"], async (station) => {
      station.program.kill("SIGTERM");
      expect(await station.ended).toBe(0);
    });
  },
);
