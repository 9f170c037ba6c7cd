/**
 * Where a station keeps its data by default, by each system's convention; and the window's part of
 * it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { isTooLong } from "../../core/base/disk.ts";

/**
 * @param demo Sample data has a folder of its own, so that trying the station never touches a real
 *   one.
 */
export function defaultDataFolder(
  demo: boolean,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(base(env, platform), demo ? "Packbench Sample" : "Packbench");
}

/**
 * @param dataFolder Of the station that is practised beside.
 * @returns Where its practice station keeps its data: never a part of the station's own.
 */
export function practiceFolder(dataFolder: string): string {
  return `${dataFolder}${PRACTICE}`;
}

const PRACTICE = " Practice";

/**
 * Whether a station with sample data has a folder that this program chose for it: nothing of a
 * person's is there.
 */
export function isSampleFolder(dataFolder: string): boolean {
  return dataFolder === defaultDataFolder(true) || dataFolder.endsWith(PRACTICE);
}

function base(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Application Support");
  return env["XDG_DATA_HOME"] || join(homedir(), ".local", "share");
}

/** More than what a first write of Chromium's takes. */
const PROBE_BYTES = 64 * 1024;

export type WindowFolder = {
  readonly path: string;
  /** True: the data folder could not be used, and this one lasts for this start only. */
  readonly isTemporary: boolean;
};

/**
 * The folder for the window's own files, in the data folder. Where that cannot be written or has
 * too long a path, a temporary one: Chromium needs some folder to show a window that says so.
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
