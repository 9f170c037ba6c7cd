/**
 * Settings of this desk alone: kept beside the database in `station.json`, never synced.
 * Written whole and atomically, so that a crash leaves the old file or the new one.
 */
import { renameSync, readFileSync, writeFileSync } from "node:fs";

export type Settings = {
  /** @returns The stored value, or undefined. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
};

export function fileSettings(path: string): Settings {
  let values = load(path);
  return {
    read: (key) => values[key],
    write(key, value) {
      values = { ...values, [key]: value };
      writeFileSync(`${path}.new`, JSON.stringify(values, null, 2), { mode: 0o600, flush: true });
      renameSync(`${path}.new`, path);
    },
  };
}

export function memorySettings(): Settings {
  const values = new Map<string, unknown>();
  return { read: (key) => values.get(key), write: (key, value) => void values.set(key, value) };
}

function load(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(`The settings file ${path} cannot be read. Mend or move it, then start again.`);
  }
}
