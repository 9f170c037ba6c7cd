/** What belongs to this desk's window alone: its place, its language, the folder it had open. One small JSON file. */
import Store from "electron-store";

export type Bounds = { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number };

export type WindowSettings = {
  bounds?: Bounds;
  maximized?: boolean;
  language?: "en" | "tr";
  dataFolder?: string;
};

export type SettingsStore = {
  get<K extends keyof WindowSettings>(key: K): WindowSettings[K];
  set<K extends keyof WindowSettings>(key: K, value: NonNullable<WindowSettings[K]>): void;
};

/**
 * @param folder Folder of the file `window.json`.
 *
 * A file that cannot be read is begun anew: a lost window position must not keep the station shut.
 */
export function openWindowSettings(folder: string): SettingsStore {
  return new Store<WindowSettings>({ cwd: folder, name: "window", clearInvalidConfig: true });
}
