/**
 * SQL of labels that their carrier makes some time after the order. Until then the open purchase has
 * the carrier's words; afterwards a scan of the order prints the label.
 */
import type { Db } from "../../db/database.ts";
import { findTransactionRow, tryMoveTransaction } from "./transactions.store.ts";

/**
 * Records that the carrier has the order of an open purchase and has not made its label yet. A
 * requested print then waits until the order is scanned again.
 */
export function noteNotReady(db: Db, id: string, words: string): void {
  const row = findTransactionRow(db, id);
  if (row?.status !== "PENDING") return;
  if (row.errorCode !== "E2008" || row.errorMessage !== words)
    tryMoveTransaction(db, id, "PENDING", {
      status: "PENDING",
      errorCode: "E2008",
      errorMessage: words,
    });
  if (row.printRequested === 1)
    db.sql(`UPDATE transactions SET print_requested = 2 WHERE id = ?`).run(id);
}

/**
 * Takes the request to print a label when its order is scanned.
 *
 * @returns Whether the label of this purchase had to be printed at the next scan.
 */
export function takeLatePrint(db: Db, id: string): boolean {
  return (
    db
      .sql(
        `UPDATE transactions SET print_requested = 1 WHERE id = ? AND status = 'DONE' AND print_requested = 2`,
      )
      .run(id).changes > 0
  );
}
