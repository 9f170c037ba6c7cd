/** Opens the station's settings file `station.json`. */
import { join } from "node:path";
import { inDataFolder } from "../../base/disk.ts";
import { checkStoredPrinters } from "../../printing/printers.ts";
import type { Settings } from "../../ports/settings.ts";
import { fileSettings, SETTINGS_FILE } from "../settings.ts";

/**
 * Opens the settings and checks the stored printers.
 * @throws DataFolderError when the stored settings cannot be read.
 */
export function openSettings(dataDir: string): Settings {
  const path = join(dataDir, SETTINGS_FILE);
  const settings = inDataFolder(dataDir, () => fileSettings(path));
  checkStoredPrinters({ settings }, path);
  return settings;
}
