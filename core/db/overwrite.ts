/** Writes whose old values must not be found in the file afterwards: a password that was kept in plain text. */
import type { Db } from "./database.ts";

/**
 * Runs `write`, and overwrites with zeros what it replaces or deletes. SQLite otherwise leaves old values in free parts
 * of its pages, and in the journal until it is used again.
 *
 * @param write Ends its own commit.
 */
export function overwriteOld(db: Pick<Db, "raw">, write: () => void): void {
  db.raw.pragma("secure_delete = ON");
  try {
    write();
  } finally {
    db.raw.pragma("secure_delete = OFF");
  }
  db.raw.pragma("wal_checkpoint(TRUNCATE)");
}
