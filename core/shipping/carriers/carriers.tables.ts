/** Tables of rate cards. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const CARRIERS_TABLES: RoomTables = {
  synced: {
    rate_cards: { merge: "fields", latest: LATEST, namedBy: ["rate_card_id"], exported: {} },
  },
};
