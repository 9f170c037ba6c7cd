/** Makes the reason why a row is not imported: a code for screens, with an English sentence. */
import type { AppError, ErrorCode } from "../../base/errors.ts";
import type { RejectedCode, RejectedRow } from "./imports.schema.ts";
import { COLUMNS, type Column, type Header } from "./order-columns.ts";
import { START, type OrderRow } from "./read-csv.ts";

/** Sentences of reasons. `detail`: a line, a city, two readings, or a currency. */
export const REASONS: Readonly<Record<Exclude<RejectedCode, "OTHER">, (detail: string) => string>> =
  {
    OPEN_QUOTE: () => "A quote is opened in this row and never closed.",
    NO_ORDER_NUMBER: () => "The order number is empty.",
    LONG_ORDER_NUMBER: () => "The order number is longer than 100 characters.",
    ORDER_NUMBER_TAKEN: (line) => `Line ${line} has this order number for another recipient.`,
    ORDER_HERE: () => "An order with this number is here already.",
    EMPTY_NAME: () => "The recipient's name is empty.",
    EMPTY_PHONE: () => "The recipient's phone is empty.",
    EMPTY_ADDRESS: () => "The address is empty.",
    EMPTY_CITY: () => "The city is empty.",
    UNKNOWN_CITY: () => "No city of this name is known.",
    EMPTY_DISTRICT: () => "The district is empty.",
    UNKNOWN_DISTRICT: (city) => `${city} has no district of this name.`,
    UNKNOWN_COUNTRY: () => "No country has this code. It has two letters, as TR.",
    EMPTY_WEIGHT: () => "The weight is empty.",
    BAD_WEIGHT: () => "The weight is no number above 0.",
    BAD_SIZE: () => "The size is no number above 0.",
    BAD_QUANTITY: () => "The quantity is no number above 0.",
    BAD_AMOUNT: () => "The amount to collect is no amount of money.",
    AMOUNT_DECIMALS: () =>
      "The amount to collect has more than two decimals. Write it in lira and kuruş, as in 94,25.",
    AMBIGUOUS_NUMBER: (readings) =>
      `This number can be read in two ways: ${readings.replace(" / ", " or ")}. Write one of these two.`,
    SHORT_NAME: () => "A sender's name has at least 4 characters.",
    BAD_PHONE: () => "A sender's telephone is a Turkish one, as 0532 123 45 67.",
    SHORT_PHONE: () => "The phone has fewer than 7 digits: nobody can call it.",
    LONG_TEXT: () => "The text is too long.",
    OTHER_CURRENCY: (currency) => `Cash on delivery is collected in TL, not in ${currency}.`,
  };

type Fault = {
  readonly column: Column;
  readonly empty: keyof typeof REASONS;
  readonly wrong: keyof typeof REASONS;
};

const FAULTS: Readonly<Partial<Record<ErrorCode, Fault>>> = {
  E1129: { column: "address", empty: "EMPTY_ADDRESS", wrong: "EMPTY_ADDRESS" },
  E1130: { column: "city", empty: "EMPTY_CITY", wrong: "UNKNOWN_CITY" },
  E1131: { column: "country", empty: "UNKNOWN_COUNTRY", wrong: "UNKNOWN_COUNTRY" },
  E1132: { column: "district", empty: "EMPTY_DISTRICT", wrong: "UNKNOWN_DISTRICT" },
  E1133: { column: "name", empty: "EMPTY_NAME", wrong: "EMPTY_NAME" },
  E1134: { column: "phone", empty: "EMPTY_PHONE", wrong: "EMPTY_PHONE" },
  E1057: { column: "codAmount", empty: "BAD_AMOUNT", wrong: "BAD_AMOUNT" },
};

/** Headings of the file, by column. */
export type Headings = Header["headings"];

/** Reads a cell. @returns "" when the file has no such column, or the row no such cell. */
export function cell(row: OrderRow, column: Column): string {
  return row.cells[column] ?? "";
}

/** Rejects a row. @param column Undefined: the row as a whole. */
export function reject(
  headings: Headings,
  row: OrderRow,
  column: Column | undefined,
  code: keyof typeof REASONS,
  detail = "",
): RejectedRow {
  return {
    ...placeOf(headings, row, column),
    code,
    ...(detail === "" ? {} : { detail }),
    reason: REASONS[code](detail),
  };
}

/**
 * Rejects a row that breaks a rule of shipments. Does not use the sentences of the interface, which
 * name its fields and paths: a packer would not understand them.
 */
export function rejectFor(headings: Headings, row: OrderRow, error: AppError): RejectedRow {
  const fault = FAULTS[error.code];
  if (fault === undefined) return rejectOtherwise(headings, row, error.message);
  const code = cell(row, fault.column) === "" ? fault.empty : fault.wrong;
  return reject(
    headings,
    row,
    fault.column,
    code,
    code === "UNKNOWN_DISTRICT" ? cell(row, "city") : "",
  );
}

/** Rejects a row for another reason. @param reason English. */
export function rejectOtherwise(headings: Headings, row: OrderRow, reason: string): RejectedRow {
  return { ...placeOf(headings, row, undefined), code: "OTHER", reason };
}

function placeOf(
  headings: Headings,
  row: OrderRow,
  column: Column | undefined,
): Pick<RejectedRow, "line" | "column" | "field" | "value"> {
  return {
    line: row.line,
    column: column === undefined ? "" : (headings[column] ?? COLUMNS[column][0]),
    ...(column === undefined ? {} : { field: column }),
    value: column === undefined ? row.start : cell(row, column).slice(0, START),
  };
}
