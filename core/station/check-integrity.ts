/** Is what is kept whole? The file, as SQLite checks it, and the ledger, link by link. Beside the writer: it may take long. */
import { z } from "zod";
import { moneyText } from "../base/money.ts";
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
  const database = await quickCheck(deps.reader);
  const own = await checkLedger(deps, organizationID, "start");
  const others: LedgerCheck[] = [];
  for (const other of listAllOrganizationIDs(deps)) {
    if (other !== organizationID) others.push(await checkLedger(deps, other, "start"));
  }
  const all = [own, ...others];
  return {
    isWhole: database.join() === "ok" && all.every(isWhole),
    database,
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
