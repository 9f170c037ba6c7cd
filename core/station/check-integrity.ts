/**
 * The integrity check: SQLite's check of the database file, and the ledger's hash chain, entry by
 * entry. Uses the reader connection, so that a long check does not block the writer.
 */
import { moneyText } from "../base/money.ts";
import { isNoDatabase } from "../db/data-folder.ts";
import { quickCheck } from "../db/reader.ts";
import type { StationDeps } from "./deps.ts";
import { listAllOrganizationIDs } from "../organizations/organizations.service.ts";
import { checkLedger, isWhole, type LedgerCheck } from "../organizations/ledger/check-ledger.ts";
import type { Integrity } from "./station.schema.ts";

/**
 * Checks the database file and the ledger of each organization in it.
 *
 * @returns Whether all is whole (`isWhole`), the damage of the file, and the first broken ledger
 *   entry. An unreadable file counts as damage and is not thrown as an error.
 */
export async function checkIntegrity(
  deps: Pick<StationDeps, "db" | "reader" | "now" | "log">,
  organizationID: string,
): Promise<Integrity> {
  const startedMs = performance.now();
  const damage = new Set<string>();
  const database = await collectDamage(quickCheck(deps.reader), [], damage);
  const { own, all } = await deps.reader.sessions(async (session) => {
    const check = (id: string): Promise<LedgerCheck> =>
      collectDamage(checkLedger({ ...deps, session }, id, "start"), UNREADABLE, damage);
    const own = await check(organizationID);
    const all = [own];
    for (const other of listAllOrganizationIDs(deps)) {
      if (other !== organizationID) all.push(await check(other));
    }
    return { own, all };
  });
  return {
    isWhole: damage.size === 0 && database.join() === "ok" && all.every(isWhole),
    database: [...database, ...damage],
    brokenAt: all.find((check) => check.brokenAt !== null)?.brokenAt ?? null,
    ledger: {
      entries: own.entries,
      balance: moneyText(own.balance),
      isBalanceKept: own.isBalanceKept,
      brokenAt: own.brokenAt,
      areHoldsKept: own.areHoldsKept,
      wrongTransaction: own.wrongTransaction,
    },
    incarnation: deps.db.incarnation,
    durationMs: Math.round(performance.now() - startedMs),
  };
}

/** Result for a ledger that cannot be read. */
const UNREADABLE: LedgerCheck = {
  entries: 0,
  balance: 0,
  brokenAt: null,
  isBalanceKept: false,
  areHoldsKept: false,
  wrongTransaction: null,
  awaited: 0,
};

/**
 * Adds SQLite's message to `damage` and returns `otherwise` when the file is damaged, because the
 * integrity check must report damage instead of failing.
 */
async function collectDamage<T>(
  reading: Promise<T>,
  otherwise: T,
  damage: Set<string>,
): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error && isNoDatabase(error))) throw error;
    damage.add(error.message);
    return otherwise;
  }
}
