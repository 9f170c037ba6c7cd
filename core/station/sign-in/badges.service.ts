/**
 * Badges of the organization's members. The first badge switches signing in on at all of the
 * organization's desks: it belongs to an owner with a PIN, so that somebody can always get in.
 */
import { createHash, randomBytes } from "node:crypto";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import { isLead } from "../../http/lead-act.ts";
import type { Bytes } from "../../http/route.ts";
import { getMember, getMemberByID } from "../../organizations/members.ts";
import type { Member } from "../../organizations/organizations.schema.ts";
import type { StationDeps } from "../deps.ts";
import { badgeNumberOf, isBadgeNumber } from "../../base/badge-number.ts";
import { hasPin, setPin } from "./pins.ts";
import type { Badge, MadeBadge } from "./sign-in.schema.ts";
import * as store from "./sign-in.store.ts";

type BadgeDeps = Pick<StationDeps, "db" | "now" | "newId" | "log" | "secrets">;

const RANDOM_BYTES = 16;
const ONLY_OWNERS =
  "Only this owner opens the desks by badge. Make another owner's badge first, or revoke all badges, this one last.";

/** Hashes a badge's number; the number has 128 random bits, so a fast hash is enough. */
export function hashBadge(number: string): string {
  return createHash("sha256").update(number.trim()).digest("hex");
}

/** Lists the organization's badges that are not revoked, oldest first. */
export function listBadges(deps: Pick<StationDeps, "db">, actor: Actor): Badge[] {
  return store.listBadges(deps.db, actor.organizationID).map((row) => present(deps, row));
}

/**
 * Makes a badge.
 *
 * @returns The badge with its number, which no later answer has.
 * @throws AppError E2015; E1055 when somebody who is not an owner makes another lead's badge; E2246 for
 *   a member without access, for a lead without a PIN, and for a first badge that is not an
 *   owner's, or at a desk not of the owner as whom the desk acts; E1085, E2155 and E2050 for the PIN.
 */
export async function makeBadge(
  deps: BadgeDeps,
  actor: Actor,
  { userID, pin }: { readonly userID: string; readonly pin: string },
): Promise<MadeBadge> {
  const member = getMember(deps, actor, userID);
  requireMayMake(actor, member);
  if (!member.isActive)
    throw errors.badgeNotMade("This member has no access. Give the member access first.", {
      reason: "noAccess",
    });
  const isFirst = !store.hasBadge(deps.db, actor.organizationID);
  if (isFirst && member.role !== "owner")
    throw errors.badgeNotMade(
      "The first badge is an owner's, with a PIN: from then on every desk asks for a badge, and an owner must be able to get in.",
      { reason: "firstOwner" },
    );
  // The desk acts as one owner until now, and must not sign another owner in without the PIN.
  if (isFirst && actor.via === "desk" && member.id !== actor.memberID)
    throw errors.badgeNotMade(
      "The first badge that this desk makes is for the owner as whom the desk acts, since it signs that owner in.",
      { reason: "firstOwn" },
    );
  if (pin !== "") await changePin(deps, actor, userID, pin);
  else if (isLead(member) && !hasPin(deps, member.id))
    throw errors.badgeNotMade("A lead's badge needs a PIN of six digits.", { reason: "noPin" });
  const number = badgeNumberOf(randomBytes(RANDOM_BYTES));
  const at = deps.now();
  const id = deps.newId();
  const row = {
    id,
    createdAt: at,
    organizationID: actor.organizationID,
    memberID: member.id,
    madeBy: actor.memberID,
    revokedAt: null,
  };
  inTransaction(deps, () =>
    store.insertBadge(deps.db, { ...row, updatedAt: at, badgeHash: hashBadge(number) }),
  );
  return { ...present(deps, row), number };
}

/**
 * Revokes a badge. Stations that are cut off learn of it when they are connected again.
 *
 * @throws AppError E2247; E1055 for an owner's badge, unless the caller is an owner; E2246 for the
 *   last badge of an owner while other badges exist.
 */
export function revokeBadge(deps: BadgeDeps, actor: Actor, id: string): Badge {
  return inTransaction(deps, () => {
    const row = store.findBadge(deps.db, id);
    if (row === undefined || row.organizationID !== actor.organizationID || row.revokedAt !== null)
      throw errors.badgeNotFound();
    requireMayRevoke(actor, getMemberByID(deps, row.memberID));
    const others = listBadges(deps, actor).filter((badge) => badge.id !== id);
    const revoked = present(deps, row);
    if (opensAsOwner(revoked) && others.length > 0 && !others.some(opensAsOwner))
      throw errors.badgeNotMade(ONLY_OWNERS, { reason: "lastOwner" });
    store.revokeBadge(deps.db, id, deps.now());
    return revoked;
  });
}

/**
 * Runs a change of members, unless no owner could sign in with a badge after it.
 *
 * @throws AppError E2246, and nothing is changed; the errors of the change
 */
export function keepOwnersBadge<T>(
  deps: Pick<BadgeDeps, "db" | "now" | "newId" | "log">,
  actor: Actor,
  change: () => T,
): T {
  const hasOwners = (): boolean => listBadges(deps, actor).some(opensAsOwner);
  return inTransaction(deps, () => {
    const had = hasOwners();
    const changed = change();
    if (had && !hasOwners()) throw errors.badgeNotMade(ONLY_OWNERS, { reason: "lastOwner" });
    return changed;
  });
}

/** Returns whether a badge opens the desk as an owner. */
function opensAsOwner({ role, isActive, hasPin: isProvable }: Badge): boolean {
  return role === "owner" && isActive && isProvable;
}

/**
 * Sets the PIN of a member who leads.
 *
 * @throws AppError E2015; E1055 for another lead's PIN, unless the caller is an owner; E1085 for a
 *   PIN that is not accepted, and for a member who does not lead; E2155, E2050.
 */
export async function changePin(
  deps: BadgeDeps,
  actor: Actor,
  userID: string,
  pin: string,
): Promise<Badge[]> {
  const member = getMember(deps, actor, userID);
  requireMayMake(actor, member);
  if (!isLead(member)) throw errors.badRequest("pin: only owners and admins have one.");
  await setPin(deps, { organizationID: actor.organizationID, memberID: member.id }, pin);
  return listBadges(deps, actor);
}

/**
 * Draws the card of a badge as a PDF, to be printed and laminated.
 *
 * @throws AppError E1085 for a text that is not a badge's number.
 */
export async function drawBadgeCard(
  deps: Pick<StationDeps, "now" | "labels">,
  { number, name, language }: { number: string; name: string; language: "en" | "tr" },
): Promise<Bytes> {
  if (!isBadgeNumber(number)) throw errors.badRequest("number: is not the number of a badge.");
  const bytes = await deps.labels.paper(
    {
      kind: "card",
      card: {
        language,
        madeAt: deps.now(),
        codes: [{ text: number.trim(), caption: name.slice(0, 60) }],
        isBadge: true,
      },
    },
    noParts,
  );
  return { bytes, type: "application/pdf", fileName: "badge.pdf" };
}

// The card needs no rows of orders.
async function* noParts(): AsyncGenerator<never> {}

/** @throws AppError E1055 when somebody who is not an owner acts on an owner. */
function requireMayRevoke(actor: Actor, { role }: Pick<Member, "role">): void {
  if (!isLead(actor) || (role === "owner" && actor.role !== "owner"))
    throw errors.notAuthorised("Only an owner manages the badges and PINs of owners.");
}

/**
 * A badge or PIN that somebody else makes could be used in the lead's name, so other leads' are the
 * owners' to make.
 *
 * @throws AppError E1055 when somebody who is not an owner acts on another owner or admin.
 */
function requireMayMake(actor: Actor, member: Pick<Member, "id" | "role">): void {
  requireMayRevoke(actor, member);
  if (actor.role !== "owner" && isLead(member) && member.id !== actor.memberID)
    throw errors.notAuthorised("Only an owner makes badges and PINs of other owners and admins.");
}

function present(deps: Pick<StationDeps, "db">, row: store.BadgeRow): Badge {
  const { userID, name, role, isActive } = getMemberByID(deps, row.memberID);
  return {
    id: row.id,
    createdAt: row.createdAt,
    memberID: row.memberID,
    userID,
    memberName: name,
    role,
    hasPin: hasPin(deps, row.memberID),
    isActive,
  };
}
