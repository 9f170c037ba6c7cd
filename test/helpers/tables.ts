/** Names of the tables that this app declares. */
import { ALL_TABLES } from "../../core/all-tables.ts";

export const SYNCED_TABLES: readonly string[] = [...ALL_TABLES.synced.keys()];
export const STATION_TABLES: readonly string[] = [...ALL_TABLES.station.keys()];
