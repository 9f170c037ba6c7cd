/**
 * What this station must never do twice: a key in a table of this station's own, which SQLite keeps
 * unique. Other stations' rows have no part in it.
 */
import type { Db } from "./database.ts";

/** The "purchase" of a shipment, the "ledger" entry of a transaction. */
export type OnceKind = "purchase" | "ledger";

type Once = { readonly key: string; readonly taken: () => Error };

/**
 * Notes that something is done for the first time. Inside a transaction, which fails with `taken()`
 * before its COMMIT when it was done before.
 *
 * @param key What: a time-ordered id first, so that new keys lie together.
 */
export function requireOnce(db: Db, once: Once & { readonly kind: OnceKind }): void {
  if (db.open === null) throw new Error("a write outside a transaction()");
  db.open.once.push({ key: keyOf(once.kind, once.key), taken: once.taken });
}

/**
 * Notes a barcode as used by a parcel of this station. Inside a transaction.
 * @throws What `taken` returns, when a parcel has it.
 */
export function requireBarcodeOnce(
  db: Db,
  {
    providerCode,
    barcode,
    taken,
  }: { readonly providerCode: string; readonly barcode: string; readonly taken: () => Error },
): void {
  const { changes } = db
    .sql(`INSERT OR IGNORE INTO used_barcodes (provider_code, barcode) VALUES (?, ?)`)
    .run(providerCode, barcode);
  if (changes === 0) throw taken();
}

/**
 * Writes what a transaction does once, by one statement. For `change.ts` alone.
 * @throws What `taken` of the first that was done before returns.
 */
export function writeOnce(db: Db, all: readonly Once[]): void {
  try {
    db.sql(`INSERT INTO done_once (key) VALUES ${all.map(() => "(?)").join(", ")}`).run(
      ...all.map(({ key }) => key),
    );
  } catch (error) {
    // SQLite has undone the whole statement: a key that is there now was there before it.
    const first = all.find(
      ({ key }, i) =>
        all.findIndex((other) => other.key === key) < i ||
        db.sql(`SELECT 1 FROM done_once WHERE key = ?`).get(key) !== undefined,
    );
    throw first?.taken() ?? error;
  }
}

/** A purchase that was refused or cancelled leaves the way free. */
export function freeOnce(db: Db, kind: OnceKind, key: string): void {
  db.sql(`DELETE FROM done_once WHERE key = ?`).run(keyOf(kind, key));
}

function keyOf(kind: OnceKind, key: string): string {
  return `${key} ${kind}`;
}
