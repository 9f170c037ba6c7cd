/**
 * SQL for `cash_receipts`: what carriers paid out of their cash on delivery. Rows are added and
 * never changed.
 */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type CashReceiptRow = {
  id: string;
  created_at: string;
  organization_id: string;
  provider_code: string;
  /** Negative: it corrects an earlier one. */
  amount_minor: number;
  /** YYYY-MM-DD. */
  received_on: string;
  reference: string;
  created_by: string;
};

/** Synced table: needs an open transaction. */
export function insertCashReceipt(db: Db, row: CashReceiptRow): void {
  insertRow(db, "cash_receipts", row);
}

/** Receipts of a carrier with this reference as it is spelled, the first one first. */
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
 * The spellings of all references of a carrier, from the index alone: a carrier pays out a few
 * times a week.
 */
export function listReferences(db: Db, organizationID: string, providerCode: string): string[] {
  return db
    .sql<{ reference: string }>(
      `SELECT DISTINCT reference FROM cash_receipts WHERE organization_id = ? AND provider_code = ? AND reference > '' ORDER BY reference`,
    )
    .all(organizationID, providerCode)
    .map(({ reference }) => reference);
}
