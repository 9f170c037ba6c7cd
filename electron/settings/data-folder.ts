/**
 * Default data folder of a station, by each system's convention; the folder of its practice
 * station; and the window's folder in a data folder.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { isTooLong } from "../../core/base/disk.ts";

/**
 * Returns the default data folder.
 *
 * @param demo Whether the station has sample data, which has a separate folder, so that trying the
 *   station never touches a real station.
 */
export function defaultDataFolder(
  demo: boolean,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(base(env, platform), demo ? "Packbench Sample" : "Packbench");
}

/**
 * Returns the practice station's folder. It is never inside the real station's folder.
 *
 * @param dataFolder Folder of the real station.
 */
export function practiceFolder(dataFolder: string): string {
  return `${dataFolder}${PRACTICE}`;
}

const PRACTICE = " Practice";

/**
 * Returns whether this program itself chose the folder, for sample data, so that no person's data
 * is in it.
 */
export function isSampleFolder(dataFolder: string): boolean {
  return dataFolder === defaultDataFolder(true) || dataFolder.endsWith(PRACTICE);
}

function base(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Application Support");
  return env["XDG_DATA_HOME"] || join(homedir(), ".local", "share");
}

/** Size of the probe file: more than Chromium writes first. */
const PROBE_BYTES = 64 * 1024;

export type WindowFolder = {
  readonly path: string;
  /** Whether the data folder could not be used, so that this folder lasts for this start only. */
  readonly isTemporary: boolean;
};

/**
 * Creates the folder for the window's files in the data folder. If the data folder cannot be
 * written or has too long a path, creates a temporary folder: Chromium needs a folder to show a
 * window with the error.
 */
export function makeWindowFolder(
  dataFolder: string,
  platform: NodeJS.Platform = process.platform,
): WindowFolder {
  const path = join(dataFolder, "window");
  try {
    if (isTooLong(dataFolder, platform)) throw new Error("Chromium finds no file there");
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const probe = join(path, "probe");
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    } finally {
      rmSync(probe, { force: true });
    }
    return { path, isTemporary: false };
  } catch {
    return { path: mkdtempSync(join(tmpdir(), "packbench-window-")), isTemporary: true };
  }
}
