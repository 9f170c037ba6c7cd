/**
 * What belongs to this desk's window alone: its place, its language, the folder it had open. One
 * small JSON file.
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
   * Of the screen, which keeps its own choice in the page and sends it at every start: for menus,
   * dialogs and a start that fails.
   */
  language?: "en" | "tr";
  dataFolder?: string;
  /**
   * What closing the window does. Where nothing was chosen: it stays in the tray where there is
   * one, else the station ends.
   */
  onClose?: "keep" | "quit";
  /** Whether the first closing has explained itself. */
  closingExplained?: boolean;
};

export type SettingsStore = {
  get<K extends keyof WindowSettings>(key: K): WindowSettings[K] | undefined;
  /** Never throws: what could not be written is forgotten when the station ends. */
  set<K extends keyof WindowSettings>(key: K, value: NonNullable<WindowSettings[K]>): void;
};

/**
 * @param folder Folder of the file `window.json`.
 *
 * A file that cannot be read is begun anew, and one that cannot be written is done without: a lost
 * window position must not keep the station shut, nor stop it in the middle of closing.
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
