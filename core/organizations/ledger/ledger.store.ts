/** SQL for `ledger_entries` and `balances`. */
import { byColumn } from "../../db/column-names.ts";
import { insertRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";

/**
 * Running totals of an organization, and the last link of the chain that this station wrote in
 * `incarnation`.
 */
export type BalanceRow = {
  balanceMinor: number;
  heldMinor: number;
  incarnation: number;
  chainN: number;
  chainBalanceMinor: number;
  chainHash: string;
};

export type EntryRow = {
  /** Ids rise with time. */
  id: string;
  organizationID: string;
  stationID: string;
  incarnation: number;
  /** Position in the entry's chain, from 1. */
  n: number;
  kind: "TOPUP" | "PURCHASE" | "REFUND" | "ADJUSTMENT";
  amountMinor: number;
  /** Sum of the entry's chain, after this entry. */
  chainBalanceMinor: number;
  /** The organization's balance as the station knew it, after this entry. */
  balanceMinor: number;
  transactionID: string | null;
  reference: string;
  note: string;
  createdAt: string;
  prevHash: string;
  hash: string;
};

const NO_BALANCE: BalanceRow = {
  balanceMinor: 0,
  heldMinor: 0,
  incarnation: 0,
  chainN: 0,
  chainBalanceMinor: 0,
  chainHash: "",
};

/** Reads the running totals; zeros before the first entry. */
export function readBalance(db: Pick<Db, "sql">, organizationID: string): BalanceRow {
  return (
    db
      .sql<BalanceRow>(
        `SELECT balance_minor, held_minor, incarnation, chain_n, chain_balance_minor, chain_hash FROM balances WHERE organization_id = ?`,
      )
      .get(organizationID) ?? NO_BALANCE
  );
}

/**
 * Changes the held amount of an organization.
 *
 * @param delta Added to the held amount, minor units.
 */
export function changeHeld(db: Db, organizationID: string, delta: number): void {
  db.sql(
    `INSERT INTO balances (organization_id, held_minor) VALUES (:organizationID, :delta)
     ON CONFLICT DO UPDATE SET held_minor = held_minor + excluded.held_minor`,
  ).run({ organizationID, delta });
}

/** Runs statements on the reader's connection. */
export type Ask = Pick<Reader, "all">;

/**
 * Adds the amount of another station's entry.
 *
 * @param delta Added to the balance, minor units.
 */
export function changeBalance(db: Db, organizationID: string, delta: number): void {
  db.sql(
    `INSERT INTO balances (organization_id, balance_minor) VALUES (:organizationID, :delta)
     ON CONFLICT DO UPDATE SET balance_minor = balance_minor + excluded.balance_minor`,
  ).run({ organizationID, delta });
}

/** Returns whether an entry of any station has this id. */
export function isEntry(db: Pick<Db, "sql">, id: string): boolean {
  return db.sql(`SELECT 1 FROM ledger_entries WHERE id = ?`).get(id) !== undefined;
}

/** Inserts an entry of this station as the last link of its chain. */
export function insertEntry(db: Db, entry: EntryRow): void {
  insertRow(db, "ledger_entries", entry);
  db.sql(
    `INSERT INTO balances (organization_id, balance_minor, incarnation, chain_n, chain_balance_minor, chain_hash)
     VALUES (:organizationID, :balanceMinor, :incarnation, :n, :chainBalanceMinor, :hash)
     ON CONFLICT DO UPDATE SET
       balance_minor = excluded.balance_minor,
       incarnation = excluded.incarnation,
       chain_n = excluded.chain_n,
       chain_balance_minor = excluded.chain_balance_minor,
       chain_hash = excluded.chain_hash`,
  ).run({
    organizationID: entry.organizationID,
    balanceMinor: entry.balanceMinor,
    incarnation: entry.incarnation,
    n: entry.n,
    chainBalanceMinor: entry.chainBalanceMinor,
    hash: entry.hash,
  });
}

export type StampedEntry = EntryRow & { readonly stamp: string };

/** Lists the top-ups under a reference and their adjustments, of every station. */
export function listEntriesUnder(
  db: Pick<Db, "sql">,
  organizationID: string,
  reference: string,
): StampedEntry[] {
  return db
    .sql<StampedEntry>(
      `SELECT * FROM ledger_entries WHERE organization_id = :organizationID AND reference = :reference AND kind = 'TOPUP'
        UNION ALL
       SELECT * FROM ledger_entries
        WHERE organization_id = :organizationID AND reference = :reference AND kind = 'ADJUSTMENT' AND transaction_id IS NULL`,
    )
    .all({ organizationID, reference });
}

/**
 * Lists entries of revoked stations that were posted more than once, under the names of the SQL
 * columns, as `settleDoubles` reads them.
 */
export function listDoublesOfEnded(db: Pick<Db, "sql">): SqlRow[] {
  return db
    .sql(
      `SELECT e.organization_id, e.transaction_id, e.reference
         FROM ledger_entries AS e
        WHERE e.station_id IN (SELECT station_id FROM station_ends)
          AND CASE
              WHEN e.transaction_id IS NOT NULL THEN EXISTS (
                SELECT 1 FROM ledger_entries AS o
                 WHERE o.transaction_id = e.transaction_id AND o.kind = e.kind AND o.id <> e.id)
              ELSE e.kind = 'TOPUP' AND e.reference <> '' AND EXISTS (
                SELECT 1 FROM ledger_entries AS o
                 WHERE o.organization_id = e.organization_id AND o.reference = e.reference AND o.kind = 'TOPUP' AND o.id <> e.id)
              END`,
    )
    .all()
    .map(byColumn);
}

export type UnlikeTopUps = {
  readonly reference: string;
  readonly since: string;
  readonly amounts: string;
};

/**
 * Lists references with top-ups of different amounts, at least one of them after `since`. In the
 * result, `since` is the time of the newest top-up, and `amounts` is JSON, minor units.
 */
export function listUnlikeTopUps(
  db: Pick<Db, "sql">,
  organizationID: string,
  since: string,
): UnlikeTopUps[] {
  return db
    .sql<UnlikeTopUps>(
      `SELECT reference, max(created_at) AS since, json_group_array(amount_minor ORDER BY stamp) AS amounts
         FROM ledger_entries
        WHERE organization_id = :organizationID AND kind = 'TOPUP' AND reference <> ''
        GROUP BY reference
       HAVING count(DISTINCT amount_minor) > 1 AND max(created_at) > :since
        ORDER BY since DESC, reference`,
    )
    .all({ organizationID, since });
}

/** Lists the entries of one transaction, of every station, in the order of their ids. */
export function listEntriesOf(db: Pick<Db, "sql">, transactionID: string): StampedEntry[] {
  return db
    .sql<StampedEntry>(`SELECT * FROM ledger_entries WHERE transaction_id = ? ORDER BY id`)
    .all(transactionID);
}

export type Chain = {
  readonly organizationID: string;
  readonly stationID: string;
  readonly incarnation: number;
};

const CHAINS = `SELECT DISTINCT organization_id AS organizationID, station_id AS stationID, incarnation
         FROM ledger_entries
        WHERE organization_id = :organizationID
        ORDER BY station_id, incarnation`;

/** Lists the organization's chains, sorted by station and incarnation. */
export function listChainsBeside(ask: Ask, organizationID: string): Promise<Chain[]> {
  return ask.all<Chain>(CHAINS, { organizationID });
}

/** Finds the earliest top-up under a reference. */
export function findTopUp(db: Db, organizationID: string, reference: string): EntryRow | undefined {
  return db
    .sql<EntryRow>(
      `SELECT * FROM ledger_entries WHERE organization_id = ? AND reference = ? AND kind = 'TOPUP' ORDER BY id LIMIT 1`,
    )
    .get(organizationID, reference);
}

/**
 * Gets an entry of an organization.
 *
 * @throws Error when the organization has no such entry: entries are never deleted, so this is a
 *   bug.
 */
export function getEntry(db: Db, organizationID: string, id: string): EntryRow {
  const row = db
    .sql<EntryRow>(`SELECT * FROM ledger_entries WHERE organization_id = ? AND id = ?`)
    .get(organizationID, id);
  if (row === undefined) throw new Error(`ledger entry ${id} is gone`);
  return row;
}

/** Reads a page of entries, newest first, and their total number. */
export async function listEntries(
  reader: Reader,
  organizationID: string,
  page: { limit: number; offset: number },
): Promise<{ rows: EntryRow[]; totalRows: number }> {
  const ofOrganization = `FROM ledger_entries WHERE organization_id = :organizationID AND ${whileWanted("n")}`;
  const [rows, counted] = await reader.several<[EntryRow, { n: number }]>(
    [
      {
        sql: `SELECT * ${ofOrganization} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
        parameters: { organizationID, ...page },
      },
      { sql: `SELECT count(*) AS n ${ofOrganization}`, parameters: { organizationID } },
    ],
    "long",
  );
  return { rows, totalRows: counted[0]?.n ?? 0 };
}

/**
 * Lists a chunk of a chain's entries.
 *
 * @param after Position in the chain after which the chunk begins.
 */
export function listEntriesAfter(
  ask: Ask,
  chain: Chain,
  after: number,
  limit: number,
): Promise<EntryRow[]> {
  return ask.all<EntryRow>(
    `SELECT *
       FROM ledger_entries
      WHERE organization_id = :organizationID AND station_id = :stationID AND incarnation = :incarnation AND n > :after
      ORDER BY n
      LIMIT :limit`,
    { ...keyOf(chain), after, limit },
  );
}

/** Returns the key of the chain to which an entry belongs. */
export function keyOf({ organizationID, stationID, incarnation }: Chain): Chain {
  return { organizationID, stationID, incarnation };
}

const OPEN = `SELECT coalesce(sum(total_minor), 0) AS open
                FROM transactions
               WHERE status = 'PENDING' AND is_own = 1 AND organization_id = :organizationID AND on_account = 0`;

/** Sums the cost of this station's open purchases, minor units. */
export function sumOpen(db: Pick<Db, "sql">, organizationID: string): number {
  return db.sql<{ open: number }>(OPEN).get({ organizationID })?.open ?? 0;
}

/**
 * Reads the stored balance (`balance`) and held amount (`held`), and the cost of this station's
 * open purchases (`open`), minor units.
 */
export async function readTotalsBeside(
  ask: Ask,
  organizationID: string,
): Promise<{ balance: number; held: number; open: number }> {
  const [row] = await ask.all<{ balance: number; held: number; open: number }>(
    `SELECT coalesce((SELECT balance_minor FROM balances WHERE organization_id = :organizationID), 0) AS balance,
            coalesce((SELECT held_minor FROM balances WHERE organization_id = :organizationID), 0) AS held,
            (${OPEN}) AS open`,
    { organizationID },
  );
  return row ?? { balance: 0, held: 0, open: 0 };
}
