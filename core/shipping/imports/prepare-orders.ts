/**
 * Converts the rows of a file to orders: groups them by order number, checks everything that needs
 * no stored data, and hashes their content to detect changes.
 */
import { createHash } from "node:crypto";
import { CURRENCY, parseMoney } from "../../base/money.ts";
import { namesOf } from "../../base/objects.ts";
import { isShortPhone } from "../../base/phone.ts";
import { isCellError } from "../files/cell-faults.ts";
import { parseDeclared, shipmentWithTermsSchema } from "../shipments/order-terms.schema.ts";
import { MAX_ITEMS, type ShipmentInput } from "../shipments/shipments.schema.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { Column } from "./order-columns.ts";
import {
  numberOf,
  otherCurrency,
  rareReading,
  type NumberColumn,
  type NumberFormats,
} from "./order-numbers.ts";
import { isCancelledRow } from "./order-state.ts";
import { findTermFaults, termsOf } from "./order-terms.ts";
import type { OrderRow } from "./read-csv.ts";
import { hasLostDigits, plateOf, WITH_DIGITS } from "./repair-cells.ts";
import { cell, reject, rejectOtherwise, rejectWholeRow, type Headings } from "./reject-row.ts";

export type PreparedOrder = {
  readonly number: string;
  /** Identifier of its source: an order number means the same order in tomorrow's file of the source. */
  readonly sourceIdentifier: string;
  /** Hash of the cells that `sortedCells` keeps: another hash means changed content. */
  readonly hash: string;
  readonly first: OrderRow;
  /** Lines in the file where the order's rows start. */
  readonly lines: readonly number[];
  /** Whether all rows of the order are cancelled in the file. */
  readonly isCancelled: boolean;
  readonly made: { readonly input: ShipmentInput } | { readonly faults: readonly RejectedRow[] };
};

/** Identifies the order among those of earlier files. */
export function idOf({
  sourceIdentifier,
  number,
}: PreparedOrder): Pick<PreparedOrder, "sourceIdentifier"> & { readonly orderNumber: string } {
  return { sourceIdentifier, orderNumber: number };
}

export type OrderRows = { readonly number: string; readonly rows: OrderRow[] };

/**
 * Groups rows: rows with one order number are the items of one order, whose address is in the first
 * row.
 */
export function groupRows(
  headings: Headings,
  rows: readonly OrderRow[],
): { orders: OrderRows[]; rejected: RejectedRow[] } {
  const orders = new Map<string, OrderRows>();
  const rejected: RejectedRow[] = [];
  for (const row of rows) {
    const number = cell(row, "orderNumber");
    const first = orders.get(number)?.rows[0];
    if (row.isBroken) rejected.push(reject(headings, row, undefined, "OPEN_QUOTE"));
    else if (number === "") rejected.push(reject(headings, row, "orderNumber", "NO_ORDER_NUMBER"));
    else if (number.length > 100)
      rejected.push(reject(headings, row, "orderNumber", "LONG_ORDER_NUMBER"));
    else if (first === undefined) orders.set(number, { number, rows: [row] });
    else if (cell(first, "name") !== cell(row, "name"))
      rejected.push(reject(headings, row, "orderNumber", "ORDER_NUMBER_TAKEN", String(first.line)));
    else orders.get(number)?.rows.push(row);
  }
  return { orders: [...orders.values()], rejected };
}

/** Data about a file as a whole. */
export type FileKnown = {
  readonly headings: Headings;
  readonly formats: NumberFormats;
  readonly source: UsedSource;
};

/** Source by which a file is read. `identifier`: `sourceIdentifier` of its orders. */
export type UsedSource = { readonly name: string; readonly identifier: string };

/**
 * Makes the shipment input of one order from its rows, or lists their faults.
 *
 * @returns Undefined without rows. `hash` does not depend on the order of the columns.
 */
export function prepareOrder(file: FileKnown, order: OrderRows): PreparedOrder | undefined {
  const first = order.rows[0];
  if (first === undefined) return undefined;
  const isCancelled = order.rows.every(isCancelledRow);
  const hash = createHash("sha256")
    .update(
      JSON.stringify(
        order.rows.map((row) =>
          // Whether the order is cancelled is no content; that only an item is cancelled is.
          isCancelledRow(row) && !isCancelled
            ? [["state", "cancelled"], ...sortedCells(row)]
            : sortedCells(row),
        ),
      ),
    )
    .digest("hex");
  return {
    number: order.number,
    sourceIdentifier: file.source.identifier,
    hash,
    first,
    lines: order.rows.map(({ line }) => line),
    isCancelled,
    made: makeInput(file, order, first),
  };
}

/**
 * Sorts cells by column name alone: a default sort converts each entry to text first, which is slow
 * for an order of 20,000 rows.
 */
function sortedCells(row: OrderRow): [string, string][] {
  // The hash excludes the currency, the picture and the state, because earlier versions did not
  // read these columns. A change of these columns alone is no change of the order: the currency
  // decides whether the order is accepted, and a picture's address may change with the shop.
  return (
    Object.entries(row.cells)
      .filter(([column]) => !NO_CONTENT.has(column))
      // Earlier versions did not read terms either: without values, these columns are no change.
      .filter(([column, text]) => text !== "" || !TERMS.has(column))
      .sort(([a], [b]) => (a < b ? -1 : 1))
  );
}

const NO_CONTENT: ReadonlySet<string> = new Set<Column>(["currency", "imageURL", "state"]);

const TERMS: ReadonlySet<string> = new Set<Column>([
  "payer",
  "collection",
  "declaredValue",
  "waybillNumber",
  "invoiceNumber",
]);

function makeInput(file: FileKnown, order: OrderRows, first: OrderRow): PreparedOrder["made"] {
  const { headings } = file;
  if (order.rows.length > MAX_ITEMS)
    return {
      faults: [rejectWholeRow(headings, first, "MANY_ROWS", `${order.rows.length} / ${MAX_ITEMS}`)],
    };
  const faults = order.rows.flatMap((row) => findFaults(file, row, row === first));
  if (faults.length > 0) return { faults };
  const parsed = shipmentWithTermsSchema.safeParse(shipmentOf(file, order, first));
  if (parsed.success) return { input: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    faults: [
      rejectOtherwise(
        headings,
        first,
        "E1054",
        `${String(issue?.path.at(-1) ?? "row")} ${issue?.message ?? "cannot be read"}.`,
      ),
    ],
  };
}

/** Finds the cells in which a spreadsheet shows an error; a picture's does not matter. */
function findCellErrors(headings: Headings, row: OrderRow): RejectedRow[] {
  return namesOf(row.cells)
    .filter((column) => column !== "imageURL" && isCellError(cell(row, column)))
    .map((column) => reject(headings, row, column, "CELL_ERROR"));
}

function findFaults(file: FileKnown, row: OrderRow, isFirst: boolean): RejectedRow[] {
  const { headings } = file;
  const errors = findCellErrors(headings, row);
  if (errors.length > 0) return errors;
  const faults: RejectedRow[] = [];
  type Code = "BAD_WEIGHT" | "BAD_SIZE" | "BAD_QUANTITY" | "BAD_AMOUNT" | "BAD_DECLARED_VALUE";
  const check = (
    column: NumberColumn,
    code: Code,
    isGood: (number: string) => boolean,
    most = Number.POSITIVE_INFINITY,
  ): void => {
    if (cell(row, column) === "") return;
    const read = numberOf(file.formats, row, column);
    const rare =
      read.kind === "number" && Number(read.text) > most
        ? rareReading(row, column, most)
        : undefined;
    if (rare !== undefined)
      faults.push(reject(headings, row, column, "AMBIGUOUS_NUMBER", rare.join(" / ")));
    else if (read.kind === "ambiguous")
      faults.push(reject(headings, row, column, "AMBIGUOUS_NUMBER", read.readings.join(" / ")));
    else if (read.kind === "none" || !isGood(read.text))
      faults.push(reject(headings, row, column, code));
  };
  for (const column of WITH_DIGITS)
    if (hasLostDigits(cell(row, column))) faults.push(reject(headings, row, column, "LOST_DIGITS"));
  check("quantity", "BAD_QUANTITY", (number) => isSensible(Number(number)));
  if (!isFirst) return faults;
  if (cell(row, "weight") === "") faults.push(reject(headings, row, "weight", "EMPTY_WEIGHT"));
  check("weight", "BAD_WEIGHT", (number) => isSensible(Number(number)), USUAL_KG);
  for (const side of ["length", "width", "height"] as const)
    check(side, "BAD_SIZE", (number) => isSensible(Number(number)), USUAL_CM);
  if (isShortPhone(cell(row, "phone")) && !hasLostDigits(cell(row, "phone")))
    faults.push(reject(headings, row, "phone", "SHORT_PHONE"));
  check("codAmount", "BAD_AMOUNT", (number) => parseMoney(number) !== undefined);
  const amount = numberOf(file.formats, row, "codAmount");
  if (amount.kind === "number" && /\.\d\d\d*[1-9]/.test(amount.text))
    faults.push(reject(headings, row, "codAmount", "AMOUNT_DECIMALS"));
  check("declaredValue", "BAD_DECLARED_VALUE", (number) => parseDeclared(number) !== undefined);
  faults.push(...findTermFaults(headings, row));
  const other = codAmountOf(file, row) === undefined ? undefined : otherCurrency(row);
  if (other !== undefined)
    faults.push(reject(headings, row, other.column, "OTHER_CURRENCY", other.name));
  return faults;
}

/**
 * Usual limits of weight and length. A larger number counts as ambiguous if it could also be read
 * as its thousandth, because heavier or longer parcels are rare.
 */
const USUAL_KG = 100;
const USUAL_CM = 300;

function isSensible(value: number): boolean {
  return value > 0 && value <= 100_000;
}

/** Reads the cash on delivery, as money text; undefined when nothing is collected. */
function codAmountOf({ formats }: FileKnown, row: OrderRow): string | undefined {
  const read = numberOf(formats, row, "codAmount");
  return read.kind === "number" && (parseMoney(read.text) ?? 0) > 0 ? read.text : undefined;
}

function shipmentOf(file: FileKnown, order: OrderRows, first: OrderRow): unknown {
  const get = (column: Column): string => cell(first, column);
  const numberIn = (row: OrderRow, column: NumberColumn): string | undefined => {
    const read = numberOf(file.formats, row, column);
    return read.kind === "number" ? String(Number(read.text)) : undefined;
  };
  const size = (column: NumberColumn): string | undefined => numberIn(first, column);
  const codAmount = codAmountOf(file, first);
  return {
    recipientAddress: {
      name: get("name"),
      phone: get("phone"),
      email: get("email"),
      address1: get("address"),
      districtName: get("district"),
      ...cityIn(get("city")),
      zip: get("zip"),
      countryCode: get("country") === "" ? "TR" : get("country").slice(0, 2),
    },
    length: size("length"),
    width: size("width"),
    height: size("height"),
    weight: size("weight"),
    items: order.rows
      .filter((row) => cell(row, "item") !== "" && !isCancelledRow(row))
      .map((row) => ({
        title: cell(row, "item").slice(0, 300),
        variantTitle: cell(row, "variant").slice(0, 300),
        sku: cell(row, "sku").slice(0, 100),
        ean: cell(row, "ean").slice(0, 50),
        imageURL: pictureOf(cell(row, "imageURL")),
        quantity: numberIn(row, "quantity") ?? "1",
      })),
    productPaymentOnDelivery: codAmount !== undefined,
    order: {
      orderNumber: order.number,
      sourceIdentifier: file.source.identifier,
      notes: get("notes").slice(0, 2000),
      ...(codAmount === undefined ? {} : { totalAmount: codAmount, totalAmountCurrency: CURRENCY }),
      ...termsOf(file.formats, first),
    },
  };
}

/** Reads a city: its name, or its plate code. */
function cityIn(text: string): { readonly cityCode?: string; readonly cityName: string } {
  const cityCode = plateOf(text);
  return cityCode === undefined ? { cityName: text } : { cityCode, cityName: "" };
}

/**
 * Reads the address of a picture; drops any other text, since an order is not rejected for its
 * picture.
 */
function pictureOf(text: string): string {
  return text.length <= 2_000 && /^https?:\/\//i.test(text) ? text : "";
}
