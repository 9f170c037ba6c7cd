/**
 * Settings of this desk, stored next to the database in `station.json` and never synced. The file
 * is replaced atomically, so that a crash leaves either the old or the new file.
 */
import { readFileSync } from "node:fs";
import { asDiskFull, DataFolderError } from "../base/disk.ts";
import { writeWhole } from "../base/write-whole.ts";
import type { Settings } from "../ports/settings.ts";

/** Name in the data folder. */
export const SETTINGS_FILE = "station.json";

/**
 * Opens the settings file.
 * @throws DataFolderError when the file exists but is not a JSON object; the file stays unchanged.
 */
export function fileSettings(path: string): Settings {
  let values = load(path);
  const followers: { readonly key: string; readonly use: (value: unknown) => void }[] = [];
  const writeAll = (changes: Readonly<Record<string, unknown>>): void => {
    const changed = { ...values, ...changes };
    try {
      writeWhole(path, JSON.stringify(changed, null, 2));
    } catch (error) {
      throw asDiskFull(error);
    }
    values = changed; // Memory never holds a value that the disk refused.
    for (const { key, use } of followers) if (key in changes) use(values[key]);
  };
  const follow: Settings["follow"] = (key, use) => {
    followers.push({ key, use });
    use(values[key]);
  };
  return {
    read: (key) => values[key],
    follow,
    write: (key, value) => writeAll({ [key]: value }),
    writeAll,
  };
}

function load(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  const values = objectIn(text);
  if (values === undefined)
    throw new DataFolderError(
      `The settings file ${path} cannot be read. Mend or move it, then start again.`,
    );
  return values;
}

/**
 * Parses a JSON object.
 *
 * @returns Undefined when the text is not a JSON object.
 */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
