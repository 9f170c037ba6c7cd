/** Tables of badges, PINs, and wrong tries at this desk. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const SIGN_IN_TABLES: RoomTables = {
  synced: {
    badges: { merge: "fields", latest: LATEST },
    member_pins: { merge: "fields", latest: LATEST },
  },
  station: { sign_in_tries: {} },
};
