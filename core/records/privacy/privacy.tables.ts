/** Tables of privacy rules and erasures. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const PRIVACY_TABLES: RoomTables = {
  synced: {
    privacy_rules: { merge: "fields", latest: LATEST, owner: "itself", exported: {} },
    // Erasures are merged before the rows that they concern.
    erasures: { merge: "once", isMergedFirst: true, exported: {} },
  },
};
