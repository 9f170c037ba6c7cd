/** Table of the sources of orders. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const SOURCES_TABLES: RoomTables = {
  synced: { order_sources: { merge: "fields", latest: LATEST, exported: {} } },
};
