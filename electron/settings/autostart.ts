/** Whether Packbench opens when this user signs in: kept by each system in its own way. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import { writeWhole } from "../../core/base/write-whole.ts";
import { findAppImage } from "../updates/installation.ts";

/** Which folder it opens: the one of this start, where that was named. */
export type Autostart = {
  read(): boolean;
  /** @throws the system's error */
  set(isOn: boolean): void;
};

/** @param args What this start was given beside the program, so that the same station opens. */
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

/** The desktops of Linux start what lies in this folder. */
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
      // What an AppImage's program lies in is gone with this start.
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

/** An application that is not packaged is a folder beside its runtime. */
function programArgs(): string[] {
  return app.isPackaged ? [] : [app.getAppPath()];
}

/** By the rules of desktop files: in quotes, with a percent sign doubled. */
function quoted(text: string): string {
  return `"${text
    .replace(/[\\"`$]/g, "\\$&")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;
}
