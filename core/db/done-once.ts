/**
 * Prevents this station from doing something twice, by a unique key in a table that is not synced.
 * Rows of other stations are not checked.
 */
import type { Db } from "./database.ts";

/** Things that are done once: the "purchase" of a shipment, the "ledger" entry of a transaction. */
export type OnceKind = "purchase" | "ledger";

type Once = { readonly key: string; readonly taken: () => Error };

/**
 * Records, inside a transaction, that something is done. If it was done before, the transaction
 * fails with the error of `taken` before its COMMIT.
 *
 * @param key Identifies the action. Starts with a time-ordered id, so that new keys are stored
 *   together.
 */
export function requireOnce(db: Db, once: Once & { readonly kind: OnceKind }): void {
  if (db.open === null) throw new Error("a write was attempted outside a transaction");
  db.open.once.push({ key: keyOf(once.kind, once.key), taken: once.taken });
}

/**
 * Records a barcode as used by a parcel of this station. Inside a transaction.
 *
 * @throws The error that `taken` returns, when a parcel already has the barcode.
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

/** Returns whether a parcel of this station has, or had, a barcode. */
export function isBarcodeUsed(
  db: Pick<Db, "sql">,
  { providerCode, barcode }: { readonly providerCode: string; readonly barcode: string },
): boolean {
  return (
    db
      .sql(`SELECT 1 FROM used_barcodes WHERE provider_code = ? AND barcode = ?`)
      .get(providerCode, barcode) !== undefined
  );
}

/**
 * Inserts all keys of a transaction by one statement. Only called by the transaction code.
 *
 * @throws The error of the first key that exists or occurs twice.
 */
export function writeOnce(db: Db, all: readonly Once[]): void {
  try {
    db.sql(`INSERT INTO done_once (key) VALUES ${all.map(() => "(?)").join(", ")}`).run(
      ...all.map(({ key }) => key),
    );
  } catch (error) {
    // SQLite has undone the whole statement, so a key that exists now existed before the statement.
    const first = all.find(
      ({ key }, i) =>
        all.findIndex((other) => other.key === key) < i ||
        db.sql(`SELECT 1 FROM done_once WHERE key = ?`).get(key) !== undefined,
    );
    throw first?.taken() ?? error;
  }
}

/**
 * Deletes a key after a purchase was rejected or cancelled, so that the purchase can be tried
 * again.
 */
export function freeOnce(db: Db, kind: OnceKind, key: string): void {
  db.sql(`DELETE FROM done_once WHERE key = ?`).run(keyOf(kind, key));
}

function keyOf(kind: OnceKind, key: string): string {
  return `${key} ${kind}`;
}
