/** Tables of the debts to carriers that invoice their labels. */
import type { RoomTables } from "../../db/tables.ts";

export const DEBTS_TABLES: RoomTables = {
  synced: { agreement_payments: { merge: "once", exported: {} } },
  station: { agreement_debts: {} },
};
