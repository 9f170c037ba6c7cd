/** Tables of webhooks and their deliveries. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const WEBHOOKS_TABLES: RoomTables = {
  synced: {
    webhooks: {
      merge: "fields",
      latest: LATEST,
      // The fact from which a webhook starts is a position in each station's own outbox.
      local: ["since_seq"],
      initial: { since_seq: "0" },
      namedBy: ["webhook_id"],
    },
    delivery_attempts: { merge: "once", personal: { error: "erased" } },
  },
  station: { webhook_deliveries: {} },
};
