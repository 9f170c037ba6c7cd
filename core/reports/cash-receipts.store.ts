/** SQL for `cash_receipts`: what carriers paid out of their cash on delivery. Rows are added and never changed. */
import { insertRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";

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

/** The first receipt of a carrier with this reference. @returns undefined when there is none. */
export function findCashReceipt(db: Db, organizationID: string, providerCode: string, reference: string): CashReceiptRow | undefined {
  return db
    .sql<CashReceiptRow>(`SELECT * FROM cash_receipts WHERE organization_id = ? AND provider_code = ? AND reference = ? ORDER BY id LIMIT 1`)
    .get(organizationID, providerCode, reference);
}
