/** Opens the station's settings file `station.json`. */
import { join } from "node:path";
import { inDataFolder } from "../../base/disk.ts";
import { checkStoredPrinters } from "../../printing/printers.ts";
import { checkStoredDevices } from "../scales/devices.ts";
import type { Settings } from "../../ports/settings.ts";
import { fileSettings, SETTINGS_FILE } from "../settings.ts";

/**
 * Opens the settings and checks the stored printers, scales and scanners.
 * @throws DataFolderError when the stored settings cannot be read.
 */
export function openSettings(dataDir: string): Settings {
  const path = join(dataDir, SETTINGS_FILE);
  const settings = inDataFolder(dataDir, () => fileSettings(path));
  checkStoredPrinters({ settings }, path);
  checkStoredDevices({ settings }, path);
  return settings;
}
