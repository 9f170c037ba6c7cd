/** SQL for `handled_parcels`: rows are inserted; only an erasure changes them. */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type HandledRow = {
  id: string;
  createdAt: string;
  organizationID: string;
  shipmentID: string;
  /** Newest event of the parcel when it was handled; "" before the first event. */
  eventID: string;
  note: string;
  /** Id of the member. */
  createdBy: string;
};

/** Inserts a note into a synced table; needs an open transaction. */
export function insertHandled(db: Db, row: HandledRow): void {
  insertRow(db, "handled_parcels", row);
}

/** Lists the notes about a parcel, newest first, with the names of their authors. */
export function listHandled(
  db: Pick<Db, "sql">,
  shipmentID: string,
): (Pick<HandledRow, "createdAt" | "eventID" | "note"> & { memberName: string })[] {
  return db
    .sql<Pick<HandledRow, "createdAt" | "eventID" | "note"> & { memberName: string }>(
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
