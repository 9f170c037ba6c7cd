/** Is what is kept whole? The file, as SQLite checks it, and the ledger, link by link. Beside the writer: it may take long. */
import { z } from "zod";
import { moneyText } from "../base/money.ts";
import { quickCheck } from "../db/reader.ts";
import type { Deps } from "../deps.ts";
import { listAllOrganizationIDs } from "../organizations/organizations.service.ts";
import { checkChainBeside, getBalance } from "../ledger/ledger.service.ts";

export const integritySchema = z.object({
  /** Whether nothing at all was found. */
  isWhole: z.boolean(),
  /** What SQLite says of the file; "ok" when all is well. */
  database: z.array(z.string()),
  /** Of all organizations here together: which chain is broken first, by its entry. */
  brokenAt: z.string().nullable(),
  /** Of the caller's organization. */
  ledger: z.object({ entries: z.number().int(), balance: z.string(), isBalanceKept: z.boolean(), brokenAt: z.string().nullable() }),
  durationMs: z.number(),
});
export type Integrity = z.infer<typeof integritySchema>;

export async function checkIntegrity(deps: Deps, organizationID: string): Promise<Integrity> {
  const begun = performance.now();
  const database = await quickCheck(deps.reader);
  const { entries, balance, brokenAt } = await checkChainBeside(deps.reader, organizationID);
  // A purchase made during the check changes both: the stored balance, read between two looks at the ledger, is compared
  // only when both looks found the same entries.
  const stored = getBalance(deps, organizationID).balance;
  const after = await checkChainBeside(deps.reader, organizationID);
  const isBalanceKept = after.entries !== entries || stored === balance;
  const broken = [brokenAt];
  for (const other of listAllOrganizationIDs(deps)) {
    if (other !== organizationID) broken.push((await checkChainBeside(deps.reader, other)).brokenAt);
  }
  const firstBroken = broken.find((id) => id !== null) ?? null;
  return {
    isWhole: database.join() === "ok" && firstBroken === null && isBalanceKept,
    database,
    brokenAt: firstBroken,
    ledger: { entries, balance: moneyText(balance), isBalanceKept, brokenAt },
    durationMs: Math.round(performance.now() - begun),
  };
}
