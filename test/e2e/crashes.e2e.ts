/**
 * The page's process crashes in the middle of work: the page comes back, the core loses nothing,
 * and the dump stays on this machine.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { CRASH_FOLDER, listCrashDumps } from "../../core/base/crash-dumps.ts";
import {
  askedPage,
  deskPage,
  pressEnter,
  startAttended,
  type Attended,
} from "../helpers/attended.ts";
import { ask } from "../helpers/desk-keys.ts";
import { addOrder, barcodeOf } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

/**
 * Runs a script in the station's page from the main process, because Playwright's page is lost with
 * its process.
 */
const inScreen = <T>({ app }: Attended, script: string): Promise<T> =>
  app.evaluate(async ({ BrowserWindow }, code) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith("packbench://desk/"),
    );
    if (window === undefined || window.webContents.isCrashed()) return null as never;
    // A script that runs at the moment of the crash never returns.
    return (await Promise.race([
      window.webContents.executeJavaScript(code),
      new Promise((done) => setTimeout(done, 2_000, null)),
    ])) as never;
  }, script);

const isReady = (station: Attended): Promise<boolean> =>
  inScreen<boolean>(station, 'document.documentElement.dataset.ready === "true"').catch(
    () => false,
  );
const crash = ({ app }: Attended): Promise<void> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().startsWith("packbench://desk/"))
      ?.webContents.forcefullyCrashRenderer(),
  );

/**
 * Returns the command lines of the programs that write this folder's dumps. A program with an
 * address would send the dumps there.
 */
function handlersOf(dataDir: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        return [];
      }
    })
    .filter((line) => /crashpad_handler/.test(line) && line.includes(join(dataDir, CRASH_FOLDER)));
}

test("a crashed page restarts with the core's order, a second crash asks a person, and dumps stay private, listed and unsent", async () => {
  const dataDir = temporaryFolder();
  const station = await startAttended(dataDir, 0, ["--demo"]);
  try {
    const page = await deskPage(station);
    await addOrder(page, "CRASH-1");
    expect(await barcodeOf(page, "CRASH-1")).toBe("");
    const { id } = (
      await ask<readonly { id: string }[]>(page, "GET", "/shipments?orderNumber=CRASH-1")
    )[0] ?? { id: "" };
    expect(listCrashDumps(dataDir)).toEqual([]);

    await crash(station);
    await expect.poll(() => isReady(station), { timeout: 30_000 }).toBe(true);
    const again = await inScreen<{ id: string; statusCode: string }[]>(
      station,
      'bridge.invoke("api:request", { method: "GET", path: "/shipments?orderNumber=CRASH-1" }).then(({ value }) => value.body.data)',
    );
    expect(again[0]).toMatchObject({ id, statusCode: "GOT_OFFERS" });

    await crash(station);
    const asked = await askedPage(station);
    await expect(asked.getByRole("alert")).toContainText("The screen has stopped twice");
    await expect(asked.getByRole("button", { name: /Open the screen again/ })).toBeFocused();
    await pressEnter(asked);
    await expect.poll(() => isReady(station), { timeout: 30_000 }).toBe(true);

    await expect.poll(() => listCrashDumps(dataDir).length, { timeout: 30_000 }).toBeGreaterThan(0);
    const [dump] = listCrashDumps(dataDir);
    const modeOf = (...parts: string[]): number =>
      statSync(join(dataDir, CRASH_FOLDER, ...parts)).mode & 0o077;
    expect([modeOf(), modeOf(dump?.name ?? "")]).toEqual([0, 0]);
    const lines = await inScreen<{ name: string; value: string }[]>(
      station,
      'bridge.invoke("api:request", { method: "GET", path: "/station/diagnostics" }).then(({ value }) => value.body.data.lines)',
    );
    expect(lines.find(({ name }) => name === "crashes")?.value).toMatch(/^\d+ \(\d{4}-/);
    expect(
      await station.app.evaluate(({ crashReporter }) => crashReporter.getUploadToServer()),
    ).toBe(false);
    const watchers = handlersOf(dataDir);
    expect(watchers.length).toBeGreaterThan(0);
    expect(watchers.filter((line) => line.includes("--url"))).toEqual([]);
  } finally {
    station.program.kill("SIGKILL");
  }
});
