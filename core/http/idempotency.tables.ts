/** Tables of keyed calls. */
import type { RoomTables } from "../db/tables.ts";

export const IDEMPOTENCY_TABLES: RoomTables = { station: { idempotency_keys: {} } };
