/**
 * An order file becomes shipments that wait to be packed. Good rows go in, bad rows are listed with line, column and
 * reason, an order that was imported before is left alone: the same file may be read again after any fault. Only one that
 * was cancelled, and of which the file says something new, waits again.
 */
import { isAppError } from "../base/errors.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { createShipment } from "../shipments/create-shipment.ts";
import { findImportedOrder, noteContent } from "../shipments/imported-order.ts";
import type { ImportResult, RejectedRow } from "./imports.schema.ts";
import type { OrderFiles } from "./order-file.ts";
import { SOURCE, type PreparedOrder } from "./prepare-orders.ts";
import { rejectFor, type Headings } from "./reject-row.ts";

const MOST_LISTED = 5_000;

/**
 * A batch of the file is one commit: few enough orders to block other requests for some milliseconds only, enough to
 * share the cost of a durable write. Other work runs between two batches. When the caller has gone, or its token has ended,
 * the import stops: orders that are in stay in, and the same file sent again adds the rest.
 *
 * @param sent.body Of the request, as it came.
 * @throws AppError E2029 when nothing of the file can be read; nothing was imported then. E1085, E2005, E1068, E2036; what `checkCaller` throws
 */
export function importOrders(deps: Deps, actor: Actor, files: OrderFiles, sent: { body: Uint8Array; checkCaller: () => Promise<void> }): Promise<ImportResult> {
  const { organizationID } = actor;
  return files.read({ organizationID, ...sent }, async (file) => {
    const result: Gathered = { headings: file.headings, added: 0, reopened: 0, known: 0, rejected: [] };
    let ended: { readonly error: unknown } | undefined;
    for (let batch = await file.next(); batch !== undefined; batch = await file.next()) {
      const { orders } = batch;
      result.rejected.push(...batch.rejected);
      if (orders.length > 0) {
        commit(deps, () => {
          for (const order of orders) takeOrder(deps, actor, order, result);
        });
      }
      deps.pass("import.row-saved");
      ended = await sent.checkCaller().then(() => undefined, (error: unknown) => ({ error }));
      if (ended !== undefined) break;
    }
    const { added, reopened, known, rejected } = result;
    if (added + reopened > 0) tellDone(deps, actor, { added, reopened });
    if (ended !== undefined) throw ended.error;
    rejected.sort((a, b) => a.line - b.line);
    return { fileName: file.fileName, rows: file.rows, added, reopened, known, rejectedCount: rejected.length, rejected: rejected.slice(0, MOST_LISTED) };
  });
}

/** A limitedAccessUser gets the fact of its own imports only. */
function tellDone(deps: Deps, actor: Actor, payload: { added: number; reopened: number }): void {
  commit(deps, () => recordFact(deps, { topic: "import.done", organizationID: actor.organizationID, subjectID: actor.organizationID, visibleTo: actor.memberID, payload }));
}

type Gathered = { readonly headings: Headings; added: number; reopened: number; known: number; readonly rejected: RejectedRow[] };

/** A known order is left alone, unless it was cancelled and the file says something else of it than when it came. */
function takeOrder(deps: Deps, actor: Actor, order: PreparedOrder, result: Gathered): void {
  const known = findImportedOrder(deps, actor, { sourceIdentifier: SOURCE, orderNumber: order.number });
  if (known?.contentHash === "") noteContent(deps, known.id, order.hash);
  const isReopened = known !== undefined && known.isCancelled && !["", order.hash].includes(known.contentHash);
  if (known !== undefined && !isReopened) {
    result.known += 1;
    return;
  }
  if ("faults" in order.made) return void result.rejected.push(...order.made.faults);
  const imported = { contentHash: order.hash, ...(known === undefined ? {} : { orderID: known.id }) };
  try {
    createShipment(deps, actor, order.made.input, { needsEmail: false, quote: false, imported });
    if (isReopened) result.reopened += 1;
    else result.added += 1;
  } catch (error) {
    if (!isAppError(error) || error.code === "E1068" || error.code === "E2036") throw error; // no row's fault
    result.rejected.push(rejectFor(result.headings, order.first, error));
  }
}
