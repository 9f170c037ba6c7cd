/** What a call that buys waits for: the end of the jobs that ask its carriers. */
import type { Deps } from "../deps.ts";
import type { Reserved } from "./accept-offer.ts";
import { requireBought } from "./transactions.service.ts";
import { getTransactionRow } from "./transactions.store.ts";

/**
 * Waits until the carriers have answered, so long as a caller is kept waiting. What was bought within its reserve transaction
 * is not waited for.
 *
 * @throws AppError E2033, E1071 when a carrier refused: that label was not bought.
 * @throws AppError E2008 when a carrier has not answered yet: its job goes on.
 */
export async function awaitPurchases(deps: Deps, reserved: readonly Reserved[]): Promise<void> {
  const open = reserved.flatMap(({ transactionID, jobID }) => (jobID === undefined ? [] : { transactionID, jobID }));
  for (const { jobID } of reserved) deps.faultPoint(jobID === undefined ? "purchase.settled" : "purchase.reserved");
  if (open.length === 0) return;
  // One that has ended by now is waited for no more.
  const ends = open.filter(({ transactionID }) => getTransactionRow(deps.db, transactionID).status === "PENDING").map(({ jobID }) => deps.jobs.whenEnded(jobID));
  deps.jobs.wake();
  await Promise.all(ends);
  for (const { transactionID } of open) requireBought(deps, transactionID);
}
