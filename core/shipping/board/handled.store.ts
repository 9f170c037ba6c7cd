/** SQL for `handled_parcels`: rows are inserted and never changed. */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type HandledRow = {
  id: string;
  created_at: string;
  organization_id: string;
  shipment_id: string;
  /** Newest event of the parcel at that time; "" before any. */
  event_id: string;
  note: string;
  /** Id of the member. */
  created_by: string;
};

/** Inserts a note into a synced table; needs an open transaction. */
export function insertHandled(db: Db, row: HandledRow): void {
  insertRow(db, "handled_parcels", row);
}

/** Lists the notes about a parcel, newest first, with the names of their authors. */
export function listHandled(
  db: Pick<Db, "sql">,
  shipmentID: string,
): (Pick<HandledRow, "created_at" | "event_id" | "note"> & { member_name: string })[] {
  return db
    .sql<Pick<HandledRow, "created_at" | "event_id" | "note"> & { member_name: string }>(
      `SELECT h.created_at,
              h.event_id,
              h.note,
              coalesce(m.name, '') AS member_name
         FROM handled_parcels AS h
         LEFT JOIN members AS m ON m.id = h.created_by
        WHERE h.shipment_id = ?
        ORDER BY h.created_at DESC, h.id DESC`,
    )
    .all(shipmentID);
}
