/** Is what is kept whole? The file, as SQLite checks it, and the ledger, link by link. Beside the writer: it may take long. */
import { z } from "zod";
import { moneyText } from "../base/money.ts";
import { isNoDatabase } from "../db/data-folder.ts";
import { quickCheck } from "../db/reader.ts";
import type { Deps } from "../deps.ts";
import { listAllOrganizationIDs } from "../organizations/organizations.service.ts";
import { checkLedger, isWhole, type LedgerCheck } from "../ledger/check-ledger.ts";

export const integritySchema = z.object({
  /** Whether nothing at all was found. */
  isWhole: z.boolean(),
  /** What SQLite says of the file; "ok" when all is well. */
  database: z.array(z.string()),
  /** Of all organizations here together: which chain is broken first, by its entry. */
  brokenAt: z.string().nullable(),
  /** Of the caller's organization. */
  ledger: z.object({ entries: z.number().int(), balance: z.string(), isBalanceKept: z.boolean(), brokenAt: z.string().nullable(), areHoldsKept: z.boolean(), wrongTransaction: z.string().nullable() }),
  /** 1, and one more for each time an older copy of the database was put back. */
  incarnation: z.number().int(),
  durationMs: z.number(),
});
export type Integrity = z.infer<typeof integritySchema>;

export async function checkIntegrity(deps: Deps, organizationID: string): Promise<Integrity> {
  const begun = performance.now();
  const damage = new Set<string>();
  const database = await unlessDamaged(quickCheck(deps.reader), [], damage);
  const check = (id: string): Promise<LedgerCheck> => unlessDamaged(checkLedger(deps, id, "start"), UNREADABLE, damage);
  const own = await check(organizationID);
  const others: LedgerCheck[] = [];
  for (const other of listAllOrganizationIDs(deps)) {
    if (other !== organizationID) others.push(await check(other));
  }
  const all = [own, ...others];
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
const UNREADABLE: LedgerCheck = { entries: 0, balance: 0, brokenAt: null, isBalanceKept: false, areHoldsKept: false, wrongTransaction: null, awaited: 0 };

/** A damaged file is what is looked for, and no failure of the check: SQLite's words go to `damage`. */
async function unlessDamaged<T>(reading: Promise<T>, otherwise: T, damage: Set<string>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error && isNoDatabase(error))) throw error;
    damage.add(error.message);
    return otherwise;
  }
}
