/** Tables of tracking. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const TRACKING_TABLES: RoomTables = {
  synced: {
    tracking_events: {
      merge: "once",
      parent: "shipment_id",
      isFolded: true,
      foldedColumns: ["is_applied"],
      owner: { of: "shipments", by: "shipment_id" },
      // Triggers ignore these rows until their shipment exists.
      isMergedFirst: true,
      exported: { leaves: ["is_applied"] },
      personal: { details: "" },
    },
    status_codes: { merge: "fields", latest: LATEST, exported: {} },
    status_files: { merge: "once", exported: {} },
  },
};
