/** Keeping data at the real window, by keyboard alone: backups of the nights, putting one back, taking everything out, the file for support, and a folder of another computer. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { _electron, expect, test, type Page } from "@playwright/test";
import BetterSqlite3 from "better-sqlite3";
import { ask, goToSection, showAs } from "../helpers/desk-keys.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { unzip } from "../helpers/unzip.ts";
import { openWindow, picturePath, type DeskWindow } from "../helpers/window.ts";

let desk: DeskWindow;
const folder = temporaryFolder();
const files = temporaryFolder();
test.beforeAll(async () => {
  desk = await openWindow({ size: { width: 1280, height: 800 } });
  await desk.app.evaluate(({ dialog, shell }, place) => {
    dialog.showSaveDialog = ((...given: { defaultPath?: string }[]) => Promise.resolve({ canceled: false, filePath: `${place}/${given.at(-1)?.defaultPath?.split("/").at(-1)}` })) as unknown as typeof dialog.showSaveDialog;
    shell.openPath = () => Promise.resolve("");
  }, files);
  await answerDialog(folder);
});
test.afterAll(() => desk.close());
test.beforeEach(() => showAs(desk.page, { language: "en", theme: "light" }));

/** Has the system's dialog answer with this place from now on, as a person would. */
const answerDialog = (place: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, place);

/** Backups of the nights go into a folder that a person chooses: the page names no other. */
async function backUpInto(page: Page, place: string): Promise<void> {
  await answerDialog(place);
  await page.evaluate(() => (Reflect.get(globalThis, "desk") as { invoke(channel: string, input: unknown): Promise<unknown> }).invoke("window:chooseFolder", {}));
  await ask(page, "PATCH", "/station/backup", { folder: place });
  await answerDialog(folder);
}

/** Also where a test of this file runs alone. */
async function haveBackup(page: Page): Promise<void> {
  await backUpInto(page, folder);
  if (readdirSync(folder).some((name) => name.startsWith("packbench-"))) return;
  await ask(page, "POST", "/station/backup", { folder });
  await expect.poll(async () => (await ask<{ step: string }>(page, "GET", "/station/backup")).step).toBe("done");
}

const goToData = (page: Page, words = "Data and backup"): Promise<void> => goToSection(page, words);

/** Tab until the button has the focus, then Enter. */
async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole("button", { name, exact: true });
  await expect(target).toBeVisible();
  for (let i = 0; i < 80 && !(await target.evaluate((element) => element === document.activeElement)); i += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
  await page.waitForTimeout(250);
  await page.keyboard.press("Enter");
}

const names = async (page: Page): Promise<string[]> => (await ask<{ name: string }[]>(page, "GET", "/parceltemplates")).map(({ name }) => name);

test("a folder for backups of the nights is chosen, how many are kept too, and why the last one was not made is shown", async () => {
  const { page } = desk;
  await goToData(page);
  await pressButton(page, "Choose a folder…");
  await expect(page.getByRole("textbox", { name: "Every night into" })).toHaveValue(folder);
  await page.getByRole("radio", { name: /7 days/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await ask<{ nightly: { keep: { daily: number } } }>(page, "GET", "/station/backup")).nightly.keep.daily).toBe(30);
  await pressButton(page, "Back up now…");
  await expect(page.getByTestId("backup")).toContainText("The backup is complete");
  expect(readdirSync(folder).filter((name) => name.startsWith("packbench-")).length).toBe(1);
});

test("a backup is looked at, put back after a second press, and the station starts again with it; what it had is put aside", async () => {
  const { page, dataDir } = desk;
  await haveBackup(page);
  await ask(page, "POST", "/parceltemplates", { name: "After the backup", length: 1, width: 1, height: 1, weight: 1 });
  await goToData(page);
  await pressButton(page, "Show the backups");
  await pressButton(page, /^Look at it/);
  const preview = page.getByTestId("preview");
  await expect(preview).toContainText("No label was bought since then.");
  await expect(page.getByTestId("restore")).toContainText("shipments");
  await page.getByTestId("restore").scrollIntoViewIfNeeded();
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await pressButton(page, /^Put this backup back/);
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  expect(await names(page)).toContain("After the backup");
  await page.waitForTimeout(250);
  await page.keyboard.press("Tab");
  await page.waitForTimeout(250);
  await page.keyboard.press("Enter");
  await expect.poll(() => readdirSync(dataDir).some((name) => name.startsWith("before-restore-")), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => names(page).catch(() => ["After the backup"]), { timeout: 30_000 }).not.toContain("After the backup");
  await expect(page.getByTestId("restore")).not.toContainText("Then the station starts again");
  // The button that was pressed is gone with its list.
  await expect(page.getByTestId("preview")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("where the folder of backups is gone, its backups are read from another one", async () => {
  const { page } = desk;
  await haveBackup(page);
  const gone = temporaryFolder();
  await backUpInto(page, gone);
  rmSync(gone, { recursive: true });
  await goToData(page);
  await pressButton(page, "Show the backups");
  await expect(page.getByTestId("restore").getByRole("alert")).toContainText("That place cannot be used");
  await expect(page.getByTestId("restore").getByRole("button", { name: "Another folder…" })).toBeVisible();
  await page.getByTestId("restore").getByRole("button", { name: "Another folder…" }).focus();
  await page.waitForTimeout(250);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("restore").getByRole("button", { name: /^Look at it/ }).first()).toBeVisible();
  await backUpInto(page, folder);
});

test("everything is taken out as CSV and as JSON Lines, and the file for support is saved", async () => {
  const { page } = desk;
  await goToData(page);
  await pressButton(page, "As CSV…");
  await expect(page.getByTestId("export")).toContainText("-csv.zip");
  await pressButton(page, "As JSON Lines…");
  await expect(page.getByTestId("export")).toContainText("-jsonl.zip");
  await pressButton(page, "Save the support file…");
  await expect(page.getByTestId("support")).toContainText("packbench-support-");
  const saved = readdirSync(files).sort();
  expect(saved).toEqual([expect.stringMatching(/csv\.zip$/), expect.stringMatching(/jsonl\.zip$/), expect.stringMatching(/^packbench-support/)]);
  expect(unzip(readFileSync(join(files, saved[0] ?? ""))).get("shipments.csv")).toContain("order_number");
  const log = [...unzip(readFileSync(join(files, saved[2] ?? "")))].find(([name]) => name.startsWith("logs/"))?.[1] ?? "";
  expect(log).toContain("the station is open");
});

for (const [language, theme, width, height] of [["en", "light", 1280, 800], ["tr", "dark", 1280, 800], ["tr", "light", 1920, 1080], ["en", "dark", 1920, 1080], ["tr", "light", 1024, 700]] as const) {
  test(`the section has nothing that axe finds, ${language}, ${theme}, ${width}×${height}`, async () => {
    const { page, app } = desk;
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height), { width, height });
    await haveBackup(page);
    await showAs(page, { language, theme });
    await goToData(page, language === "tr" ? "Veri ve yedek" : "Data and backup");
    await pressButton(page, language === "tr" ? "Yedekleri göster" : "Show the backups");
    await pressButton(page, language === "tr" ? /^İncele/ : /^Look at it/);
    await expect(page.getByTestId("preview")).toBeVisible();
    const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.getByTestId("data").scrollIntoViewIfNeeded();
    await page.screenshot({ path: picturePath(`keeping-top-${language}-${theme}-${width}`) });
    await page.getByTestId("restore").scrollIntoViewIfNeeded();
    await page.screenshot({ path: picturePath(`keeping-middle-${language}-${theme}-${width}`) });
    await page.getByTestId("support").scrollIntoViewIfNeeded();
    await page.screenshot({ path: picturePath(`keeping-below-${language}-${theme}-${width}`) });
  });
}

test("a folder of another computer is asked about; Enter makes it a station of its own", async () => {
  const dataDir = join(temporaryFolder(), "data");
  mkdirSync(dataDir);
  await (await openWindow({ dataDir })).close();
  const raw = new BetterSqlite3(join(dataDir, "packbench.db"));
  const before = raw.prepare("SELECT value FROM station_meta WHERE key = 'station_id'").pluck().get();
  raw.prepare("UPDATE station_meta SET value = 'elsewhere' WHERE key = 'machine'").run();
  raw.close();
  const app = await _electron.launch({ args: [ROOT, "--no-sandbox", "--disable-gpu", "--log-level=3", "--data", dataDir, "--port", "0"], cwd: ROOT, env: { ...process.env, LANG: "en_US.UTF-8", LANGUAGE: "en" } as Record<string, string> });
  try {
    await expect.poll(async () => (await Promise.all(app.windows().map((page) => page.title().catch(() => "")))).join()).toContain("This data is from another computer");
    const page = app.windows().at(-1);
    if (page === undefined) throw new Error("there is no window");
    await expect(page.getByRole("button", { name: /this is a copy/ })).toBeFocused();
    await page.screenshot({ path: picturePath("keeping-other-computer") });
    await page.keyboard.press("Enter").catch(() => {});
    await expect.poll(() => app.windows().some((one) => one.url().startsWith("packbench://desk/")), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => stationOf(dataDir), { timeout: 20_000 }).not.toBe(before);
    expect(existsSync(join(dataDir, "numbers.json"))).toBe(true);
  } finally {
    await app.close();
  }
});

function stationOf(dataDir: string): unknown {
  const raw = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
  try {
    return raw.prepare("SELECT value FROM station_meta WHERE key = 'station_id'").pluck().get();
  } finally {
    raw.close();
  }
}
