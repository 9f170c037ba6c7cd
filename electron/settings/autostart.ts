/** Opening Packbench at this user's sign-in, set in each system's own way. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import { writeWhole } from "../../core/base/write-whole.ts";
import { findAppImage } from "../updates/installation.ts";

/**
 * The setting of opening at sign-in. Packbench then opens the data folder of this start, if one was
 * given.
 */
export type Autostart = {
  read(): boolean;
  /** Switches opening at sign-in on or off. @throws the system's error */
  set(isOn: boolean): void;
};

/**
 * Returns this system's setting of opening at sign-in.
 *
 * @param args Arguments of this start, so that the same station opens.
 */
export function autostart(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Autostart {
  return process.platform === "linux" ? byDesktopFile(args, env) : byLoginItem(args);
}

function byLoginItem(args: readonly string[]): Autostart {
  const item = { path: process.execPath, args: [...programArgs(), ...args] };
  return {
    read: () => app.getLoginItemSettings(item).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ ...item, openAtLogin }),
  };
}

/** Uses the autostart folder of Linux desktops. */
function byDesktopFile(args: readonly string[], env: NodeJS.ProcessEnv): Autostart {
  const folder = join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "autostart");
  const file = join(folder, "packbench.desktop");
  return {
    read() {
      try {
        return !/^Hidden=true$/m.test(readFileSync(file, "utf8"));
      } catch {
        return false;
      }
    },
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(folder, { recursive: true });
      // The unpacked program of an AppImage disappears when the program ends, so the AppImage
      // itself is used.
      const exec = [findAppImage(env) ?? process.execPath, ...programArgs(), ...args]
        .map(quoted)
        .join(" ");
      writeWhole(
        file,
        `[Desktop Entry]\nType=Application\nName=Packbench\nExec=${exec}\nTerminal=false\n`,
      );
    },
  };
}

/** Returns the application's folder as an argument; no argument for a packaged application. */
function programArgs(): string[] {
  return app.isPackaged ? [] : [app.getAppPath()];
}

/** Quotes by the rules of desktop files, with percent signs doubled. */
function quoted(text: string): string {
  return `"${text
    .replace(/[\\"`$]/g, "\\$&")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;
}
