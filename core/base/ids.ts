/**
 * Makes ids: UUIDv7, monotonic within a millisecond, so that new rows are stored after earlier
 * rows.
 */
import { uuidv7 } from "uuidv7";

/** Returns a UUID of version 7; later ones sort after earlier ones. */
export function newId(): string {
  return uuidv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text is a UUID of any version; programs also send ids that other systems made.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/**
 * Makes an id smaller than every id that this app makes at `ms` or later, and larger than all
 * earlier ids.
 */
export function earliestIdAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
