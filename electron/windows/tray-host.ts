/**
 * Detects whether this desktop shows tray icons. Windows and macOS always do; on Linux a program of
 * the desktop does, and some desktops have no such program.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ANSWER_WITHIN_MS = 2_000;
const WATCHER = "org.kde.StatusNotifierWatcher";
const QUESTION = [
  "--session",
  "--print-reply",
  `--dest=${WATCHER}`,
  "/StatusNotifierWatcher",
  "org.freedesktop.DBus.Properties.Get",
  `string:${WATCHER}`,
  "string:IsStatusNotifierHostRegistered",
];

/**
 * Detects whether the desktop shows tray icons.
 *
 * @returns false also if that cannot be found out: a window that hides in a missing tray would be
 *   lost.
 */
export async function hasTrayHost(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  if (platform !== "linux") return true;
  // Without a bus, the request itself would start a bus.
  if (
    !env["DBUS_SESSION_BUS_ADDRESS"] &&
    !existsSync(join(env["XDG_RUNTIME_DIR"] || "/nowhere", "bus"))
  )
    return false;
  try {
    const { stdout } = await promisify(execFile)("dbus-send", QUESTION, {
      timeout: ANSWER_WITHIN_MS,
      env,
    });
    return /boolean true/.test(stdout);
  } catch {
    return false;
  }
}
