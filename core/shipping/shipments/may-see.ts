/** Decides whether a member may see a shipment; no other file does. */
import type { Actor } from "../../http/actor.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** Whether the actor may see a shipment: a member with limited access sees only its own. */
export function maySee(actor: Actor, row: Pick<ShipmentRow, "createdBy">): boolean {
  return actor.role !== "limitedAccessUser" || row.createdBy === actor.memberID;
}
