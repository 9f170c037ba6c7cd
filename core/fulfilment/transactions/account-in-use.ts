/**
 * Keeps an account and its login while the carrier must still be asked with them. Without
 * credentials nobody could ask; at another login the carrier would sell an ordered label once more,
 * or would not know the label that it is asked about.
 */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findJob, listUnresolvedIn, type Job } from "../../jobs/jobs.service.ts";
import { countWaiting } from "../announcements/announcements.service.ts";
import { findSnapshot, listPending } from "./transactions.store.ts";

type Organization = Pick<Actor, "organizationID">;

/**
 * Requires that no purchase, announcement and cancellation of an account is open.
 *
 * @throws AppError E2187 with the numbers of all three
 */
export function requireNothingOpen(
  deps: ReadDeps,
  { organizationID }: Organization,
  accountID: string,
): void {
  const open = {
    purchases: listPurchases(deps, organizationID, accountID).length,
    labels: countWaiting(deps, organizationID, accountID),
    cancellations: listCancellations(deps, organizationID, accountID).length,
  };
  const reasons = reasonsOf(open);
  if (reasons.length === 0) return;
  throw errors.accountInUse(
    `${open.purchases} purchases, ${open.labels} labels and ${open.cancellations} cancellations of this account wait for its carrier, which cannot be asked without the account. Wait for the purchases, or cancel their orders; announce the labels, or decide about them under Announcements; wait for the cancellations, or decide about them under Settings. Then try again. Nothing was removed.`,
    { reason: reasons.join(" "), ...open },
  );
}

/**
 * Requires that no open purchase and no open cancellation of an account may have reached its
 * carrier, so that the account's login may change. A job of which nothing was sent may be sent at
 * the new login; otherwise a wrong address could not be corrected.
 *
 * @throws AppError E2187 with the numbers of both
 */
export function requireLoginUnused(
  deps: ReadDeps,
  { organizationID }: Organization,
  accountID: string,
): void {
  const open = {
    purchases: listPurchases(deps, organizationID, accountID).filter((id) =>
      mayBeSent(findJob(deps, "buy", id)),
    ).length,
    labels: 0,
    cancellations: listCancellations(deps, organizationID, accountID).filter(mayBeSent).length,
  };
  const reasons = reasonsOf(open);
  if (reasons.length === 0) return;
  throw errors.accountInUse(
    `${open.purchases} purchases and ${open.cancellations} cancellations of this account may have reached its carrier at the present login, so that login cannot be changed; the password, the secrets and the times can. Wait for the purchases, or cancel their orders; wait for the cancellations, or decide about them under Settings. Then try again. Nothing was changed.`,
    { reason: [...reasons, "login"].join(" "), ...open },
  );
}

/** Lists the open purchases of an account, also those of other stations. */
function listPurchases(deps: ReadDeps, organizationID: string, accountID: string): string[] {
  return listPending(deps.db, organizationID).filter(
    (id) => findSnapshot(deps.db, id)?.offer.providerAccountID === accountID,
  );
}

/** Lists this station's cancellations that have no outcome yet. */
function listCancellations(deps: ReadDeps, organizationID: string, accountID: string): Job[] {
  return listUnresolvedIn(deps, organizationID, { kind: "cancel", lane: `cancel ${accountID}` });
}

/** Another station's purchase has no job here, and may be sent. */
function mayBeSent(job: Job | undefined): boolean {
  return job?.state !== "WAITING" || job.mayBeDone === 1;
}

function reasonsOf(open: Readonly<Record<string, number>>): string[] {
  return Object.entries(open).flatMap(([reason, n]) => (n > 0 ? reason : []));
}
