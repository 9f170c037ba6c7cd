/**
 * The integrity check: the file, as SQLite checks it, and the ledger, link by link. Beside the
 * writer, since it may take long.
 */
import { moneyText } from "../base/money.ts";
import { isNoDatabase } from "../db/data-folder.ts";
import { quickCheck } from "../db/reader.ts";
import type { StationDeps } from "./deps.ts";
import { listAllOrganizationIDs } from "../organizations/organizations.service.ts";
import { checkLedger, isWhole, type LedgerCheck } from "../organizations/ledger/check-ledger.ts";
import type { Integrity } from "./station.schema.ts";

/**
 * Checks the database file, and the ledger of each organization in it. Runs on the connection
 * beside the writer.
 *
 * @returns `isWhole` and each damage found; a file that cannot be read is a damage, not an error.
 */
export async function checkIntegrity(
  deps: Pick<StationDeps, "db" | "reader" | "now" | "log">,
  organizationID: string,
): Promise<Integrity> {
  const begun = performance.now();
  const damage = new Set<string>();
  const database = await unlessDamaged(quickCheck(deps.reader), [], damage);
  const { own, all } = await deps.reader.sessions(async (session) => {
    const check = (id: string): Promise<LedgerCheck> =>
      unlessDamaged(checkLedger({ ...deps, session }, id, "start"), UNREADABLE, damage);
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
    durationMs: Math.round(performance.now() - begun),
  };
}

/** A ledger that cannot be read through. */
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
 * A damaged file is what is looked for, and no failure of the check: SQLite's words go to `damage`.
 */
async function unlessDamaged<T>(
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
