/**
 * Digests of the values that an order has from its rows in a file. The rows themselves are not kept,
 * and a value that was measured or corrected at the desk must not look like a change of the file.
 */
import { createHash } from "node:crypto";
import { nationalDigits } from "../../base/phone.ts";
import { measureText } from "../../base/units.ts";
import type { FileContent } from "./file-content.ts";
import type { ChangedField } from "./order-changes.schema.ts";

/** Values in stored order: new values are added at the end. */
const FILE_VALUES = [
  "name",
  "phone",
  "email",
  "address",
  "place",
  "zip",
  "items",
  "weight",
  "length",
  "width",
  "height",
  "cash",
  "collection",
  "payer",
  "declaredValue",
  "waybillNumber",
  "invoiceNumber",
  "notes",
] as const;
type FileValue = (typeof FILE_VALUES)[number];
export type FieldDigests = Readonly<Partial<Record<FileValue, string>>>;

/** Fields of the value `place`. */
export const PLACE: readonly ChangedField[] = ["district", "city", "country"];

/** Characters of a stored digest. */
const LENGTH = 6;

/**
 * Reads stored digests.
 *
 * @param text Digests in the order of FILE_VALUES, separated by "."; an empty digest for a value
 *   that the rows do not have.
 * @returns Undefined for an order whose rows are unknown.
 */
export function readDigests(text: string): FieldDigests | undefined {
  if (text === "") return undefined;
  const digests = text.split(".");
  return Object.fromEntries(
    FILE_VALUES.map((value, at) => [value, digests[at] ?? ""]).filter(
      ([, digest]) => digest !== "",
    ),
  );
}

/**
 * Makes the digests to store for an order that now has the content of its rows.
 *
 * @param before Stored digests of earlier rows, which stay for the values that these rows do not have.
 */
export function writeDigests(before: string, content: FileContent): string {
  const digests = { ...readDigests(before), ...digestsOf(content) };
  return FILE_VALUES.map((value) => digests[value] ?? "").join(".");
}

/** Returns whether a text may be stored as digests. */
export function isDigests(text: unknown): boolean {
  return typeof text === "string" && /^(?:|(?:[\w-]{6})?(?:\.(?:[\w-]{6})?){0,100})$/.test(text);
}

/** Lists the fields whose value in the file is another than in the rows before. */
export function changedFields(before: FieldDigests, content: FileContent): Set<ChangedField> {
  const changed = new Set<ChangedField>();
  const digests = digestsOf(content);
  for (const value of FILE_VALUES)
    if (digests[value] !== undefined && digests[value] !== before[value])
      for (const field of fieldsOf(value)) changed.add(field);
  return changed;
}

/** The measures of a parcel: kg and cm. */
export type Measures = {
  readonly weight: number | null;
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
};

/** Lists the measures that are not from the rows: the desk has measured the parcel. */
export function measuredAtDesk(before: FieldDigests, now: Measures): Set<ChangedField> {
  const measured = new Set<ChangedField>();
  for (const value of ["weight", "length", "width", "height"] as const) {
    const measure = now[value];
    if (measure !== null && digestOf(value, measureText(measure)) !== before[value])
      for (const field of fieldsOf(value)) measured.add(field);
  }
  return measured;
}

/**
 * A new street comes with its zip code and its place, so that no parcel goes to a mixture of two
 * addresses. A district is valid only in its city, so a file changes the place as a whole.
 */
function fieldsOf(value: FileValue): readonly ChangedField[] {
  switch (value) {
    case "address":
      return ["address", "zip", ...PLACE];
    case "place":
      return PLACE;
    case "length":
    case "width":
    case "height":
      return ["size"];
    default:
      return [value];
  }
}

function digestsOf(content: FileContent): FieldDigests {
  const { recipient, items, ...rest } = content;
  const { name, phone, email, address1, zip, countryCode, cityCode, cityName, districtName } =
    recipient;
  const values: Readonly<Record<FileValue, unknown>> = {
    name,
    phone: phoneKey(phone),
    email: email === "" ? undefined : email,
    address: address1,
    place: [countryCode, cityCode, cityName, districtName],
    zip: zip === "" ? undefined : zip,
    items: items?.map((item) => [item.title, item.variantTitle, item.sku, item.ean, item.quantity]),
    weight: measureOf(rest.weightKg),
    length: measureOf(rest.lengthCm),
    width: measureOf(rest.widthCm),
    height: measureOf(rest.heightCm),
    cash: rest.cash,
    collection: rest.collection,
    payer: rest.payer,
    declaredValue: rest.declaredValue,
    waybillNumber: rest.waybillNumber,
    invoiceNumber: rest.invoiceNumber,
    notes: rest.notes,
  };
  return Object.fromEntries(
    FILE_VALUES.filter((value) => values[value] !== undefined).map((value) => [
      value,
      digestOf(value, values[value]),
    ]),
  );
}

function measureOf(value: number | undefined): string | undefined {
  return value === undefined ? undefined : measureText(value);
}

/** Makes the key of a phone: two spellings of one number are no change. */
export function phoneKey(phone: string): string {
  return nationalDigits(phone) ?? phone;
}

function digestOf(value: FileValue, content: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([value, content]))
    .digest("base64url")
    .slice(0, LENGTH);
}
