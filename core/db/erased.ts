/**
 * Finds whether a row's personal data was erased, at this or another station. An erased row never
 * gets a person's text again: writers check this before they write.
 */
import type { Db } from "./database.ts";
import { INSERTED } from "./inserted-mark.ts";
import { deleteParked, listParked, writeParked } from "./parked.store.ts";
import { columnsOf } from "./columns.ts";

/**
 * Returns whether the person's data in a row was erased.
 *
 * @param id Id of a shipment, an address or a frozen sender.
 */
export function isErased(db: Pick<Db, "sql">, id: string): boolean {
  return db.sql(`SELECT 1 FROM erasures WHERE id = ?`).get(id) !== undefined;
}

/**
 * Replaces personal values in the parked changes of an erased row with empty values. The changes
 * keep their stamps, so that the row is the same at every station. Deletes parked fields that this
 * version does not know, because they may be personal. Inside a transaction.
 *
 * @param id Id of the row.
 */
export function emptyParked(db: Db, id: string): void {
  for (const parked of listParked(db, id)) {
    const declared = db.tables.synced.get(parked.table);
    const value = declared?.personal?.[parked.field];
    if (value !== undefined) writeParked(db, { id, ...parked }, value);
    else if (
      parked.field !== INSERTED &&
      !(declared !== undefined && columnsOf(db, parked.table).has(parked.field))
    ) {
      deleteParked(db, { id, ...parked });
    }
  }
}
