/**
 * Checks the ledger's chains with separate statements, so that tests can compare the product's
 * check with this check.
 */
import type { Db } from "../../core/db/database.ts";
import { hashEntry } from "../../core/organizations/ledger/ledger.service.ts";
import type { EntryRow } from "../../core/organizations/ledger/ledger.store.ts";

type Link = Pick<EntryRow, "n" | "hash" | "chainBalanceMinor">;
const START: Link = { n: 0, hash: "", chainBalanceMinor: 0 };

/**
 * Checks the chains of an organization.
 *
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
      last?.stationID === row.stationID && last.incarnation === row.incarnation ? last : START,
    );
  });
  return {
    entries: rows.length,
    balance: rows.reduce((sum, row) => sum + row.amountMinor, 0),
    brokenAt: broken?.id ?? null,
  };
}

function follows({ hash, balanceMinor: _, ...entry }: EntryRow, last: Link): boolean {
  return (
    entry.n === last.n + 1 &&
    entry.prevHash === last.hash &&
    entry.chainBalanceMinor === last.chainBalanceMinor + entry.amountMinor &&
    hashEntry(entry) === hash
  );
}
