/** Tables of offers. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const OFFERS_TABLES: RoomTables = {
  synced: {
    offers: { merge: "once", namedBy: ["offer_id"] },
    // Only the station that asked remote carriers counts their answers, and each write sets every
    // field, so the last write replaces the shipment's whole request.
    rate_requests: { merge: "fields", latest: LATEST, owner: { of: "shipments", by: "id" } },
  },
};
