/** Tables of the outbox. */
import type { RoomTables } from "../tables.ts";

export const OUTBOX_TABLES: RoomTables = { station: { outbox: {}, outbox_cursors: {} } };
