/** Tables of the board. */
import type { RoomTables } from "../../db/tables.ts";

export const BOARD_TABLES: RoomTables = {
  synced: {
    handled_parcels: {
      merge: "once",
      needs: { shipment_id: "shipments" },
      // Triggers ignore these rows until their shipment exists.
      isMergedFirst: true,
      personal: { note: "" },
    },
  },
  station: { open_parcels: {} },
};
