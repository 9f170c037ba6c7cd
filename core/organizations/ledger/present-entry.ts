/** Presents ledger entries in the form of the interface. */
import { CURRENCY, moneyText } from "../../base/money.ts";
import type { LedgerEntry } from "./ledger.schema.ts";
import type { EntryRow } from "./ledger.store.ts";

/** Columns of an entry that are shown. */
export type ShownEntryRow = Pick<
  EntryRow,
  | "id"
  | "createdAt"
  | "organizationID"
  | "kind"
  | "amountMinor"
  | "balanceMinor"
  | "transactionID"
  | "reference"
  | "note"
>;

/** Presents an entry with its amounts as text: "250.00". */
export function presentEntry(row: ShownEntryRow): LedgerEntry {
  return {
    id: row.id,
    createdAt: row.createdAt,
    organizationID: row.organizationID,
    kind: row.kind,
    amount: moneyText(row.amountMinor),
    balance: moneyText(row.balanceMinor),
    currency: CURRENCY,
    transactionID: row.transactionID,
    reference: row.reference,
    note: row.note,
  };
}
