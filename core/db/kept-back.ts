/**
 * Stores the latest incarnation of this station whose changes are not published: the station was
 * revoked in that incarnation, and its leased balance was closed.
 */
import type { Db } from "./database.ts";
import { writerOf } from "./hlc.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

const KEPT_BACK = "kept_back_to";

/** Stops publishing what this incarnation and earlier incarnations wrote. */
export function keepBack(db: Pick<Db, "sql">, incarnation: number): void {
  writeMeta(db, KEPT_BACK, String(Math.max(incarnation, readKeptBack(db))));
}

/** Reads the latest incarnation that is not published; 0 when everything may be published. */
export function readKeptBack(db: Pick<Db, "sql">): number {
  return Number(findMeta(db, KEPT_BACK) ?? 0);
}

/**
 * Returns whether a transaction of this station is never published.
 * @param hlc The transaction's stamp.
 */
export function isKeptBack(db: Pick<Db, "sql">, hlc: string): boolean {
  return Number(writerOf(hlc).split(".")[1] ?? 0) <= readKeptBack(db);
}
