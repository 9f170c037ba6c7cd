/** Tables of hand-overs: labels that were scanned onto trucks, and trucks whose loading has ended. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const HAND_OVER_TABLES: RoomTables = {
  synced: {
    hand_overs: { merge: "fields", latest: LATEST, exported: {} },
    handed_over: {
      merge: "fields",
      // A label stays on the manifest that lists it, also when a disconnected station scans it
      // again: the empty id is the smallest. The later one of two manifests keeps it.
      latest: [...LATEST, "hand_over_id"],
      needs: { shipment_id: "shipments" },
      // Triggers ignore these rows until their shipment exists.
      isMergedFirst: true,
      exported: {},
    },
  },
};
