/** Columns of a file of parcels: a heading of the carrier's panel for each field. Pure. */
import { nationalDigits } from "../../base/phone.ts";
import { moneyText, type Minor } from "../../base/money.ts";
import type { Consignment, Party } from "./consignment.ts";

/** Parcel of a file. */
export type FileParcel = {
  readonly barcode: string;
  readonly shipmentNumber: number;
  readonly serviceCode: string;
  readonly consignment: Consignment;
};

type Cell = string | { readonly number: string };

const FIELDS: Readonly<Record<string, (parcel: FileParcel) => Cell>> = {
  barcode: ({ barcode }) => barcode,
  orderNumber: ({ consignment }) => consignment.references.orderNumber,
  waybillNumber: ({ consignment }) => consignment.references.waybillNumber,
  reference: ({ consignment }) => consignment.references.reference1,
  shipmentNumber: ({ shipmentNumber }) => String(shipmentNumber),
  serviceCode: ({ serviceCode }) => serviceCode,
  ...partyFields("recipient", ({ recipient }) => recipient),
  ...partyFields("sender", ({ sender }) => sender),
  weightKg: ({ consignment }) => number(total(consignment, ({ weightKg }) => weightKg)),
  desi: ({ consignment }) =>
    number(
      total(
        consignment,
        ({ lengthCm, widthCm, heightCm }) => (lengthCm * widthCm * heightCm) / 3_000,
      ),
    ),
  lengthCm: ({ consignment }) => number(consignment.parcels[0]?.lengthCm ?? 0),
  widthCm: ({ consignment }) => number(consignment.parcels[0]?.widthCm ?? 0),
  heightCm: ({ consignment }) => number(consignment.parcels[0]?.heightCm ?? 0),
  boxNo: ({ consignment }) => String(consignment.box.no),
  boxCount: ({ consignment }) => String(consignment.box.of),
  payer: ({ consignment }) => consignment.payer,
  codAmount: ({ consignment }) => money(consignment.cashOnDelivery?.amount),
  codBy: ({ consignment }) => consignment.cashOnDelivery?.by ?? "",
  declaredValue: ({ consignment }) => money(consignment.declaredValue),
  contents: ({ consignment }) =>
    consignment.hidesContents
      ? ""
      : consignment.items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", "),
  isReturn: ({ consignment }) => (consignment.isReturn ? "1" : "0"),
};

/** Names of the fields, in the order of a file without chosen columns. */
export const PARCEL_FIELDS: readonly string[] = Object.keys(FIELDS);
const MOST_COLUMNS = 60;

export type FileColumn = { readonly heading: string; readonly field: string };

/**
 * Reads chosen columns.
 *
 * @param text Like "Barkod=barcode; Alıcı=recipient.name".
 */
export function readColumns(
  text: string,
): { readonly columns: readonly FileColumn[] } | { readonly problem: string } {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0)
    return { columns: PARCEL_FIELDS.map((field) => ({ heading: field, field })) };
  if (parts.length > MOST_COLUMNS) return { problem: `at most ${MOST_COLUMNS} columns.` };
  const columns = parts.map((part) => {
    const at = part.lastIndexOf("=");
    return { heading: part.slice(0, at).trim(), field: part.slice(at + 1).trim() };
  });
  const wrong = columns.find(
    ({ heading, field }) => heading === "" || !Object.hasOwn(FIELDS, field),
  );
  if (wrong !== undefined)
    return {
      problem: `"${wrong.heading}=${wrong.field}" is not a heading and a field. Fields: ${PARCEL_FIELDS.join(", ")}.`,
    };
  return columns.some(({ field }) => field === "barcode")
    ? { columns }
    : {
        problem: "one column must have the field barcode, by which the carrier's scans come back.",
      };
}

/** Returns the cells of a parcel. */
export function cellsOf(columns: readonly FileColumn[], parcel: FileParcel): Cell[] {
  return columns.map(({ field }) => FIELDS[field]?.(parcel) ?? "");
}

function partyFields(
  role: string,
  of: (consignment: Consignment) => Party,
): Record<string, (parcel: FileParcel) => Cell> {
  const field =
    (read: (party: Party) => string) =>
    ({ consignment }: FileParcel): string =>
      read(of(consignment));
  return {
    [`${role}.name`]: field(({ name }) => name),
    // Without "+", before which a spreadsheet file would have an apostrophe.
    [`${role}.phone`]: field(({ phone }) => nationalDigits(phone) ?? phone.replace(/^\+/, "")),
    [`${role}.email`]: field(({ email }) => email),
    [`${role}.address`]: field(({ address1, address2 }) =>
      [address1, address2].filter((line) => line !== "").join(" "),
    ),
    [`${role}.district`]: field(({ districtName }) => districtName),
    [`${role}.city`]: field(({ cityName }) => cityName),
    [`${role}.cityCode`]: field(({ cityCode }) => cityCode),
    [`${role}.zip`]: field(({ zip }) => zip),
  };
}

function total(
  { parcels }: Consignment,
  of: (parcel: Consignment["parcels"][number]) => number,
): number {
  return parcels.reduce((sum, parcel) => sum + of(parcel), 0);
}

/** Two decimals at most. */
function number(value: number): Cell {
  return { number: String(Math.round(value * 100) / 100) };
}

function money(amount: Minor | null | undefined): Cell {
  return amount === null || amount === undefined ? "" : { number: moneyText(amount) };
}
