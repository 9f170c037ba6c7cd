/**
 * Which fields of rows and of answers are personal data: what stands in older copies of them is
 * emptied by these names.
 */

/** Columns of synced tables, as changes of other stations carry them. */
export const PERSONAL_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  addresses: [
    "short_name",
    "name",
    "email",
    "phone",
    "address1",
    "address2",
    "street_name",
    "state",
    "zip",
  ],
  shipments: ["items", "metadata", "hold_reason"],
  orders: ["notes"],
  purchase_snapshots: ["body", "sender_id"],
  transactions: ["cancel_description", "error_message"],
  tracking_events: ["details"],
  handled_parcels: ["note"],
  frozen_addresses: ["body"],
};

const OF_ADDRESS: ReadonlySet<string> = new Set([
  "name",
  "shortName",
  "email",
  "phone",
  "address1",
  "address2",
  "streetName",
  "state",
  "zip",
  "fullName",
]);
const TEXTS: ReadonlySet<string> = new Set([
  "notes",
  "note",
  "details",
  "metadata",
  "cancelDescription",
  "statusDetails",
  "errorMessage",
  "lastErrorMessage",
  "title",
]);

/**
 * A kept answer or payload without personal data: of each address its names, telephones and
 * streets, of each shipment its items and notes.
 *
 * @param value Parsed JSON of any shape. @returns A copy of the same shape.
 */
export function withoutPersons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersons);
  if (typeof value !== "object" || value === null) return value;
  const isAddress = "address1" in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, fieldWithout(key, one, isAddress)]),
  );
}

function fieldWithout(key: string, one: unknown, isAddress: boolean): unknown {
  if (key === "items" && Array.isArray(one)) return [];
  if (typeof one === "string" && (TEXTS.has(key) || (isAddress && OF_ADDRESS.has(key)))) return "";
  if (key === "metadata") return {};
  return withoutPersons(one);
}
