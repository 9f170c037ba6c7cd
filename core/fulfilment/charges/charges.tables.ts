/** Table of what carriers charge for parcels. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const CHARGES_TABLES: RoomTables = {
  synced: { carrier_charges: { merge: "fields", latest: LATEST, exported: {} } },
};
