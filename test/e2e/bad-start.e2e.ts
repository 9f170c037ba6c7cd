import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { join } from "node:path";
import { _electron, expect, test } from "@playwright/test";
import {
  askedPage,
  closeWindow,
  deskPage,
  pressEnter,
  startAttended,
  type Attended,
} from "../helpers/attended.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { NO_TINY_DISK, tinyDisk } from "../helpers/tiny-disk.ts";
import { openWindow } from "../helpers/window.ts";

/** Closes the window as a person does, and waits until the program has ended by itself. */
async function close(station: Attended): Promise<number | null> {
  await closeWindow(station);
  return station.ended;
}

/**
 * @returns The words in the window of a station that could not open, and how the process ended
 *   after the window was closed.
 */
async function badStart(
  dataDir: string,
  port: number,
): Promise<{ words: string; code: number | null; stderr: string }> {
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
    ],
    cwd: ROOT,
  });
  let stderr = "";
  const station = app.process();
  station.stderr?.on("data", (chunk) => (stderr += chunk));
  const ended = new Promise<number | null>((done) => station.once("exit", done));
  try {
    await expect
      .poll(async () => (await Promise.all(app.windows().map((page) => page.title()))).join())
      .toMatch(/^Packbench: /);
    const words = await app.windows()[0]?.getByRole("alert").innerText();
    await app.windows()[0]?.close();
    return { words: words ?? "", code: await ended, stderr };
  } finally {
    station.kill("SIGKILL");
  }
}

test(
  "a taken port is reported in a window and on stderr, and the station ends with 1",
  { tag: "@all" },
  async () => {
    const folder = temporaryFolder();
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    const { port } = other.address() as AddressInfo;
    try {
      const { words, code, stderr } = await badStart(folder, port);
      expect(words).toContain(`Port ${port} is taken`);
      expect(words).toMatch(new RegExp(`\\(process ${process.pid}\\) listens on port ${port}`));
      expect(stderr).toContain(`Port ${port} is taken`);
      expect(code).toBe(1);
    } finally {
      other.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test(
  "a broken policy file is explained in a window with its line, and the station opens once it is fixed",
  { tag: "@all" },
  async () => {
    const folder = temporaryFolder();
    const policy = join(folder, "policy.json");
    writeFileSync(policy, '{\n  "api": { "port": "4747" }\n}');
    const station = await startAttended(join(folder, "data"), 0, ["--policy", policy]);
    try {
      const page = await askedPage(station);
      await expect(page.getByRole("alert")).toContainText(
        "The policy file of your IT cannot be used",
      );
      await expect(page.getByRole("alert")).toContainText("line 2: api.port");
      writeFileSync(policy, '{ "api": { "enabled": false } }');
      await pressEnter(page);
      await deskPage(station);
      expect(existsSync(join(folder, "data", "api.json"))).toBe(false);
      expect(await close(station)).toBe(0);
    } finally {
      station.program.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test(
  "a data folder in use by a headless station is refused with that station's process number",
  { tag: "@all" },
  async () => {
    const folder = temporaryFolder();
    const node = join(ROOT, "node_modules/node/bin/node");
    const holder = spawn(
      node,
      [join(ROOT, "core/serve.ts"), "--data", folder, "--port", "0", "--json"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    try {
      await new Promise((done) => holder.stdout.once("data", done));
      const { words, code } = await badStart(folder, 0);
      expect(words).toContain("The data folder is in use");
      expect(words).toContain(String(holder.pid));
      expect(code).toBe(1);
    } finally {
      const ended = new Promise((done) => holder.once("exit", done));
      holder.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test(
  "a taken port is retried by the button, without leaving the program",
  { tag: "@all" },
  async () => {
    const folder = temporaryFolder();
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    const { port } = other.address() as AddressInfo;
    const station = await startAttended(folder, port);
    try {
      const page = await askedPage(station);
      await new Promise((done) => other.close(done));
      await page.getByRole("button", { name: /Try again/ }).click({ noWaitAfter: true });
      await deskPage(station);
      expect(await close(station)).toBe(0);
    } finally {
      station.program.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.describe("on a separate disk", () => {
  // A developer's machine may forbid the mount. In CI the tests run anyway, and fail without it.
  test.skip(NO_TINY_DISK !== undefined && process.env["CI"] === undefined, NO_TINY_DISK);

  test("a full disk is explained on a page with a button, and Enter opens the station when there is room", async () => {
    const disk = tinyDisk(64);
    disk.fill();
    const station = await startAttended(join(disk.folder, "data"), 0, ["--demo"]);
    try {
      const page = await askedPage(station);
      await expect(page.getByRole("alert")).toContainText("The data folder cannot be written");
      await expect(page.getByRole("button", { name: /Try again/ })).toBeFocused();
      await pressEnter(page);
      const again = await askedPage(station, page);
      disk.free();
      await pressEnter(again);
      await deskPage(station);
      expect(await close(station)).toBe(0);
      expect(station.stderr()).not.toMatch(/FATAL|Unhandled|\n\s+at /);
    } finally {
      station.program.kill("SIGKILL");
      disk.remove();
    }
  });

  test(
    "a read-only disk is explained in Turkish when the system's language is Turkish",
    { tag: "@all" },
    async () => {
      const disk = tinyDisk(64);
      disk.setReadOnly(true);
      const station = await startAttended(join(disk.folder, "data"), 0, ["--lang=tr"], {
        LANG: "tr_TR.UTF-8",
        LANGUAGE: "tr",
      });
      try {
        const page = await askedPage(station);
        await expect(page.getByRole("alert")).toContainText("Veri klasörüne yazılamıyor");
        expect(await page.locator("html").getAttribute("lang")).toBe("tr");
        disk.setReadOnly(false);
        await expect(page.getByRole("button", { name: /Yeniden dene/ })).toBeFocused();
        await pressEnter(page);
        await deskPage(station);
        expect(await close(station)).toBe(0);
      } finally {
        station.program.kill("SIGKILL");
        disk.remove();
      }
    },
  );

  test(
    "an unattended start on a full or read-only disk prints one sentence and ends with 1",
    { tag: "@all" },
    () => {
      const program = createRequire(import.meta.url)("electron") as unknown as string;
      const disk = tinyDisk(64);
      try {
        for (const fault of ["full", "read-only"]) {
          if (fault === "full") disk.fill();
          else disk.setReadOnly(true);
          const { status, stderr } = spawnSync(
            program,
            [
              ".",
              "--no-sandbox",
              "--disable-gpu",
              "--log-level=3",
              "--data",
              join(disk.folder, "data"),
              "--port",
              "0",
              "--unattended",
              "--demo",
            ],
            { cwd: ROOT, encoding: "utf8", timeout: 60_000 },
          );
          expect([fault, status, stderr.trim().split("\n")]).toEqual([
            fault,
            1,
            [
              expect.stringMatching(
                /^The data folder cannot be written\. The disk of .+ Free some space or allow writing there/,
              ),
            ],
          ]);
        }
      } finally {
        disk.remove();
      }
    },
  );

  test(
    "a window on a full disk closes normally, although its position cannot be saved",
    { tag: "@all" },
    async () => {
      const disk = tinyDisk(64);
      const desk = await openWindow({ dataDir: join(disk.folder, "data") });
      const station = desk.app.process();
      let stderr = "";
      station.stderr?.on("data", (chunk) => (stderr += chunk));
      try {
        const ended = new Promise((done) => station.once("exit", done));
        disk.fill();
        const { invoke } = {
          invoke: (channel: string, input: unknown) =>
            desk.page.evaluate(
              ([c, i]) =>
                (
                  Reflect.get(globalThis, "bridge") as {
                    invoke(channel: unknown, input: unknown): Promise<unknown>;
                  }
                ).invoke(c, i),
              [channel, input] as const,
            ),
        };
        expect(await invoke("window:setLanguage", { language: "tr" })).toEqual({
          ok: true,
          value: null,
        });
        await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
        expect([await ended, stderr.match(/FATAL|Unhandled|Error/g)]).toEqual([0, null]);
      } finally {
        station.kill("SIGKILL");
        disk.remove();
      }
    },
  );
});
