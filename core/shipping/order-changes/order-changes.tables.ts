/** The table of changed and cancelled rows of order files. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const ORDER_CHANGES_TABLES: RoomTables = {
  synced: {
    order_changes: {
      merge: "fields",
      latest: LATEST,
      needs: { order_id: "orders" },
      exported: {},
      // Without its content a change cannot be applied, so an erasure also closes it.
      personal: { version: "", content: "", file_name: "" },
    },
  },
};
