/** Opens a database with the tables that this app declares. */
import { ALL_TABLES } from "../../core/all-tables.ts";
import type { Db } from "../../core/db/database.ts";
import { openDatabase as open } from "../../core/db/open-database.ts";

/** Opens a database. @param path A file path, or ":memory:". */
export function openDatabase(path: string, newId: () => string): Db {
  return open(path, ALL_TABLES, newId);
}
