/** Makes the reason why a row is not imported: a code for screens, with an English sentence. */
import type { AppError, ErrorCode } from "../../base/errors.ts";
import type { RejectedCode, RejectedRow } from "./imports.schema.ts";
import { COLUMNS, type Column, type Header } from "./order-columns.ts";
import { START, type OrderRow } from "./read-csv.ts";
import { sentenceOf } from "./row-reasons.schema.ts";

/** Codes of the reasons that have a sentence. */
export type NamedCode = Exclude<RejectedCode, "OTHER">;

type Fault = {
  readonly column: Column;
  readonly empty: NamedCode;
  readonly wrong: NamedCode;
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

/** Reads a cell; "" when the file has no such column, or the row no such cell. */
export function cell(row: OrderRow, column: Column): string {
  return row.cells[column] ?? "";
}

/** Rejects a row. @param column Undefined: the row as a whole. */
export function reject(
  headings: Headings,
  row: OrderRow,
  column: Column | undefined,
  code: NamedCode,
  detail = "",
): RejectedRow {
  return {
    ...placeOf(headings, row, column),
    code,
    ...(detail === "" ? {} : { detail }),
    reason: sentenceOf("en", code, detail),
  };
}

/**
 * Rejects a row that breaks a rule of shipments. Replaces the API's sentence for the errors in
 * FAULTS, because that sentence names fields and paths that a packer would not understand.
 */
export function rejectFor(headings: Headings, row: OrderRow, error: AppError): RejectedRow {
  const fault = FAULTS[error.code];
  if (fault === undefined) return rejectOtherwise(headings, row, error.code, error.message);
  const code = cell(row, fault.column) === "" ? fault.empty : fault.wrong;
  return reject(
    headings,
    row,
    fault.column,
    code,
    code === "UNKNOWN_DISTRICT" ? cell(row, "city") : "",
  );
}

/**
 * Rejects a row for an error that names no column.
 *
 * @param detail The error's code, for which the screen has words.
 * @param reason English.
 */
export function rejectOtherwise(
  headings: Headings,
  row: OrderRow,
  detail: ErrorCode,
  reason: string,
): RejectedRow {
  return { ...placeOf(headings, row, undefined), code: "OTHER", detail, reason };
}

/** Rejects a row for a reason that lies in no single column. */
export function rejectWholeRow(
  headings: Headings,
  row: OrderRow,
  code: "ANOTHER_ROW" | "MANY_ROWS",
  detail = "",
): RejectedRow {
  return {
    ...placeOf(headings, row, undefined),
    code,
    ...(detail === "" ? {} : { detail }),
    reason: sentenceOf("en", code, detail),
  };
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
