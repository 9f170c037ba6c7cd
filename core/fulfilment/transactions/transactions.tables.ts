/**
 * Tables of purchases, and of the copies that each purchase freezes: its addresses and other data.
 */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const TRANSACTIONS_TABLES: RoomTables = {
  synced: {
    transactions: {
      merge: "fields",
      latest: LATEST,
      local: ["is_own", "print_requested", "request_hash", "answered_at"],
      namedBy: ["transaction_id"],
      exported: { as: "purchases" },
      personal: { cancel_description: "", error_message: null },
    },
    frozen_addresses: {
      merge: "once",
      owner: { sharedIn: "purchase_snapshots", by: "sender_id" },
      personal: { body: "{}" },
    },
    purchase_snapshots: {
      merge: "fields",
      needs: { sender_id: "frozen_addresses" },
      owner: { of: "transactions", by: "id" },
      exported: {},
      personalByRow: ["body", "sender_id"],
    },
  },
};
