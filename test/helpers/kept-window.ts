/**
 * One window for all tests of a worker that check neither the start nor the end of the program. A
 * start takes five seconds of processor time, a reset of the station one second.
 */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { killCore } from "./core-thread.ts";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";
import { openWindow, type DeskWindow } from "./window.ts";

const DATABASE = "packbench.db";
/**
 * Files of the station other than the database: its used numbers, its last transaction and its
 * settings.
 */
const FILES = ["numbers.json", "outbox.last", "station.json"];

/** `sample`: sample orders, a sender, boxes and a balance. `empty`: a new station. */
export type Contents = "sample" | "empty";

/** `first` is a folder with copies of the files after the first start. */
type Kept = { readonly desk: DeskWindow; readonly first: string; readonly contents: Contents };

let kept: Kept | undefined;

/**
 * Returns the worker's window; opens it at the first call and whenever the contents change. Only
 * one window is open at a time, because a window needs the focus.
 */
export async function keptWindow(contents: Contents): Promise<DeskWindow> {
  if (kept?.contents !== contents) await closeKept();
  kept ??= await openKept(contents);
  return kept.desk;
}

async function openKept(contents: Contents): Promise<Kept> {
  // Chooses a port, so that a restarted core listens on the same port.
  const desk = await openWindow({
    args: [...(contents === "sample" ? ["--demo"] : []), "--port", String(await freePort())],
  });
  const first = temporaryFolder();
  const db = new BetterSqlite3(join(desk.dataDir, DATABASE), { readonly: true });
  db.prepare("VACUUM INTO ?").run(join(first, DATABASE));
  db.close();
  for (const name of FILES.filter((file) => existsSync(join(desk.dataDir, file))))
    copyFileSync(join(desk.dataDir, name), join(first, name));
  return { desk, first, contents };
}

/** Adds data to a station's first contents, in a folder that no program has open. */
export type Fill = (dataDir: string) => Promise<unknown>;

/** Returns the worker's window, whose station has only these contents. */
export async function freshWindow(contents: Contents, fill?: Fill): Promise<DeskWindow> {
  const isNew = kept?.contents !== contents;
  const desk = await keptWindow(contents);
  const first = kept?.first ?? "";
  if (fill !== undefined) await restartOn(desk, await filled(first, fill));
  else if (!isNew) await restartOn(desk, first);
  return desk;
}

async function filled(first: string, fill: Fill): Promise<string> {
  const folder = temporaryFolder();
  for (const name of namesIn(first)) copyFileSync(join(first, name), join(folder, name));
  await fill(folder);
  return folder;
}

const namesIn = (folder: string): string[] =>
  [DATABASE, ...FILES].filter((file) => existsSync(join(folder, file)));

/** Restarts the window's station on the files of this folder. */
async function restartOn(desk: DeskWindow, from: string): Promise<void> {
  await killCore(desk, {
    from,
    to: desk.dataDir,
    names: namesIn(from),
    gone: [`${DATABASE}-wal`, `${DATABASE}-shm`, ...FILES],
  });
  await desk.page.evaluate(async () => {
    localStorage.clear();
    for (;;) {
      const answer = await window.bridge
        .invoke("api:request", { method: "GET", path: "/station/desk" })
        .catch(() => undefined);
      if (answer?.ok === true) return;
      // A core that ended too often stays stopped until a person restarts it.
      await window.bridge.invoke("window:restartCore", {});
      await new Promise((done) => setTimeout(done, 20));
    }
  });
}

/**
 * Closes the window after the last test. Tests with a separate window check how a window closes.
 */
export async function closeKept(): Promise<void> {
  const last = kept;
  kept = undefined;
  // Reports an error without throwing: after the last test nothing could retry.
  await last?.desk.close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}
