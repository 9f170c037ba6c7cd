/**
 * An order file becomes shipments that wait to be packed. Good rows go in, bad rows are listed with line, column and
 * reason, an order that was imported before is left alone: the same file may be read again after any fault.
 */
import { AppError, isAppError } from "../base/errors.ts";
import { parseMoney } from "../base/money.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { createShipment } from "../shipments/create-shipment.ts";
import { shipmentInputSchema, type ShipmentInput } from "../shipments/shipments.schema.ts";
import { hasImportedOrder } from "../shipments/shipments.service.ts";
import type { ImportResult, RejectedCode, RejectedRow } from "./imports.schema.ts";
import { readHeader, type Column, type Header } from "./order-columns.ts";
import { readCsv, type CsvRow } from "./read-csv.ts";
import { cell, reject, rejectFor } from "./reject-row.ts";

/** One name for all order files: an order number means the same order in tomorrow's file. */
const SOURCE = "order-file";
/** Orders per commit: few enough that a request waits no longer than some milliseconds, many enough for the disk. */
const BATCH = 10;

type OrderRows = { readonly number: string; readonly rows: CsvRow[] };

/** @throws AppError E2029 when nothing of the file can be read; nothing was imported then. */
export async function importOrders(deps: Deps, actor: Actor, file: { fileName: string; bytes: Uint8Array }): Promise<ImportResult> {
  const [head, ...rows] = readCsv(file.bytes);
  if (head === undefined || rows.length === 0) throw new AppError("E2029", "The file has no rows below its first line.");
  const header = readHeader(head.cells);
  const rejected: RejectedRow[] = [];
  const orders = group(header, rows, rejected);
  let added = 0;
  let known = 0;
  for (let i = 0; i < orders.length; i += BATCH) {
    commit(deps, () => {
      for (const order of orders.slice(i, i + BATCH)) {
        if (hasImportedOrder(deps, { organizationID: actor.organizationID, sourceIdentifier: SOURCE, orderNumber: order.number })) known += 1;
        else if (takeOrder(deps, actor, header, order, rejected)) added += 1;
      }
    });
    deps.pass("import.row-saved");
    await new Promise((resolve) => setImmediate(resolve)); // a long file must not keep a scan waiting
  }
  if (added > 0) commit(deps, () => recordFact(deps, { topic: "import.done", organizationID: actor.organizationID, subjectID: actor.organizationID, payload: { added } }));
  return { fileName: file.fileName, rows: rows.length, added, known, rejected: rejected.sort((a, b) => a.line - b.line) };
}

/** Rows with one order number are the items of one order; the first row says where it goes. */
function group(header: Header, rows: readonly CsvRow[], rejected: RejectedRow[]): OrderRows[] {
  const orders = new Map<string, OrderRows>();
  for (const row of rows) {
    const number = cell(header, row, "orderNumber");
    const first = orders.get(number)?.rows[0];
    if (row.isBroken) rejected.push(reject(header, row, undefined, "OPEN_QUOTE"));
    else if (number === "") rejected.push(reject(header, row, "orderNumber", "NO_ORDER_NUMBER"));
    else if (number.length > 100) rejected.push(reject(header, row, "orderNumber", "LONG_ORDER_NUMBER"));
    else if (first === undefined) orders.set(number, { number, rows: [row] });
    else if (cell(header, first, "name") !== cell(header, row, "name")) {
      rejected.push(reject(header, row, "orderNumber", "ORDER_NUMBER_TAKEN", String(first.line)));
    } else orders.get(number)?.rows.push(row);
  }
  return [...orders.values()];
}

/** @returns Whether it went in; if not, why stands in `rejected`. */
function takeOrder(deps: Deps, actor: Actor, header: Header, order: OrderRows, rejected: RejectedRow[]): boolean {
  const first = order.rows[0];
  if (first === undefined) return false;
  const bad = order.rows.flatMap((row) => findFaults(header, row, row === first));
  if (bad.length > 0) {
    rejected.push(...bad);
    return false;
  }
  try {
    createShipment(deps, actor, shipmentOf(header, order, first), { needsEmail: false, quote: false, imported: true });
    return true;
  } catch (error) {
    if (!isAppError(error) || error.code === "E1068" || error.code === "E2036") throw error; // no row's fault
    rejected.push(rejectFor(header, first, error));
    return false;
  }
}

function findFaults(header: Header, row: CsvRow, isFirst: boolean): RejectedRow[] {
  const faults: RejectedRow[] = [];
  const positive = (column: Column, code: Exclude<RejectedCode, "OTHER">): void => {
    const text = cell(header, row, column);
    if (text !== "" && !(decimal(text) > 0 && decimal(text) <= 100_000)) faults.push(reject(header, row, column, code));
  };
  positive("quantity", "BAD_QUANTITY");
  if (!isFirst) return faults;
  if (cell(header, row, "weight") === "") faults.push(reject(header, row, "weight", "EMPTY_WEIGHT"));
  positive("weight", "BAD_WEIGHT");
  for (const side of ["length", "width", "height"] as const) positive(side, "BAD_SIZE");
  const collect = cell(header, row, "collect");
  if (collect !== "" && !((parseMoney(collect) ?? -1) >= 0)) faults.push(reject(header, row, "collect", "BAD_AMOUNT"));
  return faults;
}

function shipmentOf(header: Header, order: OrderRows, first: CsvRow): ShipmentInput {
  const get = (column: Column): string => cell(header, first, column);
  const size = (column: Column): string | undefined => (get(column) === "" ? undefined : String(decimal(get(column))));
  const collects = get("collect") !== "" && (parseMoney(get("collect")) ?? 0) > 0;
  const parsed = shipmentInputSchema.safeParse({
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
      .filter((row) => cell(header, row, "item") !== "")
      .map((row) => ({ title: cell(header, row, "item").slice(0, 300), variantTitle: cell(header, row, "variant").slice(0, 300), sku: cell(header, row, "sku").slice(0, 100), quantity: cell(header, row, "quantity") || "1" })),
    productPaymentOnDelivery: collects,
    order: {
      orderNumber: order.number,
      sourceIdentifier: SOURCE,
      notes: get("notes").slice(0, 2000),
      ...(collects ? { totalAmount: get("collect"), totalAmountCurrency: "TL" } : {}),
    },
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("E1054", `${String(issue?.path.at(-1) ?? "row")} ${issue?.message ?? "cannot be read"}.`);
}

/** "2,50" and "2.50". */
function decimal(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}
