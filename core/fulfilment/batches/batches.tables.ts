/** Tables of print batches. */
import type { RoomTables } from "../../db/tables.ts";

export const BATCHES_TABLES: RoomTables = { station: { print_batches: {}, print_batch_items: {} } };
