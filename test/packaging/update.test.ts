/**
 * The packed program updates itself and goes back to its previous version, with real starts, a real
 * update address, and electron-updater in Electron. An AppImage cannot be made on every computer. A
 * script takes its place: it starts the packed program as an AppImage does, and updates replace it.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createPackageWithOptions, extractAll } from "@electron/asar";
import { chromium, type Browser, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UpdateView } from "../../electron/updates/update-state.schema.ts";
import { serveUpdates, type UpdateServer } from "../electron/update-server.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { picturePath } from "../helpers/window.ts";
import { isPackagingStage, pack, PACKS_WITHIN_MS } from "./packed.ts";

const UNPACKED =
  "node_modules/{better-sqlite3,koffi,@koromix,harfbuzzjs,zpl-renderer-js,zxing-wasm,@hyzyla}";
const STARTS_WITHIN_MS = 60_000;

describe.skipIf(!isPackagingStage || process.platform !== "linux")(
  "an update of the packed program",
  { timeout: 100_000 },
  () => {
    const base = folderOnDisk();
    const dataDir = join(base, "data");
    const activePort = join(dataDir, "window/DevToolsActivePort");
    const appImage = join(base, "bin", "Packbench.AppImage");
    const env = {
      ...process.env,
      XDG_CACHE_HOME: join(base, "cache"),
      XDG_CONFIG_HOME: join(base, "config"),
      LANG: "en_US.UTF-8",
      LANGUAGE: "en",
    };
    const running = new Set<ChildProcess>();
    let server: UpdateServer;
    let schema = 0;

    /**
     * Returns the file that the publisher offers for a version: a script that starts the program in
     * its folder.
     */
    const fileOf = (folder: string): Buffer =>
      Buffer.from(
        `#!/bin/sh\nexport APPIMAGE="$(readlink -f "$0")" APPDIR=${JSON.stringify(folder)}\nexec "$APPDIR/packbench" "$@"\n`,
      );
    const folderOf = (version: string): string => join(base, version);

    /**
     * Makes a later version of the packed program: copies its files, and lets `change` change the
     * files of its archive.
     */
    async function makeVersion(
      version: string,
      from: string,
      change: (app: string) => void,
    ): Promise<void> {
      const folder = folderOf(version);
      const app = join(base, `app-${version}`);
      spawnSync("cp", ["-al", from, folder]);
      extractAll(join(from, "resources/app.asar"), app);
      const about = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as Record<
        string,
        unknown
      >;
      writeFileSync(join(app, "package.json"), JSON.stringify({ ...about, version }));
      change(app);
      rmSync(join(folder, "resources/app.asar"));
      rmSync(join(folder, "resources/app.asar.unpacked"), { recursive: true });
      await createPackageWithOptions(app, join(folder, "resources/app.asar"), {
        unpackDir: UNPACKED,
      });
      rmSync(app, { recursive: true });
    }

    /** Starts the program. It ends by itself, or the test ends it. */
    function start(more: readonly string[] = []): {
      readonly program: ChildProcess;
      readonly ended: Promise<number | null>;
    } {
      rmSync(activePort, { force: true });
      const program = spawn(
        appImage,
        [
          "--no-sandbox",
          "--disable-gpu",
          "--log-level=3",
          "--remote-debugging-port=0",
          "--data",
          dataDir,
          "--port",
          "0",
          ...more,
        ],
        { env, stdio: ["ignore", "ignore", "inherit"] },
      );
      running.add(program);
      return {
        program,
        ended: once(program, "exit").then(
          ([code]) => (running.delete(program), code as number | null),
        ),
      };
    }

    /** Waits until a usable window of this version works on the data folder, and returns it. */
    async function windowOf(
      version: string,
    ): Promise<{ readonly browser: Browser; readonly page: Page }> {
      const until = Date.now() + STARTS_WITHIN_MS;
      for (
        let why: unknown = "no program";
        Date.now() < until;
        await new Promise((done) => setTimeout(done, 300))
      ) {
        let browser: Browser | undefined;
        try {
          const port = readFileSync(activePort, "utf8").split("\n")[0];
          browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 5_000 });
          const page = browser
            .contexts()[0]
            ?.pages()
            .find((one) => one.url().startsWith("packbench://desk/"));
          if (page === undefined) throw new Error("no window yet");
          await page
            .locator("html[data-ready=true]")
            .waitFor({ state: "attached", timeout: 10_000 });
          const info = await ask(page, "app:info", {});
          if (info["version"] === version) return { browser, page };
          why = `version ${String(info["version"])}`;
        } catch (error) {
          why = error;
        }
        await browser?.close().catch(() => {});
        if (Date.now() + 300 >= until)
          throw new Error(`version ${version} did not start: ${String(why)}`);
      }
      throw new Error(`version ${version} did not start`);
    }

    const ask = (page: Page, channel: string, input: object): Promise<Record<string, unknown>> =>
      page.evaluate(
        async ([name, value]) =>
          (
            await (
              Reflect.get(globalThis, "bridge") as {
                invoke(
                  channel: string,
                  input: unknown,
                ): Promise<{ value: Record<string, unknown> }>;
              }
            ).invoke(name as string, value)
          ).value,
        [channel, input] as const,
      );

    const viewOf = async (page: Page, act?: string): Promise<UpdateView> =>
      (await ask(
        page,
        "window:updates",
        act === undefined ? {} : { act },
      )) as unknown as UpdateView;
    const stepOf = async (page: Page): Promise<string> => (await viewOf(page)).state.step;

    async function checkUntil(page: Page, step: string): Promise<UpdateView> {
      await expect
        .poll(() => stepOf(page), { timeout: 20_000 })
        .not.toMatch(/checking|downloading/);
      await viewOf(page, "check");
      await expect.poll(() => stepOf(page), { timeout: 20_000 }).toBe(step);
      return viewOf(page);
    }

    /** Quits the program as its own menu does. */
    async function quit(browser: Browser): Promise<void> {
      const session = await browser.newBrowserCDPSession();
      await session.send("Browser.close").catch(() => {});
    }

    beforeAll(async () => {
      server = await serveUpdates();
      const { folder } = await pack(["linux", "--dir"]);
      const first = join(folder, "linux-unpacked");
      writeFileSync(join(first, "resources/updates-are-tested"), "");
      writeFileSync(
        join(first, "resources/app-update.yml"),
        `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: packbench-updater\n`,
      );
      mkdirSync(join(base, "bin"));
      cpSync(first, folderOf("0.1.0"), { recursive: true });
      writeFileSync(appImage, fileOf(folderOf("0.1.0")), { mode: 0o755 });
      await makeVersion("99.0.0", first, (app) => {
        const migrations = join(app, "dist/electron/migrations");
        schema = readdirSync(migrations).length;
        const number = String(schema + 1).padStart(4, "0");
        writeFileSync(
          join(migrations, `${number}-of-the-next-version.sql`),
          `-- min_reader: ${schema + 1}\nCREATE TABLE of_the_next_version (id INTEGER PRIMARY KEY) STRICT;\n`,
        );
      });
      await makeVersion("100.0.0", folderOf("99.0.0"), (app) =>
        writeFileSync(
          join(app, "dist/electron/core-worker.js"),
          'throw new Error("this version does not work");\n',
        ),
      );
      await makeVersion("101.0.0", folderOf("99.0.0"), (app) => {
        writeFileSync(
          join(
            app,
            `dist/electron/migrations/${String(schema + 2).padStart(4, "0")}-which-99-cannot-read.sql`,
          ),
          `-- min_reader: ${schema + 2}\nCREATE TABLE which_99_cannot_read (id INTEGER PRIMARY KEY) STRICT;\n`,
        );
        writeFileSync(
          join(app, "dist/renderer/index.html"),
          "<!doctype html><title>Packbench</title>",
        );
      });
    }, PACKS_WITHIN_MS);

    afterAll(async () => {
      for (const program of running) program.kill("SIGKILL");
      // An update may have started a program when a test ended early.
      const port = existsSync(activePort)
        ? readFileSync(activePort, "utf8").split("\n")[0]
        : undefined;
      if (port !== undefined)
        await chromium
          .connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 3_000 })
          .then(quit, () => {});
      await server?.close();
    });

    it("an update with a wrong SHA-512 is refused, and a correct update is downloaded, and installed when Packbench quits", async () => {
      const desk = start();
      const { browser, page } = await windowOf("0.1.0");
      server.offer({ version: "99.0.0", file: fileOf(folderOf("99.0.0")), sha512: "AAAA" });
      expect((await checkUntil(page, "failed")).state).toEqual({
        step: "failed",
        reason: "damaged",
        next: "99.0.0",
      });
      expect(readFileSync(appImage)).toEqual(fileOf(folderOf("0.1.0")));

      server.offer({ version: "99.0.0", file: fileOf(folderOf("99.0.0")) });
      expect((await checkUntil(page, "ready")).state).toEqual({ step: "ready", next: "99.0.0" });
      expect(readdirSync(join(dataDir, "updates")).sort()).toEqual([
        "kept-0.1.0.AppImage",
        "kept.json",
        "starts.json",
      ]);
      await page.evaluate(() => window.close()).catch(() => {});
      await browser.close();
      expect(await desk.ended).toBe(0);
      expect(readFileSync(appImage)).toEqual(fileOf(folderOf("99.0.0")));
    });

    it("the new version starts, and the data folder has a copy of the database from before the upgrade", async () => {
      const desk = start();
      const { browser } = await windowOf("99.0.0");
      expect(existsSync(join(dataDir, `before-upgrade/packbench-schema-${schema}.db`))).toBe(true);
      await expect
        .poll(
          () => JSON.parse(readFileSync(join(dataDir, "updates/starts.json"), "utf8")) as unknown,
        )
        .toEqual({ worked: "99.0.0", trying: null, wentBackFrom: null });
      await quit(browser);
      expect(await desk.ended).toBe(0);
    });

    it("a requested update restarts Packbench, and after two failed starts the previous version is restored and does not retry the update", async () => {
      server.offer({ version: "100.0.0", file: fileOf(folderOf("100.0.0")) });
      const desk = start(["--unattended"]);
      const { browser, page } = await windowOf("99.0.0");
      await checkUntil(page, "ready");
      await viewOf(page, "install");
      await browser.close();
      expect(await desk.ended).toBe(0);
      expect(readFileSync(appImage)).toEqual(fileOf(folderOf("100.0.0")));
      // The update itself starts the new version first, with the arguments of the previous version.
      const starts = (): unknown =>
        (
          JSON.parse(readFileSync(join(dataDir, "updates/starts.json"), "utf8")) as {
            trying: unknown;
          }
        ).trying;
      await expect
        .poll(starts, { timeout: STARTS_WITHIN_MS })
        .toEqual({ version: "100.0.0", starts: 1 });
      await expect
        .poll(async () => await start(["--unattended"]).ended, { timeout: STARTS_WITHIN_MS })
        .toBe(1);
      expect(starts()).toEqual({ version: "100.0.0", starts: 2 });

      expect(await start(["--unattended"]).ended).toBe(0);
      expect(readFileSync(appImage)).toEqual(fileOf(folderOf("99.0.0")));
      const back = await windowOf("99.0.0");
      expect((await viewOf(back.page)).state).toEqual({
        step: "failed",
        reason: "wentBack",
        next: "100.0.0",
      });
      expect((await checkUntil(back.page, "failed")).state).toMatchObject({ reason: "wentBack" });
      await quit(back.browser);
      await expect
        .poll(() => existsSync(join(dataDir, "window/SingletonLock")), { timeout: 20_000 })
        .toBe(false);
    });

    it("an update is not undone when the previous version cannot read the new data, and a window says so", async () => {
      server.offer({ version: "101.0.0", file: fileOf(folderOf("101.0.0")) });
      const before = start();
      const desk = await windowOf("99.0.0");
      await checkUntil(desk.page, "ready");
      await desk.page.evaluate(() => window.close()).catch(() => {});
      await desk.browser.close();
      expect(await before.ended).toBe(0);
      // The core opens and the screen stays white, so the program is killed twice.
      const trying = (): unknown =>
        (
          JSON.parse(readFileSync(join(dataDir, "updates/starts.json"), "utf8")) as {
            trying: unknown;
          }
        ).trying;
      for (const starts of [1, 2]) {
        const white = start();
        await expect
          .poll(trying, { timeout: STARTS_WITHIN_MS })
          .toEqual({ version: "101.0.0", starts });
        await expect
          .poll(
            () =>
              [`packbench-schema-${schema + 1}.db`, "used"].every((name) =>
                existsSync(join(dataDir, "before-upgrade", name)),
              ),
            { timeout: STARTS_WITHIN_MS },
          )
          .toBe(true);
        white.program.kill("SIGKILL");
        await white.ended;
      }
      const third = start();
      const asked = await askedWindow();
      expect(await asked.page.locator("h1").textContent()).toBe("Packbench 101.0.0 did not start");
      expect(await asked.page.locator("p").textContent()).toMatch(
        /^Version 99\.0\.0 cannot be restored: the new version has already changed the data/,
      );
      await asked.page.screenshot({ path: picturePath("update-not-taken-back"), timeout: 15_000 });
      expect(readFileSync(appImage)).toEqual(fileOf(folderOf("101.0.0")));
      third.program.kill("SIGTERM");
      expect(await third.ended).toBe(0);
      await asked.browser.close();
    });

    /** Returns the small window with a message. */
    async function askedWindow(): Promise<{ readonly browser: Browser; readonly page: Page }> {
      await expect.poll(() => existsSync(activePort), { timeout: STARTS_WITHIN_MS }).toBe(true);
      const browser = await chromium.connectOverCDP(
        `http://127.0.0.1:${readFileSync(activePort, "utf8").split("\n")[0]}`,
      );
      const find = (): Page | undefined =>
        browser
          .contexts()[0]
          ?.pages()
          .find((one) => one.url().startsWith("data:text/html"));
      await expect.poll(() => find() !== undefined, { timeout: STARTS_WITHIN_MS }).toBe(true);
      const page = find();
      if (page === undefined) throw new Error("the window went away");
      return { browser, page };
    }
  },
);
