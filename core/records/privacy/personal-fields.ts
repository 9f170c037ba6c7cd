/**
 * Names of fields with personal data in responses; stored copies of responses are emptied by these
 * names.
 */

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
 * Copies a stored response or payload without names, phones and streets of addresses, and without
 * items and notes of shipments.
 *
 * @param value Parsed JSON of any shape.
 * @returns A copy of the same shape.
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
