/**
 * Checks the ledger's chains with separate statements, so that tests can compare the product's
 * check with it.
 */
import type { Db } from "../../core/db/database.ts";
import { hashEntry } from "../../core/organizations/ledger/ledger.service.ts";
import type { EntryRow } from "../../core/organizations/ledger/ledger.store.ts";

type Link = Pick<EntryRow, "n" | "hash" | "chain_balance_minor">;
const START: Link = { n: 0, hash: "", chain_balance_minor: 0 };

/**
 * @returns The number of entries of all chains, their sum, and the first entry that does not match
 *   its predecessor.
 */
export function checkChains(
  db: Pick<Db, "sql">,
  organizationID: string,
): { readonly entries: number; readonly balance: number; readonly brokenAt: string | null } {
  const rows = db
    .sql<EntryRow>(
      `SELECT * FROM ledger_entries WHERE organization_id = :organizationID ORDER BY station_id, incarnation, n`,
    )
    .all({ organizationID });
  const broken = rows.find((row, i) => {
    const last = rows[i - 1];
    return !follows(
      row,
      last?.station_id === row.station_id && last.incarnation === row.incarnation ? last : START,
    );
  });
  return {
    entries: rows.length,
    balance: rows.reduce((sum, row) => sum + row.amount_minor, 0),
    brokenAt: broken?.id ?? null,
  };
}

function follows({ hash, balance_minor: _, ...entry }: EntryRow, last: Link): boolean {
  return (
    entry.n === last.n + 1 &&
    entry.prev_hash === last.hash &&
    entry.chain_balance_minor === last.chain_balance_minor + entry.amount_minor &&
    hashEntry(entry) === hash
  );
}
