/** Tables of parcel templates. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const PARCELS_TABLES: RoomTables = {
  synced: {
    parcel_templates: {
      merge: "fields",
      latest: LATEST,
      namedBy: ["parcel_template_id"],
      exported: {},
    },
  },
};
