/** Keeps an account whose carrier must still be asked: without credentials nobody could ask it. */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { countWaiting } from "../announcements/announcements.service.ts";
import { findSnapshot, listPending } from "./transactions.store.ts";

/**
 * Requires that no purchase and no announcement of an account is open.
 *
 * @throws AppError E2187 with the numbers of both
 */
export function requireNothingOpen(
  deps: ReadDeps,
  { organizationID }: Pick<Actor, "organizationID">,
  accountID: string,
): void {
  const purchases = listPending(deps.db, organizationID).filter(
    (id) => findSnapshot(deps.db, id)?.offer.providerAccountID === accountID,
  ).length;
  const labels = countWaiting(deps, organizationID, accountID);
  const reasons = [purchases > 0 && "purchases", labels > 0 && "labels"].filter(
    (reason) => reason !== false,
  );
  if (reasons.length === 0) return;
  throw errors.accountInUse(
    `${purchases} purchases and ${labels} labels of this account wait for its carrier, which cannot be asked without the account. Wait for the purchases, or cancel their orders; announce the labels, or decide about them under Announcements. Then remove the account. Nothing was removed.`,
    { reason: reasons.join(" "), purchases, labels },
  );
}
