/** Table of calls with an Idempotency-Key. */
import type { RoomTables } from "../db/tables.ts";

export const IDEMPOTENCY_TABLES: RoomTables = { station: { idempotency_keys: {} } };
