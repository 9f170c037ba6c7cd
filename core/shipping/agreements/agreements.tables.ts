/** Tables of agreements: the agreements, their barcode ranges and their versions. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const AGREEMENTS_TABLES: RoomTables = {
  synced: {
    agreements: {
      merge: "fields",
      latest: LATEST,
      // An account's rate card is the agreement whose prices it gets.
      namedBy: ["agreement_id", "rate_card_id"],
      exported: {},
    },
    barcode_ranges: { merge: "fields", latest: LATEST, exported: {} },
    rate_cards: { merge: "fields", latest: LATEST, exported: { as: "agreement_versions" } },
  },
};
