/** Which key the secrets of a database were written with: kept in the database itself, so that another key is noticed. */
import type { Db } from "../db/database.ts";
import { findMeta, readMeta } from "../db/station-meta.ts";
import type { KeyMark } from "./secrets.ts";

/** @returns The mark of this database. */
export function keyMark(db: Db): KeyMark {
  return { read: () => findMeta(db, "secrets_key"), write: (fingerprint) => void readMeta(db, "secrets_key", () => fingerprint) };
}
