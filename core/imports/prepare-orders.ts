/** From the rows of a file to orders: grouped by their number, checked as far as no data is needed, with what changed about them known by a hash. */
import { createHash } from "node:crypto";
import { parseMoney } from "../base/money.ts";
import { MAX_ITEMS, shipmentInputSchema, type ShipmentInput } from "../shipments/shipments.schema.ts";
import type { RejectedCode, RejectedRow } from "./imports.schema.ts";
import type { Column } from "./order-columns.ts";
import type { OrderRow } from "./read-csv.ts";
import { cell, reject, rejectOtherwise, type Headings } from "./reject-row.ts";

/** One name for all order files: an order number means the same order in tomorrow's file. */
export const SOURCE = "order-file";

export type PreparedOrder = {
  readonly number: string;
  /** Of everything the file says of it: another hash is another content. */
  readonly hash: string;
  readonly first: OrderRow;
  readonly made: { readonly input: ShipmentInput } | { readonly faults: readonly RejectedRow[] };
};

export type OrderRows = { readonly number: string; readonly rows: OrderRow[] };

/** Rows with one order number are the items of one order; the first row says where it goes. */
export function groupRows(headings: Headings, rows: readonly OrderRow[]): { orders: OrderRows[]; rejected: RejectedRow[] } {
  const orders = new Map<string, OrderRows>();
  const rejected: RejectedRow[] = [];
  for (const row of rows) {
    const number = cell(row, "orderNumber");
    const first = orders.get(number)?.rows[0];
    if (row.isBroken) rejected.push(reject(headings, row, undefined, "OPEN_QUOTE"));
    else if (number === "") rejected.push(reject(headings, row, "orderNumber", "NO_ORDER_NUMBER"));
    else if (number.length > 100) rejected.push(reject(headings, row, "orderNumber", "LONG_ORDER_NUMBER"));
    else if (first === undefined) orders.set(number, { number, rows: [row] });
    else if (cell(first, "name") !== cell(row, "name")) rejected.push(reject(headings, row, "orderNumber", "ORDER_NUMBER_TAKEN", String(first.line)));
    else orders.get(number)?.rows.push(row);
  }
  return { orders: [...orders.values()], rejected };
}

export function prepareOrder(headings: Headings, order: OrderRows): PreparedOrder | undefined {
  const first = order.rows[0];
  if (first === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify(order.rows.map(sortedCells))).digest("hex");
  return { number: order.number, hash, first, made: makeInput(headings, order, first) };
}

/** By the column's name alone: a default sort writes each entry out as text first, which an order of 20,000 rows would notice. */
function sortedCells(row: OrderRow): [string, string][] {
  return Object.entries(row.cells).sort(([a], [b]) => (a < b ? -1 : 1));
}

function makeInput(headings: Headings, order: OrderRows, first: OrderRow): PreparedOrder["made"] {
  if (order.rows.length > MAX_ITEMS) return { faults: [rejectOtherwise(headings, first, `This order has ${order.rows.length} rows; ${MAX_ITEMS} are the most. Split it into several orders.`)] };
  const faults = order.rows.flatMap((row) => findFaults(headings, row, row === first));
  if (faults.length > 0) return { faults };
  const parsed = shipmentInputSchema.safeParse(shipmentOf(order, first));
  if (parsed.success) return { input: parsed.data };
  const [issue] = parsed.error.issues;
  return { faults: [rejectOtherwise(headings, first, `${String(issue?.path.at(-1) ?? "row")} ${issue?.message ?? "cannot be read"}.`)] };
}

function findFaults(headings: Headings, row: OrderRow, isFirst: boolean): RejectedRow[] {
  const faults: RejectedRow[] = [];
  const positive = (column: Column, code: Exclude<RejectedCode, "OTHER">): void => {
    const text = cell(row, column);
    if (text !== "" && !(decimal(text) > 0 && decimal(text) <= 100_000)) faults.push(reject(headings, row, column, code));
  };
  positive("quantity", "BAD_QUANTITY");
  if (!isFirst) return faults;
  if (cell(row, "weight") === "") faults.push(reject(headings, row, "weight", "EMPTY_WEIGHT"));
  positive("weight", "BAD_WEIGHT");
  for (const side of ["length", "width", "height"] as const) positive(side, "BAD_SIZE");
  const collect = cell(row, "collect");
  if (collect !== "" && !((parseMoney(collect) ?? -1) >= 0)) faults.push(reject(headings, row, "collect", "BAD_AMOUNT"));
  return faults;
}

function shipmentOf(order: OrderRows, first: OrderRow): unknown {
  const get = (column: Column): string => cell(first, column);
  const size = (column: Column): string | undefined => (get(column) === "" ? undefined : String(decimal(get(column))));
  const collects = get("collect") !== "" && (parseMoney(get("collect")) ?? 0) > 0;
  return {
    recipientAddress: {
      name: get("name"),
      phone: get("phone"),
      email: get("email"),
      address1: get("address"),
      districtName: get("district"),
      cityName: get("city"),
      zip: get("zip"),
      countryCode: get("country") === "" ? "TR" : get("country").slice(0, 2),
    },
    length: size("length"),
    width: size("width"),
    height: size("height"),
    weight: size("weight"),
    items: order.rows
      .filter((row) => cell(row, "item") !== "")
      .map((row) => ({ title: cell(row, "item").slice(0, 300), variantTitle: cell(row, "variant").slice(0, 300), sku: cell(row, "sku").slice(0, 100), quantity: cell(row, "quantity") || "1" })),
    productPaymentOnDelivery: collects,
    order: {
      orderNumber: order.number,
      sourceIdentifier: SOURCE,
      notes: get("notes").slice(0, 2000),
      ...(collects ? { totalAmount: get("collect"), totalAmountCurrency: "TL" } : {}),
    },
  };
}

/** "2,50" and "2.50". */
function decimal(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}
