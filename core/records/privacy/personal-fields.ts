/**
 * Removes personal data from stored responses and payloads by field names: items, metadata, texts,
 * and the fields that the table of addresses declares as personal.
 */
import { fieldOf } from "../../db/column-names.ts";
import { personalColumns, type WithTables } from "../../db/tables.ts";

const TEXTS: ReadonlySet<string> = new Set([
  "notes",
  "note",
  "details",
  "cancelDescription",
  "statusDetails",
  "errorMessage",
  "lastErrorMessage",
  "title",
]);

/**
 * Copies a stored response or payload without the personal fields of addresses, and without items,
 * metadata, notes and other texts.
 *
 * @param value Parsed JSON of any shape.
 * @returns A copy of the same shape.
 */
export function withoutPersons(db: WithTables, value: unknown): unknown {
  return without(value, new Set([...personalColumns(db, "addresses").map(fieldOf), "fullName"]));
}

function without(value: unknown, ofAddress: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, ofAddress));
  if (typeof value !== "object" || value === null) return value;
  const isAddress = "address1" in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key === "items" && Array.isArray(one)) return [key, []];
      if (key === "metadata") return [key, typeof one === "string" ? "" : {}];
      const isPersonal = TEXTS.has(key) || (isAddress && ofAddress.has(key));
      return [key, isPersonal && typeof one === "string" ? "" : without(one, ofAddress)];
    }),
  );
}
