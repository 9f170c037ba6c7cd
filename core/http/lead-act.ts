/**
 * Acts that a packer may do only with a lead's leave, at a desk where members sign in with badges.
 * A lead's badge allows one such act: the call is repeated with `approvedBy`.
 */
import { errors } from "../base/errors.ts";
import type { Actor } from "./actor.ts";

/**
 * `beyond`: buying above the station's share of the balance. `cancel`: cancelling a label late, or
 * another packer's. `pass`: handing over a label that its carrier does not know. `reprint`: printing
 * a label that may have come out. `columns`: keeping the columns of order files. `weight`: buying with an unusual weight where that stops a purchase.
 */
export type LeadAct = "beyond" | "cancel" | "columns" | "pass" | "reprint" | "weight";

/** Returns whether the actor leads: an owner or admin. */
export function isLead({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "admin";
}

/** Returns whether the actor leads, or a lead's badge allowed this one call. */
export function hasLeave(actor: Pick<Actor, "role" | "approvedBy">): boolean {
  return isLead(actor) || actor.approvedBy !== undefined;
}

/**
 * Requires a lead, or a lead's leave, for an act of a member who has signed in at the desk. Other
 * callers pass: their rights do not depend on badges.
 *
 * @throws AppError E2242
 */
export function requireLead(actor: Actor, reason: LeadAct): void {
  if (actor.signIn === undefined || hasLeave(actor)) return;
  throw errors.leadNeeded(undefined, { reason });
}
