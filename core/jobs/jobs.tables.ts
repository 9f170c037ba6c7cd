/** Tables of the queue. */
import type { RoomTables } from "../db/tables.ts";

export const JOBS_TABLES: RoomTables = { station: { jobs: {} } };
