/** Tables of the database itself and of the stations that it knows. */
import type { RoomTables } from "./tables.ts";

export const DB_TABLES: RoomTables = {
  synced: { station_ends: { merge: "once" } },
  station: {
    station_meta: {},
    stations: {},
    row_clocks: {},
    parked_changes: {},
    waiting_rows: {},
    commits_set_aside: {},
    kept_of_stations: {},
    shipment_claims: {},
    number_ranges: {},
    number_blocks: {},
    done_once: {},
    used_barcodes: {},
  },
};
