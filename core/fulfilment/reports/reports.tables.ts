/** Tables of reports. */
import type { RoomTables } from "../../db/tables.ts";

export const REPORTS_TABLES: RoomTables = {
  synced: { cash_receipts: { merge: "once", exported: {} } },
};
