/**
 * PINs whose key is lost. Nobody can check them, so that no lead gets in by a badge; the recovery
 * key of the station opens the desk instead.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { isOfHub } from "../../db/sealing/organization-key.ts";
import { findMemberName, getMemberByID } from "../../organizations/members.ts";
import type { StationDeps } from "../deps.ts";
import { canCheckPin } from "./pins.ts";
import * as store from "./sign-in.store.ts";

/** Lists the members who have PINs, in all organizations of this folder. */
export function listSealedPins(
  deps: ReadDeps,
): { readonly name: string; readonly organization: string }[] {
  return store
    .listPins(deps.db)
    .map(({ memberID, organization }) => ({ name: findMemberName(deps, memberID), organization }));
}

/**
 * Removes PINs after their key was lost. Skips organizations whose key other stations still have.
 * Needs an open transaction.
 */
export function dropPins(deps: Pick<StationDeps, "db" | "now">): void {
  for (const { id, organizationID } of store.listPins(deps.db))
    if (!isOfHub(deps, organizationID)) store.dropPin(deps.db, id, deps.now());
}

/** Returns whether badges lock this desk, and no owner has a PIN that can be checked here. */
export function isShutForOwners(
  deps: Pick<StationDeps, "db" | "now" | "newId" | "log" | "secrets">,
  organizationID: string,
): boolean {
  const badges = store.listBadges(deps.db, organizationID);
  return (
    badges.length > 0 &&
    !badges.some(({ memberID }) => {
      const { role, isActive } = getMemberByID(deps, memberID);
      return role === "owner" && isActive && canCheckPin(deps, { organizationID, memberID });
    })
  );
}
