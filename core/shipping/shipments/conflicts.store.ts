/** SQL for shipments in conflict: disconnected stations made changes that exclude each other. */
import type { Db } from "../../db/database.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** Lists shipments in conflict, last changed first, at most `atMost`. */
export function listInConflict(
  { db }: { readonly db: Pick<Db, "sql"> },
  organizationID: string,
  atMost: number,
): Pick<ShipmentRow, "id" | "number" | "purchaseID" | "updatedAt">[] {
  return db
    .sql<Pick<ShipmentRow, "id" | "number" | "purchaseID" | "updatedAt">>(
      `SELECT id, number, purchase_id, updated_at FROM shipments WHERE organization_id = ? AND has_conflict = 1 ORDER BY updated_at DESC LIMIT ?`,
    )
    .all(organizationID, atMost);
}
