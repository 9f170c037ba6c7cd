/**
 * Format of the database, and of what is made from it: backups, snapshots, hubs. Migrations lead
 * from one schema of a format to the next; no way leads from one format to another.
 */

/** Rises in the order of its letters. */
export const FORMAT = "PD";

/** Whether a trial version wrote what states this format; "" for what states none. */
export function isOfTrial(format: string): boolean {
  return format < FORMAT;
}

/** States this format in the upper half of `application_id`. */
export const MARK = Buffer.from(FORMAT, "latin1").readUInt16BE() * 0x10000;
