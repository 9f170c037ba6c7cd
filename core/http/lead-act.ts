/**
 * Acts that a packer may do only with a lead's leave, at a desk where members sign in with badges.
 * A lead's badge allows one such act: the call is repeated with `approved`.
 */
import { errors } from "../base/errors.ts";
import type { Actor } from "./actor.ts";
import type { LeadAct } from "./lead-acts.schema.ts";

/** Returns whether the actor leads: an owner or admin. */
export function isLead({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "admin";
}

/**
 * Returns whether a lead's badge allowed this one call for this reason. A leave counts only for what
 * the lead was asked, since another reason may stop the same call.
 */
export function isAllowed({ approved }: Pick<Actor, "approved">, reason: LeadAct): boolean {
  return approved?.acts.includes(reason) === true;
}

/** Returns whether the actor leads, or a lead's badge allowed this one call for this reason. */
export function hasLeave(actor: Pick<Actor, "role" | "approved">, reason: LeadAct): boolean {
  return isLead(actor) || isAllowed(actor, reason);
}

/**
 * Requires a lead, or a lead's leave, for an act of a member who has signed in at the desk. Other
 * callers pass: their rights do not depend on badges.
 *
 * @throws AppError E2242
 */
export function requireLead(actor: Actor, reason: LeadAct): void {
  if (actor.signIn === undefined || hasLeave(actor, reason)) return;
  throw errors.leadNeeded(undefined, { reason });
}
