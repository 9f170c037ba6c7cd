/**
 * SQL for `cash_receipts`: payments by carriers of the cash that they collected on delivery.
 * Stations insert rows and do not change them later.
 */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type CashReceiptRow = {
  id: string;
  createdAt: string;
  organizationID: string;
  providerCode: string;
  /** Negative for a correction of an earlier receipt. */
  amountMinor: number;
  /** YYYY-MM-DD. */
  receivedOn: string;
  reference: string;
  createdBy: string;
};

/** Inserts a receipt into a synced table; needs an open transaction. */
export function insertCashReceipt(db: Db, row: CashReceiptRow): void {
  insertRow(db, "cash_receipts", row);
}

/** Lists the receipts of a carrier with exactly this reference, oldest first. */
export function listWithReference(
  db: Db,
  organizationID: string,
  providerCode: string,
  reference: string,
): CashReceiptRow[] {
  return db
    .sql<CashReceiptRow>(
      `SELECT * FROM cash_receipts WHERE organization_id = ? AND provider_code = ? AND reference = ? ORDER BY id`,
    )
    .all(organizationID, providerCode, reference);
}

/**
 * Lists the spellings of all references of a carrier. Reads only the index; the list is short,
 * because a carrier pays a few times a week.
 */
export function listReferences(db: Db, organizationID: string, providerCode: string): string[] {
  return db
    .sql<{ reference: string }>(
      `SELECT DISTINCT reference FROM cash_receipts WHERE organization_id = ? AND provider_code = ? AND reference > '' ORDER BY reference`,
    )
    .all(organizationID, providerCode)
    .map(({ reference }) => reference);
}
