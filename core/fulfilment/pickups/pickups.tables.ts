/** Table of orders for couriers. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const PICKUPS_TABLES: RoomTables = {
  synced: { pickups: { merge: "fields", latest: LATEST, exported: {} } },
};
