/** SQL for `ledger_entries` and `balances`. */
import type { Db } from "../db/database.ts";

export type BalanceRow = { balance_minor: number; held_minor: number; last_hash: string };

export type EntryRow = {
  id: string;
  organization_id: string;
  station_id: string;
  incarnation: number;
  kind: "TOPUP" | "PURCHASE" | "REFUND";
  amount_minor: number;
  balance_minor: number;
  transaction_id: string | null;
  reference: string;
  created_at: string;
  prev_hash: string;
  hash: string;
};

export function findBalance(db: Db, organizationID: string): BalanceRow | undefined {
  return db.sql<BalanceRow>(`SELECT balance_minor, held_minor, last_hash FROM balances WHERE organization_id = ?`).get(organizationID);
}

export function openBalance(db: Db, organizationID: string): void {
  db.sql(`INSERT OR IGNORE INTO balances (organization_id) VALUES (?)`).run(organizationID);
}

/** @param delta Added to what is held, minor units. */
export function changeHeld(db: Db, organizationID: string, delta: number): void {
  db.sql(`UPDATE balances SET held_minor = held_minor + :delta WHERE organization_id = :organizationID`).run({ organizationID, delta });
}

export function insertEntry(db: Db, entry: EntryRow): void {
  db.sql(
    `INSERT INTO ledger_entries
       (id, organization_id, station_id, incarnation, kind, amount_minor, balance_minor, transaction_id, reference, created_at, prev_hash, hash)
     VALUES
       (:id, :organization_id, :station_id, :incarnation, :kind, :amount_minor, :balance_minor, :transaction_id, :reference, :created_at, :prev_hash, :hash)`,
  ).run(entry);
  db.sql(`UPDATE balances SET balance_minor = :balance_minor, last_hash = :hash WHERE organization_id = :organization_id`).run({
    organization_id: entry.organization_id,
    balance_minor: entry.balance_minor,
    hash: entry.hash,
  });
}

export function eachEntry(db: Pick<Db, "sql">, organizationID: string): IterableIterator<EntryRow> {
  return db.sql<EntryRow>(`SELECT * FROM ledger_entries WHERE organization_id = ? ORDER BY seq`).iterate(organizationID);
}
