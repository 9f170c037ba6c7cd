/** Presents ledger entries in the form of the interface. */
import { CURRENCY, moneyText } from "../../base/money.ts";
import type { LedgerEntry } from "./ledger.schema.ts";
import type { EntryRow } from "./ledger.store.ts";

/** Columns of an entry that are shown. */
export type ShownEntryRow = Pick<
  EntryRow,
  | "id"
  | "created_at"
  | "organization_id"
  | "kind"
  | "amount_minor"
  | "balance_minor"
  | "transaction_id"
  | "reference"
  | "note"
>;

/** @returns The entry with its amounts as text: "250.00". */
export function presentEntry(row: ShownEntryRow): LedgerEntry {
  return {
    id: row.id,
    createdAt: row.created_at,
    organizationID: row.organization_id,
    kind: row.kind,
    amount: moneyText(row.amount_minor),
    balance: moneyText(row.balance_minor),
    currency: CURRENCY,
    transactionID: row.transaction_id,
    reference: row.reference,
    note: row.note,
  };
}
