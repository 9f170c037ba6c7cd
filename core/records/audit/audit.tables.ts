/** Tables of the audit log. */
import type { RoomTables } from "../../db/tables.ts";

export const AUDIT_TABLES: RoomTables = {
  station: { audit_entries: { exported: { as: "audit_log" } } },
};
