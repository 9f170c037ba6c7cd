/**
 * Format of the database, backups, snapshots and hubs. Migrations lead from one schema of a format
 * to the next; nothing converts one format to another.
 */

/** Later formats sort later as text. */
export const FORMAT = "PD";

/** Returns whether a trial version wrote a file of this format ("": the file states no format). */
export function isOfTrial(format: string): boolean {
  return format < FORMAT;
}

/** This format in the upper half of `application_id`. */
export const MARK = Buffer.from(FORMAT, "latin1").readUInt16BE() * 0x10000;
