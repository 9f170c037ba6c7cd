/** What this station must never do twice: a key in a table of this station's own, which SQLite keeps unique. Other stations' rows have no part in it. */
import type { Db } from "./database.ts";

/** "purchase" of a shipment, "barcode" of a carrier, "ledger" entry of a transaction. */
export type OnceKind = "purchase" | "barcode" | "ledger";

/**
 * Notes that something is done for the first time. Inside a transaction, which fails with `taken()` before its COMMIT when it
 * was done before.
 *
 * @param key What; a time-ordered id first, so that keys of one transaction lie together.
 * @param holder The id of what was done.
 */
export function requireOnce(db: Db, once: { readonly kind: OnceKind; readonly key: string; readonly holder: string; readonly taken: () => Error }): void {
  if (db.open === null) throw new Error("a write outside commit()");
  db.open.once.push({ key: keyOf(once.kind, once.key), holder: once.holder, taken: once.taken });
}

/** Writes what a transaction does once, by one statement. For `change.ts` alone. */
export function writeOnce(db: Db, all: readonly { readonly key: string; readonly holder: string; readonly taken: () => Error }[]): void {
  const { changes } = db.sql(`INSERT OR IGNORE INTO done_once (key, holder) VALUES ${all.map(() => "(?, ?)").join(", ")}`).run(...all.flatMap(({ key, holder }) => [key, holder]));
  if (changes === all.length) return;
  const first = all.find(({ key, holder }, i) => all.findIndex((other) => other.key === key) < i || db.sql<{ holder: string }>(`SELECT holder FROM done_once WHERE key = ?`).get(key)?.holder !== holder);
  throw first?.taken() ?? new Error("something was done twice");
}

/** A purchase that was refused or cancelled leaves the way free. */
export function freeOnce(db: Db, kind: OnceKind, key: string): void {
  db.sql(`DELETE FROM done_once WHERE key = ?`).run(keyOf(kind, key));
}

function keyOf(kind: OnceKind, key: string): string {
  return `${key} ${kind}`;
}
