/** Tables of documents. */
import type { RoomTables } from "../tables.ts";

export const DOCUMENTS_TABLES: RoomTables = {
  synced: { label_files: { merge: "once", owner: { of: "shipments", by: "shipment_id" } } },
  station: { documents: {}, label_rasters: {} },
};
