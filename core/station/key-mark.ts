/**
 * Which key the secrets of a database were written with: kept in the database itself, so that
 * another key is noticed.
 */
import type { Db } from "../db/database.ts";
import { dropMeta, findMeta, readMeta } from "../db/station-meta.ts";
import type { KeyMark } from "./secrets.ts";

const KEY = "secrets_key";

/** @returns The mark of this database. */
export function keyMark(db: Db): KeyMark {
  return {
    read: () => findMeta(db, KEY),
    write: (fingerprint) => void readMeta(db, KEY, () => fingerprint),
  };
}

/**
 * The next secret makes a key of its own: nothing that the earlier one sealed is there any more.
 * Inside a transaction.
 */
export function dropKeyMark(db: Db): void {
  dropMeta(db, KEY);
}
