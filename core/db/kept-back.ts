/**
 * Up to which incarnation of this station nothing more is published: it was revoked as that, and
 * its part of the balance was ended.
 */
import type { Db } from "./database.ts";
import { writerOf } from "./hlc.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

const KEPT_BACK = "kept_back_to";

/** What that incarnation and earlier ones wrote and have not published stays here. */
export function keepBack(db: Pick<Db, "sql">, incarnation: number): void {
  writeMeta(db, KEPT_BACK, String(Math.max(incarnation, readKeptBack(db))));
}

/** 0: nothing is kept back. */
export function readKeptBack(db: Pick<Db, "sql">): number {
  return Number(findMeta(db, KEPT_BACK) ?? 0);
}

/** Whether a transaction of this station stays here. @param hlc Its stamp. */
export function isKeptBack(db: Pick<Db, "sql">, hlc: string): boolean {
  return Number(writerOf(hlc).split(".")[1] ?? 0) <= readKeptBack(db);
}
