/**
 * Whether the personal data of a row was erased, here or at another station. A row that was erased
 * takes no text of a person again: writers ask here before they write one.
 */
import type { Db, SqlRow } from "./database.ts";
import { INSERTED } from "./inserted-mark.ts";
import { deleteParked, listParked, writeParked } from "./parked.store.ts";
import { columnsOf, findSynced } from "./tables.ts";

/** @param id Of a shipment, an address or a frozen sender. */
export function isErased(db: Pick<Db, "sql">, id: string): boolean {
  return db.sql(`SELECT 1 FROM erasures WHERE id = ?`).get(id) !== undefined;
}

/**
 * Empties changes that wait for an erased row; their stamps stay, so that the row is the same at
 * every station. What is of a later version goes: nobody knows here what it says. Inside a
 * transaction.
 *
 * @param id Of the row.
 * @param withoutPerson By table, the columns that say something of a person, and their empty
 *   values.
 */
export function emptyParked(
  db: Db,
  id: string,
  withoutPerson: Readonly<Record<string, SqlRow>>,
): void {
  for (const parked of listParked(db, id)) {
    const table = findSynced(parked.table);
    const value = withoutPerson[parked.table]?.[parked.field];
    if (value !== undefined) writeParked(db, { id, ...parked }, value);
    else if (
      parked.field !== INSERTED &&
      !(table !== undefined && columnsOf(db, table).has(parked.field))
    ) {
      deleteParked(db, { id, ...parked });
    }
  }
}
