/** SQL for `money_leases`, with the ledger sums that leases depend on. */
import type { Db } from "../../db/database.ts";
import type { BalanceRow } from "./ledger.store.ts";

/** Minor units; `granted` and `returned` only grow during an incarnation. */
export type MoneyLeaseRow = {
  incarnation: number;
  carried: number;
  granted: number;
  returned: number;
  isFrozen: number;
};

/** Finds the lease; undefined before the station has one. */
export function findLease(db: Pick<Db, "sql">, organizationID: string): MoneyLeaseRow | undefined {
  return db
    .sql<MoneyLeaseRow>(
      `SELECT incarnation, carried, granted, returned, is_frozen FROM money_leases WHERE organization_id = ?`,
    )
    .get(organizationID);
}

/** Writes the organization's lease; replaces the stored lease. */
export function writeLease(db: Db, organizationID: string, row: MoneyLeaseRow): void {
  db.sql(
    `INSERT INTO money_leases (organization_id, incarnation, carried, granted, returned, is_frozen)
     VALUES (:organizationID, :incarnation, :carried, :granted, :returned, :isFrozen)
     ON CONFLICT DO UPDATE SET
       incarnation = excluded.incarnation,
       carried = excluded.carried,
       granted = excluded.granted,
       returned = excluded.returned,
       is_frozen = excluded.is_frozen`,
  ).run({ organizationID, ...row });
}

/** Freezes the lease: nothing of it can be spent. */
export function freezeLease(db: Db, organizationID: string): void {
  db.sql(`UPDATE money_leases SET is_frozen = 1 WHERE organization_id = ?`).run(organizationID);
}

/** Deletes the lease. */
export function deleteLease(db: Db, organizationID: string): void {
  db.sql(`DELETE FROM money_leases WHERE organization_id = ?`).run(organizationID);
}

/**
 * Balance row with the amount that this station can spend, minor units: null without a lease, or
 * when the lease is frozen or belongs to an earlier incarnation. `hasLease` is 0 without a lease.
 */
type SpendableRow = BalanceRow & { hasLease: number; capacityMinor: number | null };

/**
 * Reads balance and lease in one statement, since every purchase of a station that has joined a hub
 * needs both.
 */
export function readSpendable(
  db: Pick<Db, "sql" | "incarnation">,
  organizationID: string,
): SpendableRow {
  const row = db
    .sql<SpendableRow>(
      `SELECT coalesce(b.balance_minor, 0) AS balance_minor, coalesce(b.held_minor, 0) AS held_minor, coalesce(b.incarnation, 0) AS incarnation,
              coalesce(b.chain_n, 0) AS chain_n, coalesce(b.chain_balance_minor, 0) AS chain_balance_minor, coalesce(b.chain_hash, '') AS chain_hash,
              l.organization_id IS NOT NULL AS has_lease,
              CASE WHEN l.is_frozen = 0 AND l.incarnation = :incarnation
                   THEN l.carried + l.granted - l.returned - coalesce(b.held_minor, 0) + CASE b.incarnation WHEN :incarnation THEN b.chain_balance_minor ELSE 0 END
              END AS capacity_minor
         FROM (SELECT :organizationID AS id) AS o
         LEFT JOIN balances AS b ON b.organization_id = o.id
         LEFT JOIN money_leases AS l ON l.organization_id = o.id`,
    )
    .get({ organizationID, incarnation: db.incarnation });
  if (row === undefined) throw new Error("the query for the spendable balance returned no row");
  return row;
}

/** Sums a station's entries in one incarnation, minor units. */
export function sumChain(
  db: Pick<Db, "sql">,
  chain: {
    readonly organizationID: string;
    readonly stationID: string;
    readonly incarnation: number;
  },
): number {
  return (
    db
      .sql<{ sum: number }>(
        `SELECT coalesce(sum(amount_minor), 0) AS sum FROM ledger_entries WHERE organization_id = :organizationID AND station_id = :stationID AND incarnation = :incarnation`,
      )
      .get({
        organizationID: chain.organizationID,
        stationID: chain.stationID,
        incarnation: chain.incarnation,
      })?.sum ?? 0
  );
}

/**
 * Sums this station's payments since an entry's id, minor units: the total and the largest payment.
 */
export function sumPaid(
  db: Pick<Db, "sql" | "stationID">,
  organizationID: string,
  sinceID: string,
): { sum: number; largest: number } {
  const row = db
    .sql<{ sum: number; largest: number }>(
      `SELECT coalesce(-sum(amount_minor), 0) AS sum, coalesce(-min(amount_minor), 0) AS largest
         FROM ledger_entries
        WHERE organization_id = :organizationID AND id > :sinceID AND station_id = :stationID AND kind = 'PURCHASE'`,
    )
    .get({ organizationID, sinceID, stationID: db.stationID });
  return row ?? { sum: 0, largest: 0 };
}
