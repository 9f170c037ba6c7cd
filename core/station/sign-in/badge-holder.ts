/** Finds the member of a scanned badge, and checks the PIN of a lead. */
import { errors } from "../../base/errors.ts";
import { getMemberByID } from "../../organizations/members.ts";
import type { StationDeps } from "../deps.ts";
import { hashBadge } from "./badges.service.ts";
import { isBadgeNumber } from "../../base/badge-number.ts";
import { checkPin } from "./pins.ts";
import * as store from "./sign-in.store.ts";

type HolderDeps = Pick<StationDeps, "db" | "now" | "newId" | "log" | "secrets" | "desk">;
type Holder = { readonly memberID: string; readonly name: string; readonly badgeID: string };

/**
 * Finds the member of a badge.
 *
 * @throws AppError E2243 for an unknown or revoked badge, or one whose member has no access.
 */
export function findHolder(deps: HolderDeps, number: string): Holder {
  const badge = isBadgeNumber(number)
    ? store.findBadgeByHash(deps.db, deps.desk.organizationID(), hashBadge(number))
    : undefined;
  if (badge === undefined) throw errors.badgeNotAccepted(undefined, { reason: "unknown" });
  if (badge.revokedAt !== null)
    throw errors.badgeNotAccepted("This badge was revoked. Ask a lead for a new one.", {
      reason: "revoked",
    });
  const { id, name, isActive } = getMemberByID(deps, badge.memberID);
  if (!isActive)
    throw errors.badgeNotAccepted("The member of this badge has no access any more.", {
      reason: "noAccess",
    });
  return { memberID: id, name, badgeID: badge.id };
}

/**
 * Requires the PIN of a badge's member.
 *
 * @throws AppError E2243 when the badge was revoked meanwhile; the errors of `checkPin`
 */
export async function requirePin(
  deps: HolderDeps,
  { memberID, badgeID }: Holder,
  pin: string,
): Promise<void> {
  await checkPin(deps, { organizationID: deps.desk.organizationID(), memberID }, pin);
  if (store.findBadge(deps.db, badgeID)?.revokedAt !== null) throw errors.badgeNotAccepted();
}
