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
  note: string;
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
       (id, organization_id, station_id, incarnation, kind, amount_minor, balance_minor, transaction_id, reference, note, created_at, prev_hash, hash)
     VALUES
       (:id, :organization_id, :station_id, :incarnation, :kind, :amount_minor, :balance_minor, :transaction_id, :reference, :note, :created_at, :prev_hash, :hash)`,
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

/** The top-up that was made under a reference. */
export function findTopUp(db: Db, organizationID: string, reference: string): EntryRow | undefined {
  return db
    .sql<EntryRow>(`SELECT * FROM ledger_entries WHERE organization_id = ? AND reference = ? AND kind = 'TOPUP' ORDER BY seq LIMIT 1`)
    .get(organizationID, reference);
}

export function getEntry(db: Db, id: string): EntryRow {
  const row = db.sql<EntryRow>(`SELECT * FROM ledger_entries WHERE id = ?`).get(id);
  if (row === undefined) throw new Error(`ledger entry ${id} is gone`);
  return row;
}

/** Newest first. */
export function listEntries(db: Db, organizationID: string, page: { limit: number; offset: number }): EntryRow[] {
  return db
    .sql<EntryRow>(`SELECT * FROM ledger_entries WHERE organization_id = :organizationID ORDER BY seq DESC LIMIT :limit OFFSET :offset`)
    .all({ organizationID, ...page });
}

export function countEntries(db: Db, organizationID: string): number {
  return db.sql<{ n: number }>(`SELECT count(*) AS n FROM ledger_entries WHERE organization_id = ?`).get(organizationID)?.n ?? 0;
}
