/** Ids: UUIDv7, monotonic within a millisecond, so that primary keys grow at their end. */
import { uuidv7 } from "uuidv7";

export function newId(): string {
  return uuidv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any version: programs send ids they got elsewhere. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export const NIL_UUID = "00000000-0000-0000-0000-000000000000";
