/** Tables of printers that stations share. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const SHARED_PRINTERS_TABLES: RoomTables = {
  synced: {
    shared_printers: { merge: "fields", latest: LATEST },
    print_requests: { merge: "fields", latest: LATEST },
  },
};
