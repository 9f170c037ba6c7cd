/** SQL for `agreement_payments` and `agreement_debts`, which triggers keep. */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type PaymentRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly organizationID: string;
  readonly agreementID: string;
  /** Minor units; negative: a correction. */
  readonly amountMinor: number;
  readonly paidOn: string;
  readonly reference: string;
  readonly note: string;
  readonly createdBy: string;
};

/** Reads the debt of an agreement, in minor units. */
export function readDebt(db: Db, organizationID: string, agreementID: string): number {
  return (
    db
      .sql<{ debt: number }>(
        `SELECT bought_minor - paid_minor AS debt FROM agreement_debts WHERE organization_id = ? AND agreement_id = ?`,
      )
      .get(organizationID, agreementID)?.debt ?? 0
  );
}

/** Sums the debts of an organization, in minor units. */
export function sumDebts(db: Db, organizationID: string): number {
  return (
    db
      .sql<{ debt: number }>(
        `SELECT coalesce(sum(bought_minor - paid_minor), 0) AS debt FROM agreement_debts WHERE organization_id = ?`,
      )
      .get(organizationID)?.debt ?? 0
  );
}

/** Inserts a payment into a synced table; needs an open transaction. */
export function insertPayment(db: Db, row: PaymentRow): void {
  insertRow(db, "agreement_payments", row);
}

/** Lists the newest payments of an agreement. */
export function listPayments(db: Db, agreementID: string, atMost: number): PaymentRow[] {
  return db
    .sql<PaymentRow>(
      `SELECT id, created_at, organization_id, agreement_id, amount_minor, paid_on, reference, note, created_by
         FROM agreement_payments
        WHERE agreement_id = ?
        ORDER BY paid_on DESC, id DESC
        LIMIT ?`,
    )
    .all(agreementID, atMost);
}
