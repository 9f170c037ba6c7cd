/** Notices committed writes of a synced table, by this station and by others. */
import type { Db } from "./database.ts";

/**
 * Calls `written` after each COMMIT of a transaction that wrote the table.
 *
 * @returns A function that ends the calls.
 */
export function onTableWritten(
  db: Pick<Db, "writes" | "onCommitted">,
  table: string,
  written: () => void,
): () => void {
  let seen = db.writes.get(table);
  const committed = (): void => {
    const writes = db.writes.get(table);
    if (writes === seen) return;
    seen = writes;
    written();
  };
  db.onCommitted.add(committed);
  return () => void db.onCommitted.delete(committed);
}
