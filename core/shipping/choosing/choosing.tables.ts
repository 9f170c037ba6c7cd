/** Table of the rules by which the station chooses an offer. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const CHOOSING_TABLES: RoomTables = {
  synced: { choosing_rules: { merge: "fields", latest: LATEST, exported: {} } },
};
