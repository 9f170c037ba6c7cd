/**
 * Fingerprint of the key that encrypted a database's secrets. The database stores this fingerprint,
 * so that the station detects a different key.
 */
import type { Db } from "../db/database.ts";
import { dropMeta, findMeta, readMeta } from "../db/station-meta.ts";
import type { KeyMark } from "./secrets.ts";

const KEY = "secrets_key";

/** Gives access to the key's fingerprint in this database. */
export function keyMark(db: Db): KeyMark {
  return {
    read: () => findMeta(db, KEY),
    write: (fingerprint) => void readMeta(db, KEY, () => fingerprint),
  };
}

/**
 * Deletes the fingerprint, so that the next secret creates a new key. The caller has deleted every
 * secret of the old key; needs an open transaction.
 */
export function dropKeyMark(db: Db): void {
  dropMeta(db, KEY);
}
