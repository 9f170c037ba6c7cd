/**
 * Imports an order file as shipments that wait to be packed. Good rows are imported, bad rows are
 * listed with line, column and reason, and orders that were imported before are compared only
 * (`take-known-order.ts`): the same file can be imported again after any fault. Only one kind of
 * order is imported again: a cancelled order whose row in the file has changed.
 */
import { AppError, isAppError, errors } from "../../base/errors.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import { withLeases, type LeaseNeed } from "../../db/leases.ts";
import { countLeft, missingNumbers } from "../../db/number-blocks.ts";
import { shipmentNumbers } from "../../db/number-range.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { createShipment } from "../shipments/create-shipment.ts";
import { forgetChange } from "../order-changes/compare-row.ts";
import { writeDigests } from "../order-changes/field-digests.ts";
import { contentOf } from "../order-changes/file-content.ts";
import { fileSources } from "../sources/order-sources.service.ts";
import { findImportedOrder, isOfAnotherSource } from "../shipments/imported-order.ts";
import { changesIn, nothingGathered, refuse, type Gathered } from "./gathered.ts";
import type { ImportResult, RejectedRow } from "./imports.schema.ts";
import type { OrderFiles } from "./order-file.ts";
import { packRefused, type RefusedFile } from "./refused-rows.ts";
import { idOf, type PreparedOrder } from "./prepare-orders.ts";
import { rejectFor, type Headings } from "./reject-row.ts";
import type { RunningImport } from "./running-imports.ts";
import { isReopened, takeKnown } from "./take-known-order.ts";

const MOST_LISTED = 5_000;
/**
 * Limits of the time that one transaction works, in ms. Within the limits, the time follows the
 * recent duration of a durable write, so that a slow disk gets fewer writes.
 */
const LEAST_WORK_MS = 2;
const MOST_WORK_MS = 8;

type SentOrders = {
  body: Uint8Array;
  source?: string | undefined;
  running: RunningImport;
  checkCaller: () => Promise<void>;
  keep: (refused: RefusedFile) => void;
};

/**
 * Imports a file. One transaction takes some orders: as many as take a few milliseconds, so that
 * other requests need not wait longer, and enough to share the cost of a durable write. Other
 * requests run between two transactions. The import stops when the caller has disconnected or may
 * no longer import: imported orders stay, and sending the same file again adds the rest.
 *
 * @param sent.body Body of the request, unchanged.
 * @param sent.source Name or id of the file's source; absent: found by the file's headings.
 * @param sent.keep Receives the rejected rows, if there are any.
 * @param sent.running Records the progress; when stopped, the import ends after the current orders.
 * @throws AppError E2029 when the file is unreadable, E2096 when its first line lacks a column,
 * E2290, E2291: nothing was imported. E1085, E2005, E2131, E1068, E2036; those of `checkCaller`
 */
export async function importOrders(
  deps: ShippingDeps,
  actor: Actor,
  files: OrderFiles,
  sent: SentOrders,
): Promise<ImportResult> {
  const { organizationID } = actor;
  const { body, running, checkCaller } = sent;
  const sources = fileSources(deps, actor, sent.source);
  return files.read({ organizationID, body, sources, checkCaller }, async (file) => {
    running.rows = file.rows;
    const pace: Pace = { workMs: LEAST_WORK_MS };
    const result = nothingGathered(file.headings, file.fileName);
    let ended: { readonly error: unknown } | undefined;
    for (let batch = await file.next(); batch !== undefined; batch = await file.next()) {
      result.rejected.push(...batch.rejected);
      let taken = 0;
      do {
        const rest = batch.orders.slice(taken);
        const some = await takeNext(deps, actor, rest, result, pace);
        if (some === 0 && rest.length > 0) {
          ended = { error: noNumbers() };
          break;
        }
        taken += some;
        running.done = Math.max(running.done, (batch.orders[taken - 1]?.first.line ?? 1) - 1);
        await yieldToEventLoop();
        ended = await checkCaller().then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
      } while (ended === undefined && !running.isStopping && taken < batch.orders.length);
      if (ended !== undefined || running.isStopping) break;
    }
    const { added, reopened, known, rejected } = result;
    if (added + reopened > 0) recordDone(deps, actor, { added, reopened });
    if (ended !== undefined) throw ended.error;
    rejected.sort((a, b) => a.line - b.line);
    if (rejected.length > 0) sent.keep(await packRefused(file, result));
    const rejectedCount = new Set(rejected.map(({ line }) => line)).size;
    return {
      fileName: file.fileName,
      source: file.source.name,
      isStopped: running.isStopping,
      rows: file.rows,
      added,
      reopened,
      known,
      ...changesIn(result),
      unread: [...file.unread],
      repairedCount: file.repairedCount,
      repaired: [...file.repaired],
      rejectedCount,
      rejected: rejected.slice(0, MOST_LISTED),
    };
  });
}

function noNumbers(): AppError {
  return errors.numbersUsedUp(
    "The hub that assigns new shipment numbers cannot be reached. Imported orders stay: import the same file again when the hub is back, and the rest is added.",
  );
}

/**
 * Imports one order, once, by its number.
 *
 * @param file.mayChange Whether the order may be a known one, whose content changes.
 * @throws AppError E2131, E1068, E2036
 */
export async function importSingleOrder(
  deps: ShippingDeps,
  actor: Actor,
  { headings, mayChange }: { readonly headings: Headings; readonly mayChange: boolean },
  order: PreparedOrder,
): Promise<{ readonly isAdded: boolean; readonly rejected: readonly RejectedRow[] }> {
  const result = nothingGathered(headings, "");
  const known = findImportedOrder(deps, actor, idOf(order));
  if (!mayChange && known !== undefined && !known.isCancelled)
    return { isAdded: false, rejected: [] };
  const taken = await takeNext(deps, actor, [order], result, { workMs: LEAST_WORK_MS });
  if (taken === 0) throw noNumbers();
  const { added, reopened, rejected } = result;
  if (added + reopened > 0) recordDone(deps, actor, { added, reopened });
  return { isAdded: added + reopened + result.changedCount > 0, rejected };
}

/** Records the end of an import. A limitedAccessUser gets this fact only for its own imports. */
function recordDone(
  deps: WriteDeps,
  actor: Actor,
  payload: { added: number; reopened: number },
): void {
  inTransaction(deps, () =>
    recordFact(deps, {
      topic: "import.done",
      organizationID: actor.organizationID,
      subjectID: actor.organizationID,
      visibleTo: actor.memberID,
      payload,
    }),
  );
}

type Pace = { workMs: number };

/**
 * Imports orders as `takeSome` does. When no shipment number is left for the first order, numbers
 * for all orders are obtained first.
 */
async function takeNext(
  deps: WriteDeps & Pick<ShippingDeps, "faultPoint" | "geo" | "carriers" | "leases">,
  actor: Actor,
  orders: readonly PreparedOrder[],
  result: Gathered,
  pace: Pace,
): Promise<number> {
  const [first] = orders;
  if (first === undefined) return 0;
  const numbers = shipmentNumbers(actor.organizationID);
  const findMissing = (): LeaseNeed | undefined => {
    const missing = missingNumbers(deps.db, numbers, 1);
    return missing === undefined || !needsNumber(deps, actor, first)
      ? undefined
      : { ...missing, atLeast: orders.length };
  };
  return await withLeases(deps, findMissing, () => takeSome(deps, actor, orders, result, pace));
}

/**
 * Imports orders for some milliseconds, in one transaction.
 *
 * @returns Number of processed orders, also known and rejected orders; 0 when no shipment number is
 * left for the first order.
 */
function takeSome(
  deps: WriteDeps & Pick<ShippingDeps, "faultPoint" | "geo" | "carriers">,
  actor: Actor,
  orders: readonly PreparedOrder[],
  result: Gathered,
  pace: Pace,
): number {
  const { db } = deps;
  const made = (): number => result.added + result.reopened;
  const numbers = db.isLeasing
    ? countLeft(db, shipmentNumbers(actor.organizationID).range)
    : Number.POSITIVE_INFINITY;
  const lastMade = made() + numbers;
  let taken = 0;
  let now = performance.now();
  const until = now + pace.workMs;
  inTransaction(deps, () => {
    for (const order of orders) {
      // The next transaction starts with the order that lacks a number.
      if (!takeOrder(deps, actor, order, { result, hasNumber: made() < lastMade })) break;
      taken += 1;
      now = performance.now();
      if (now >= until) break;
    }
  });
  const durableMs = performance.now() - now;
  // one fault point per order, so that their number does not depend on the disk
  for (let i = 0; i < taken; i += 1) deps.faultPoint("import.row-saved");
  pace.workMs = Math.min(
    MOST_WORK_MS,
    Math.max(LEAST_WORK_MS, 0.8 * pace.workMs + 0.2 * durableMs),
  );
  return taken;
}

/**
 * Imports an order. A known order is compared, unless it was cancelled and its row in the file has
 * changed since. Skips an unknown order that is cancelled in the file.
 *
 * @returns False when the order needs a shipment number and none is left.
 */
function takeOrder(
  deps: WriteDeps & Pick<ShippingDeps, "geo" | "carriers">,
  actor: Actor,
  order: PreparedOrder,
  { result, hasNumber }: { readonly result: Gathered; readonly hasNumber: boolean },
): boolean {
  const known = findImportedOrder(deps, actor, idOf(order));
  if (known !== undefined && !isReopened(known, order)) {
    takeKnown(deps, actor, known, order, result);
    return true;
  }
  if (known === undefined && order.isCancelled) {
    result.skipped += 1;
    return true;
  }
  if (known === undefined && isOfAnotherSource(deps, actor, order)) {
    result.known += 1;
    return true;
  }
  if ("faults" in order.made) {
    refuse(result, order, order.made.faults);
    return true;
  }
  if (!hasNumber) return false;
  const { input } = order.made;
  try {
    const content = contentOf(deps, input, (column) => result.headings[column] !== undefined);
    const imported = {
      contentHash: order.hash,
      fieldDigests: writeDigests("", content),
      ...(known === undefined ? {} : { orderID: known.id }),
    };
    createShipment(deps, actor, input, { needsEmail: false, quote: false, imported });
    if (known === undefined) result.added += 1;
    else {
      result.reopened += 1;
      forgetChange(deps, known.id);
    }
  } catch (error) {
    if (!isAppError(error) || error.code === "E1068" || error.code === "E2036") throw error; // the fault belongs to no row
    refuse(result, order, [rejectFor(result.headings, order.first, error)]);
  }
  return true;
}

/** Returns whether importing an order creates a shipment. */
function needsNumber(deps: ReadDeps, actor: Actor, order: PreparedOrder): boolean {
  const known = findImportedOrder(deps, actor, idOf(order));
  const isTaken = known === undefined ? !order.isCancelled : isReopened(known, order);
  return isTaken && !("faults" in order.made);
}
