/**
 * Settings, This computer and About: sign-in and the API's port by keyboard only, what a company's
 * policy sets, and updates.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { openSection, showAs, tabTo, typeText } from "../helpers/desk-keys.ts";
import { resize, test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openOwnWindow, type OwnWindow } from "../helpers/own-window.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";

async function inWindow(
  options: Parameters<typeof openOwnWindow>[0],
  run: (desk: OwnWindow) => Promise<void>,
): Promise<void> {
  const desk = await openOwnWindow(options);
  try {
    await run(desk);
  } finally {
    await desk.close();
  }
}

test(
  "opening at sign-in and the port are set by keyboard only: sign-in creates a desktop file, and the port applies from the next start",
  { tag: "@all" },
  async () => {
    const [dataDir, config] = [temporaryFolder(), temporaryFolder()];
    const file = join(config, "autostart", "packbench.desktop");
    await inWindow(
      { dataDir, args: ["--demo"], env: { XDG_CONFIG_HOME: config } },
      async ({ page }) => {
        await showAs(page, { language: "en", theme: "light" });
        await openSection(page, "This computer");
        await page.keyboard.press("Enter");
        const signIn = page.getByRole("radiogroup", {
          name: "Open when I sign in to this computer",
        });
        for (
          let i = 0;
          i < 30 && !(await signIn.evaluate((element) => element.contains(document.activeElement)));
          i += 1
        )
          await page.keyboard.press("Tab");
        await page.keyboard.press("ArrowLeft");
        await expect.poll(() => existsSync(file)).toBe(true);
        expect(readFileSync(file, "utf8")).toContain(`"--data" "${dataDir}"`);
        await expect(signIn.getByRole("radio", { name: "On" })).toBeChecked();

        await tabTo(page, "textbox", "Port for programs of this computer");
        await page.keyboard.press("Control+A");
        await typeText(page, "70000");
        await page.keyboard.press("Enter");
        await expect(page.getByText("Type a number from 1 to 65535.")).toBeVisible();
        await page.keyboard.press("Control+A");
        await typeText(page, "45871");
        await page.keyboard.press("Enter");
        await expect(page.getByText("Quit Packbench and open it again")).toBeVisible();
        expect(JSON.parse(readFileSync(join(dataDir, "station.json"), "utf8"))).toMatchObject({
          api: { enabled: true, port: 45_871, listen: "" },
        });

        // When emptied, the field shows the default port, which is then saved.
        await tabTo(page, "textbox", "Port for programs of this computer");
        await page.keyboard.press("Control+A");
        await page.keyboard.press("Delete");
        const port = page.getByRole("textbox", { name: "Port for programs of this computer" });
        await expect(port).toHaveAttribute("placeholder", "4747");
        await page.waitForTimeout(250);
        await page.keyboard.press("Enter");
        await expect
          .poll(() => JSON.parse(readFileSync(join(dataDir, "station.json"), "utf8")) as unknown)
          .toMatchObject({ api: { port: 4_747, securePort: 4_748 } });
        await expect(port).toHaveValue("4747");
      },
    );
  },
);

test(
  "a station open to other computers shows its addresses and its certificate's file and fingerprint",
  { tag: "@all" },
  async () => {
    await inWindow(
      { dataDir: temporaryFolder(), args: ["--demo", "--listen", "0.0.0.0", "--secure-port", "0"] },
      async ({ page }) => {
        await showAs(page, { language: "en", theme: "light" });
        await openSection(page, "This computer");
        await expect(
          page.getByRole("textbox", { name: "Certificate to trust on other computers" }),
        ).toHaveValue(/packbench-ca\.crt$/);
        await expect(
          page.getByRole("textbox", { name: /^The certificate's SHA-256 fingerprint/ }),
        ).toHaveValue(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
        await expect(
          page.getByRole("textbox", { name: "Address for other computers" }).first(),
        ).toHaveValue(/^https:\/\//);
      },
    );
  },
);

test(
  "settings fixed by policy are shown as such without a field, and the policy's autostart is applied",
  { tag: "@all" },
  async () => {
    const config = temporaryFolder();
    const [policy, backups] = [join(temporaryFolder(), "policy.json"), temporaryFolder()];
    writeFileSync(
      policy,
      JSON.stringify({
        api: { port: 45_872, listen: "127.0.0.1" },
        autostart: true,
        backups: { folder: backups, keepDays: 30 },
      }),
    );
    mkdirSync(join(config, "autostart"), { recursive: true });
    await inWindow(
      {
        dataDir: temporaryFolder(),
        args: ["--demo", "--policy", policy],
        env: { XDG_CONFIG_HOME: config },
      },
      async ({ page }) => {
        await showAs(page, { language: "en", theme: "light" });
        await openSection(page, "This computer");
        await expect(
          page.getByText("Port for programs of this computer: 45872. Set by your IT."),
        ).toBeVisible();
        await expect(
          page.getByText("Open when I sign in to this computer: On. Set by your IT."),
        ).toBeVisible();
        await expect(
          page.getByRole("textbox", { name: "Port for programs of this computer" }),
        ).toHaveCount(0);
        expect(existsSync(join(config, "autostart", "packbench.desktop"))).toBe(true);
        await openSection(page, "Data and backup");
        await expect(page.getByText("Backups stay for 30 days. Set by your IT.")).toBeVisible();
        await expect(page.getByTestId("backup").getByRole("textbox").first()).toHaveValue(backups);
        await expect(page.getByRole("button", { name: "Another folder…" })).toHaveCount(0);
      },
    );
  },
);

test(
  "the section This computer has no accessibility faults and is not wider than the window, in light English and in dark, small Turkish",
  { tag: "@all" },
  async () => {
    const desk: DeskWindow = await openWindow({
      args: ["--demo", "--listen", "0.0.0.0", "--secure-port", "0"],
    });
    try {
      for (const [language, theme, width, height] of [
        ["en", "light", 1280, 800],
        ["tr", "dark", 1024, 700],
      ] as const) {
        await showAs(desk.page, { language, theme });
        await resize(desk, { width, height, zoom: 1 });
        await openSection(desk.page, language === "en" ? "This computer" : "Bu bilgisayar");
        await expect(desk.page.getByTestId("computer")).toBeVisible();
        expect(await faultsOf(desk.page)).toEqual([]);
        expect(
          await desk.page.evaluate(
            () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
          ),
        ).toBe(true);
      }
    } finally {
      await desk.close();
    }
  },
);

const WAITING = {
  step: "waiting",
  next: "0.2.0",
  for: { sending: 1, inBatches: 12, isAtWork: true },
};
const SHOWN = [
  {
    name: "ready",
    state: { step: "ready", next: "0.2.0" },
    en: "Version 0.2.0 is ready.",
    tr: "0.2.0 sürümü hazır.",
  },
  {
    name: "downloading",
    state: { step: "downloading", next: "0.2.0", percent: 40 },
    en: "Downloading version 0.2.0: 40 %",
    tr: "0.2.0 sürümü indiriliyor: %40",
  },
  {
    name: "waiting",
    state: WAITING,
    en: "An order is open in Pack.",
    tr: "Paketle ekranında açık bir sipariş var.",
  },
] as const;

test(
  "About shows why updates are off and an update's progress, in dark Turkish and in light English, in English without accessibility faults",
  { tag: "@all" },
  async ({ shared: desk }) => {
    const show = (state: object): Promise<void> =>
      desk.app.evaluate(
        ({ BrowserWindow }, view) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send("window:update", view),
        { version: "0.1.0", state, installAt: null },
      );
    for (const [language, theme, width, height] of [
      ["en", "light", 1280, 800],
      ["tr", "dark", 1920, 1080],
    ] as const) {
      await showAs(desk.page, { language, theme });
      await resize(desk, { width, height, zoom: 1 });
      await openSection(desk.page, language === "en" ? "About" : "Hakkında");
      const box = desk.page.getByTestId("updates");
      // The answer to the page's request may come after the first state that the test shows.
      await expect(async () => {
        await show({ step: "off", reason: "notPackaged" });
        await expect(box).toContainText(
          language === "en"
            ? "Packbench runs from its sources here"
            : "Packbench burada kaynak kodundan çalışıyor",
          { timeout: 1_000 },
        );
      }).toPass();
      await expect(box.getByRole("button")).toHaveCount(0);
      for (const { name: _, state, ...words } of SHOWN) {
        await show(state);
        await expect(box).toContainText(words[language]);
        if (language === "en") expect(await faultsOf(desk.page)).toEqual([]);
        expect(
          await desk.page.evaluate(
            () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
          ),
        ).toBe(true);
      }
    }
  },
);

test("the menu's entry leads to the updates, and installing during work asks first, with the focus on Keep", async ({
  shared: desk,
}) => {
  await showAs(desk.page, { language: "en", theme: "light" });
  await desk.app.evaluate(({ Menu }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === "help");
    help?.submenu?.items.find(({ label }) => label === "Check for updates…")?.click();
  });
  const box = desk.page.getByTestId("updates");
  await expect(box).toContainText("Packbench runs from its sources here");
  await desk.app.evaluate(
    ({ BrowserWindow }, view) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send("window:update", view),
    { version: "0.1.0", state: WAITING, installAt: null },
  );
  await box.getByRole("button", { name: "Install now anyway" }).click();
  await expect(box.getByRole("button", { name: "Keep" })).toBeFocused();
  await expect(
    box.getByRole("button", { name: "Install: work in progress is interrupted" }),
  ).toBeVisible();
  await box.getByRole("button", { name: "Keep" }).click();
  await expect(box.getByRole("button", { name: "Install now anyway" })).toBeFocused();
});
