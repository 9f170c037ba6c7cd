/**
 * Imports rejected rows that were corrected on the screen: checks them by the rules of their file,
 * and imports each order once, by its number.
 */
import { namesOf } from "../../base/objects.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { importSingleOrder } from "./import-orders.ts";
import type { MendInput, MendResult, RejectedRow } from "./imports.schema.ts";
import type { RefusedRow } from "./order-file-protocol.ts";
import { COLUMNS, type Column } from "./order-columns.ts";
import { groupRows, prepareOrder } from "./prepare-orders.ts";
import { rowOf, type OrderRow } from "./read-csv.ts";
import { findRefused, type RefusedFile } from "./refused-rows.ts";
import { cell, reject, rejectWholeRow } from "./reject-row.ts";

/**
 * Imports corrected rows; a row that was imported already counts as added.
 *
 * @param checkCaller Throws when the caller has disconnected: rows imported by then stay.
 * @throws AppError E2131, E1068, E2036; the errors of `checkCaller`
 */
export async function mendRows(
  deps: ShippingDeps,
  actor: Actor,
  file: RefusedFile,
  sent: { readonly rows: MendInput["rows"]; readonly checkCaller: () => Promise<void> },
): Promise<MendResult> {
  const found = findRefused(file, new Set(sent.rows.map(({ line }) => line)));
  const result: MendResult = { added: [], rejected: [] };
  for (const { line, cells } of sent.rows) {
    const row = found.get(line);
    if (row === undefined) continue;
    const faults = file.mended.has(line) ? [] : await mendRow(deps, actor, file, row, cells);
    if (faults.length > 0) {
      result.rejected.push(...faults);
      continue;
    }
    file.mended.add(line);
    result.added.push(line);
    await yieldToEventLoop();
    await sent.checkCaller();
  }
  return result;
}

/**
 * Imports one corrected row. Returns the remaining faults; empty when the row's order is imported.
 */
async function mendRow(
  deps: ShippingDeps,
  actor: Actor,
  file: RefusedFile,
  refused: RefusedRow,
  cells: Readonly<Record<string, string>>,
): Promise<readonly RejectedRow[]> {
  const { headings } = file;
  const before = rowOf({ headings, at: file.at, unread: [] }, refused.cells, refused.line, false);
  // A row without faults is among the rejected rows because another row of the same order is
  // faulty. Such an order can only be corrected in the file.
  if (refused.faults.length === 0) return [rejectWholeRow(headings, before, "ANOTHER_ROW")];
  if (refused.faults.some(({ field }) => field === undefined)) return refused.faults;
  const row: OrderRow = { ...before, cells: { ...before.cells, ...correctedCells(cells) } };
  const taken = refused.faults.filter(({ code }) => code === "ORDER_NUMBER_TAKEN");
  if (taken.length > 0 && cell(row, "orderNumber") === cell(before, "orderNumber")) return taken;
  const { orders, rejected } = groupRows(headings, [row]);
  const corrected = orders.map((order) => prepareOrder(file, order))[0];
  if (corrected === undefined) return rejected;
  // Another number may be that of another order, which a correction must not change.
  const mayChange = cell(row, "orderNumber") === cell(before, "orderNumber");
  // The hash of the uncorrected row: the same file again is no change of the order.
  const rows = { number: corrected.number, rows: [before] };
  const hash = mayChange ? prepareOrder(file, rows)?.hash : undefined;
  const prepared = { ...corrected, hash: hash ?? corrected.hash };
  const { isAdded, rejected: faults } = await importSingleOrder(
    deps,
    actor,
    { headings, mayChange },
    prepared,
  );
  return isAdded || faults.length > 0
    ? faults
    : [reject(headings, row, "orderNumber", "ORDER_HERE")];
}

function correctedCells(cells: Readonly<Record<string, string>>): Partial<Record<Column, string>> {
  return Object.fromEntries(
    namesOf(COLUMNS).flatMap((column) =>
      cells[column] === undefined ? [] : [[column, cells[column].trim()]],
    ),
  );
}
