/**
 * Settings of this desk alone: kept beside the database in `station.json`, never synced.
 * Written whole and atomically, so that a crash leaves the old file or the new one.
 */
import { readFileSync } from "node:fs";
import { asDiskFull, DataFolderError } from "../base/disk.ts";
import { writeWhole } from "../base/write-whole.ts";
import type { Settings } from "../ports/settings.ts";

/** In the data folder. */
export const SETTINGS_FILE = "station.json";

/** @throws DataFolderError when the file is there and is no JSON object; it is left as it is. */
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
    values = changed; // only what is on the disk counts
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

/** @returns Undefined when the text is not JSON of an object. */
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
