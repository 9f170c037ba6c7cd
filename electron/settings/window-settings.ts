/**
 * Settings of this computer's window, in one small JSON file: its bounds, its language, and what
 * closing it does.
 */
import Store from "electron-store";
import type { Log } from "../../core/base/log.ts";

export type Bounds = {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
};

type WindowSettings = {
  bounds?: Bounds;
  maximized?: boolean;
  /**
   * The screen's language, for menus, dialogs and a failed start. The page stores its own choice
   * and sends this choice at every start.
   */
  language?: "en" | "tr";
  /**
   * Effect of closing the window. By default the window hides in the tray if there is a tray; else
   * Packbench quits.
   */
  onClose?: "keep" | "quit";
  /** Whether the explanation at the first closing was shown. */
  closingExplained?: boolean;
};

export type SettingsStore = {
  get<K extends keyof WindowSettings>(key: K): WindowSettings[K] | undefined;
  /** Never throws: a value that cannot be written lasts until the station ends. */
  set<K extends keyof WindowSettings>(key: K, value: NonNullable<WindowSettings[K]>): void;
};

/**
 * Opens the file of the window's settings. An unreadable file is replaced, and an unwritable one is
 * not used: a lost window position must not prevent opening or closing the station.
 *
 * @param folder Folder of the file `window.json`.
 */
export function openWindowSettings(folder: string, log: Log): SettingsStore {
  const file = openFile(folder, log);
  const unwritten: WindowSettings = {};
  return {
    get: (key) => unwritten[key] ?? file?.get(key),
    set(key, value) {
      try {
        if (file === undefined) unwritten[key] = value;
        else file.set(key, value);
      } catch (err) {
        unwritten[key] = value;
        log.warn({ err, key }, "a setting of the window could not be written");
      }
    },
  };
}

function openFile(folder: string, log: Log): SettingsStore | undefined {
  try {
    return new Store<WindowSettings>({ cwd: folder, name: "window", clearInvalidConfig: true });
  } catch (err) {
    log.warn({ err }, "the window's settings could not be opened");
    return undefined;
  }
}
