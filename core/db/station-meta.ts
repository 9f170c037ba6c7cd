/** Small facts about this station alone, in `station_meta`. */
import type { Db } from "./database.ts";

/**
 * When this station found that its database was an older copy: a backup was put back, a file was
 * copied by hand, or the folder became a copy (then `COPIED_AT` has the same time).
 */
export const RESTORED_AT = "restored_at";

/** The hub that this station has joined. */
export const HUB = "hub";

/** The organization that the stations of that hub share. */
export const HUB_ORGANIZATION = "hub_organization";

/**
 * The station that founded the organization there, as this one has learned it first: a note at the
 * hub can be written over by any station.
 */
export const HUB_FOUNDER = "hub_founder";

/** The computer that the folder was last used on, as a hash. */
export const MACHINE = "machine";

/**
 * The latest stamp of other stations that this one has rows of: the clock is never set back behind
 * it.
 */
export const RECEIVED = "clock_received";

/** When this folder became a station of its own beside the one that it was copied from. */
export const COPIED_AT = "copied_at";

/** @param make Makes the value when the station has none yet; it is kept from then on. */
export function readMeta(db: Pick<Db, "sql">, key: string, make: () => string): string {
  const known = db.sql<{ value: string }>(`SELECT value FROM station_meta WHERE key = ?`).get(key);
  if (known !== undefined) return known.value;
  const value = make();
  db.sql(`INSERT INTO station_meta (key, value) VALUES (?, ?)`).run(key, value);
  return value;
}

/** Sets a value of this station; an earlier one is replaced. Never leaves the machine. */
export function writeMeta(db: Pick<Db, "sql">, key: string, value: string): void {
  db.sql(
    `INSERT INTO station_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(key, value);
}

/** @returns undefined when the key was never written. */
export function findMeta(db: Pick<Db, "sql">, key: string): string | undefined {
  return db.sql<{ value: string }>(`SELECT value FROM station_meta WHERE key = ?`).get(key)?.value;
}

/** Takes a value of this station away. */
export function dropMeta(db: Pick<Db, "sql">, key: string): void {
  db.sql(`DELETE FROM station_meta WHERE key = ?`).run(key);
}

/** Takes all values away whose keys begin with `prefix`, which is not empty. */
export function dropMetas(db: Pick<Db, "sql">, prefix: string): void {
  db.sql(`DELETE FROM station_meta WHERE key >= :prefix AND key < :prefix || char(0x10ffff)`).run({
    prefix,
  });
}
