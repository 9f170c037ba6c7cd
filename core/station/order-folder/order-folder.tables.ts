/** Tables of the watched folder, which belongs to this station. */
import type { RoomTables } from "../../db/tables.ts";

export const ORDER_FOLDER_TABLES: RoomTables = {
  station: { order_folder_files: {}, order_folder_results: {} },
};
