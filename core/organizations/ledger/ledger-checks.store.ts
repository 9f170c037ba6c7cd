/**
 * SQL of the ledger checks: the sum that the entries of each transaction must have, and the
 * checkpoint of each chain.
 */
import type { Db } from "../../db/database.ts";
import { type Ask, type Chain, keyOf } from "./ledger.store.ts";

/**
 * Sum that the entries of a transaction must have: its price while it is DONE and was paid from the
 * balance; zero when it was bought on the carrier's account, failed, is open or was refunded.
 * Entries that several stations posted for one transaction count once while the adjustment of the
 * later entry can still arrive; this station posts its own adjustments immediately. An adjustment
 * may arrive before the entry that it cancels, and a refund before its payment: such a transaction
 * is not judged until both entries are here.
 */
const MUST_BE = `CASE WHEN t.status = 'DONE' AND t.on_account = 0 THEN -t.total_minor ELSE 0 END`;
const OWES = `NOT EXISTS (SELECT 1 FROM ledger_entries AS a WHERE a.transaction_id = t.id AND a.kind = 'ADJUSTMENT' AND a.station_id = :here)
              AND EXISTS (SELECT 1
                            FROM ledger_entries AS own
                            JOIN ledger_entries AS first ON first.transaction_id = own.transaction_id AND first.kind = own.kind
                           WHERE own.transaction_id = t.id AND own.station_id = :here AND own.kind IN ('PURCHASE', 'REFUND')
                             AND substr(first.stamp, 1, 16) < substr(own.stamp, 1, 16))`;
const IS_WRONG = `coalesce((SELECT sum(e.amount_minor) FROM ledger_entries AS e WHERE e.transaction_id = t.id), 0) <> ${MUST_BE}
              AND coalesce((SELECT sum(DISTINCT e.amount_minor)
                              FROM ledger_entries AS e
                             WHERE e.transaction_id = t.id AND e.kind IN ('PURCHASE', 'REFUND')
                            HAVING count(DISTINCT e.station_id) > 1 AND max(e.created_at) > :latest AND NOT (${OWES})), ${MUST_BE} + 1) <> ${MUST_BE}
              AND (SELECT count(DISTINCT e.station_id) FILTER (WHERE e.kind = 'ADJUSTMENT') < max(count(*) FILTER (WHERE e.kind = 'PURCHASE'), count(*) FILTER (WHERE e.kind = 'REFUND'), 1)
                     FROM ledger_entries AS e
                    WHERE e.transaction_id = t.id)
              AND (t.status <> 'CANCELED' OR t.is_own = 1 OR EXISTS (SELECT 1 FROM ledger_entries AS e WHERE e.transaction_id = t.id AND e.kind = 'PURCHASE'))`;

/**
 * `here`: this station. `latest`: adjustments of other stations for entries before this time can no
 * longer arrive.
 */
export type Judging = { readonly here: string; readonly latest: string };

/** Finds a transaction of the organization whose entries contradict its state. */
export async function findWrongTransaction(
  ask: Ask,
  organizationID: string,
  by: Judging,
): Promise<string | undefined> {
  const [row] = await ask.all<{ id: string }>(
    `SELECT t.id FROM transactions AS t WHERE t.organization_id = :organizationID AND ${IS_WRONG} LIMIT 1`,
    { organizationID, ...by },
  );
  return row?.id;
}

/**
 * Finds a transaction whose entries contradict its state, among the transactions of a chain's
 * entries after a given position.
 */
export async function findWrongTransactionSince(
  ask: Ask,
  chain: Chain & { readonly after: number },
  by: Judging,
): Promise<string | undefined> {
  const [row] = await ask.all<{ id: string }>(
    `SELECT t.id
       FROM ledger_entries AS n
       JOIN transactions AS t ON t.id = n.transaction_id
      WHERE n.organization_id = :organizationID AND n.station_id = :stationID AND n.incarnation = :incarnation AND n.n > :after AND ${IS_WRONG}
      LIMIT 1`,
    { ...keyOf(chain), after: chain.after, ...by },
  );
  return row?.id;
}

/**
 * Finds the checkpoint of a chain: number, hash and balance (minor units) of its last checked
 * entry, and the time of the check. Undefined before the first check.
 */
export async function findCheckpoint(
  ask: Ask,
  chain: Chain,
): Promise<{ n: number; chainBalanceMinor: number; hash: string; checkedAt: string } | undefined> {
  const [row] = await ask.all<{
    n: number;
    chainBalanceMinor: number;
    hash: string;
    checkedAt: string;
  }>(
    `SELECT n, chain_balance_minor, hash, checked_at
       FROM ledger_checkpoints
      WHERE organization_id = :organizationID AND station_id = :stationID AND incarnation = :incarnation`,
    keyOf(chain),
  );
  return row;
}

/**
 * Writes a checkpoint; `checked_at` stays when the check followed the chain no further than before.
 */
export function writeCheckpoint(
  db: Db,
  at: Chain & {
    readonly n: number;
    readonly balance: number;
    readonly hash: string;
    readonly now: string;
  },
): void {
  db.sql(
    `INSERT INTO ledger_checkpoints (organization_id, station_id, incarnation, n, chain_balance_minor, hash, checked_at)
     VALUES (:organizationID, :stationID, :incarnation, :n, :balance, :hash, :now)
     ON CONFLICT DO UPDATE SET n = excluded.n, chain_balance_minor = excluded.chain_balance_minor, hash = excluded.hash, checked_at = CASE n WHEN excluded.n THEN checked_at ELSE excluded.checked_at END`,
  ).run({ ...at });
}
