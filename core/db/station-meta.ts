/** Key-value store for facts about this station, in `station_meta`, which is not synced. */
import type { Db } from "./database.ts";

/**
 * Time when this station found that its database was an older copy: a backup was restored, a file
 * was copied by hand, or the folder became a copy (then `COPIED_AT` has the same time).
 */
export const RESTORED_AT = "restored_at";

/** The hub that this station has joined. */
export const HUB = "hub";

/** The organization that the stations of that hub share. */
export const HUB_ORGANIZATION = "hub_organization";

/**
 * The station that founded the organization, as first learned here: any station can overwrite the
 * hub's record.
 */
export const HUB_FOUNDER = "hub_founder";

/** Hash of the computer on which the folder was last used. */
export const MACHINE = "machine";

/**
 * The latest stamp of rows received from other stations; `restampAhead` keeps the clock after it.
 */
export const RECEIVED = "clock_received";

/** Time when this folder became a separate station from the station that it was copied from. */
export const COPIED_AT = "copied_at";

/**
 * Reads a value of the station, and makes the value if it is missing.
 *
 * @param make Makes the value if the station has none; the made value is stored.
 */
export function readMeta(db: Pick<Db, "sql">, key: string, make: () => string): string {
  const known = db.sql<{ value: string }>(`SELECT value FROM station_meta WHERE key = ?`).get(key);
  if (known !== undefined) return known.value;
  const value = make();
  db.sql(`INSERT INTO station_meta (key, value) VALUES (?, ?)`).run(key, value);
  return value;
}

/** Sets a value of this station, and replaces an earlier value. */
export function writeMeta(db: Pick<Db, "sql">, key: string, value: string): void {
  db.sql(
    `INSERT INTO station_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(key, value);
}

/**
 * Finds a value of the station.
 *
 * @returns Undefined when the key has no value.
 */
export function findMeta(db: Pick<Db, "sql">, key: string): string | undefined {
  return db.sql<{ value: string }>(`SELECT value FROM station_meta WHERE key = ?`).get(key)?.value;
}

/** Deletes a value of this station. */
export function dropMeta(db: Pick<Db, "sql">, key: string): void {
  db.sql(`DELETE FROM station_meta WHERE key = ?`).run(key);
}

/** Deletes all values whose keys start with `prefix`, which must not be empty. */
export function dropMetas(db: Pick<Db, "sql">, prefix: string): void {
  db.sql(`DELETE FROM station_meta WHERE key >= :prefix AND key < :prefix || char(0x10ffff)`).run({
    prefix,
  });
}
