/** What this station must never do twice, whatever other stations did: a key in a table of its own, which SQLite keeps unique. */
import type { Db } from "./database.ts";

export type OnceKind = "purchase" | "barcode" | "ledger";

/**
 * Notes what this station must never do twice. Inside a transaction.
 *
 * @param kind "purchase" of a shipment, "barcode" of a carrier, "ledger" entry of a transaction.
 * @returns False when it was done before; nothing was written then.
 */
export function tryOnce(db: Db, kind: OnceKind, key: string, holder: string): boolean {
  return db.sql(`INSERT OR IGNORE INTO done_once (key, holder) VALUES (:key, :holder)`).run({ key: `${kind} ${key}`, holder }).changes > 0;
}

/** What was done under the key, or undefined. */
export function findOnce(db: Db, kind: OnceKind, key: string): string | undefined {
  return db.sql<{ holder: string }>(`SELECT holder FROM done_once WHERE key = ?`).get(`${kind} ${key}`)?.holder;
}

/** A purchase that was refused or cancelled leaves the way free. */
export function freeOnce(db: Db, kind: OnceKind, key: string): void {
  db.sql(`DELETE FROM done_once WHERE key = ?`).run(`${kind} ${key}`);
}
