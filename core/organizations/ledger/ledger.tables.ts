/** Tables of the ledger. */
import type { RoomTables } from "../../db/tables.ts";

export const LEDGER_TABLES: RoomTables = {
  synced: {
    ledger_entries: {
      merge: "once",
      parent: "organization_id",
      isSealed: true,
      writer: "station_id",
      exported: {},
    },
    ledger_anchors: { merge: "once", writer: "seen_by" },
  },
  station: { balances: {}, money_leases: {}, ledger_checkpoints: {} },
};
