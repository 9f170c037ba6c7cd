/** Tables of parcels that carriers are asked about. */
import type { RoomTables } from "../../db/tables.ts";

export const FOLLOWING_TABLES: RoomTables = { station: { tracking_asked: {} } };
