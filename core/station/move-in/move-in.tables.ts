/** Tables of the move from another server of this interface. */
import type { RoomTables } from "../../db/tables.ts";

export const MOVE_IN_TABLES: RoomTables = {
  station: {
    move_ins: {},
    move_in_counts: {},
    move_in_rows: {},
    move_in_questions: {},
    district_aliases: {},
  },
};
