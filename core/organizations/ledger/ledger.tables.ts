/** Tables of the ledger. */
import type { RoomTables } from "../../db/tables.ts";

export const LEDGER_TABLES: RoomTables = {
  synced: {
    ledger_entries: { merge: "once", parent: "organization_id", isSealed: true, exported: {} },
    ledger_anchors: { merge: "once" },
  },
  station: { balances: {}, money_leases: {}, ledger_checkpoints: {} },
};
