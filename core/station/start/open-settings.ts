/** What a station has set about itself, in the file `station.json` of its data folder. */
import { join } from "node:path";
import { inDataFolder } from "../../base/disk.ts";
import { checkStoredPrinters } from "../../printing/printers.ts";
import type { Settings } from "../../ports/settings.ts";
import { fileSettings, SETTINGS_FILE } from "../settings.ts";

/**
 * Opens them, and checks the printers among them.
 * @throws DataFolderError when what is stored cannot be read.
 */
export function openSettings(dataDir: string): Settings {
  const path = join(dataDir, SETTINGS_FILE);
  const settings = inDataFolder(dataDir, () => fileSettings(path));
  checkStoredPrinters({ settings }, path);
  return settings;
}
