/** Decides whether a member may see one shipment. Lists limit their rows by the same rule. */
import type { Actor } from "../../http/actor.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * Returns whether the actor may see a shipment. A member with limited access sees only shipments
 * that it created.
 */
export function maySee(actor: Actor, row: Pick<ShipmentRow, "createdBy">): boolean {
  return actor.role !== "limitedAccessUser" || row.createdBy === actor.memberID;
}
