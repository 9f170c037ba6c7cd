/** Tables of announcements to carriers. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const ANNOUNCEMENTS_TABLES: RoomTables = {
  synced: {
    announcements: {
      merge: "fields",
      latest: LATEST,
      needs: { shipment_id: "shipments" },
      exported: { leaves: ["corrections"] },
      personal: { words: "", corrections: "{}" },
    },
    announcement_files: {
      merge: "fields",
      latest: LATEST,
      namedBy: ["file_id"],
      exported: {},
    },
  },
};
