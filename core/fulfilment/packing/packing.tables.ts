/** Tables of packing. */
import type { RoomTables } from "../../db/tables.ts";

export const PACKING_TABLES: RoomTables = { station: { item_ticks: {}, labels_to_scan: {} } };
