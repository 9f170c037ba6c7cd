/**
 * An order file becomes shipments that wait to be packed. Good rows go in, bad rows are listed with
 * line, column and reason, an order that was imported before is left alone: the same file may be
 * read again after any fault. Only one that was cancelled, and whose row in the file has changed,
 * waits again.
 */
import { AppError, isAppError, errors } from "../../base/errors.ts";
import { stepAside } from "../../base/step-aside.ts";
import { inTransaction } from "../../db/change.ts";
import { NeedLeaseError, withLeases } from "../../db/need-lease.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { createShipment } from "../shipments/create-shipment.ts";
import { findImportedOrder, noteContent } from "../shipments/imported-order.ts";
import type { ImportResult, RejectedRow } from "./imports.schema.ts";
import type { OrderFiles } from "./order-file.ts";
import { packRefused, type RefusedFile } from "./refused-rows.ts";
import { SOURCE, type PreparedOrder } from "./prepare-orders.ts";
import { rejectFor, type Headings } from "./reject-row.ts";
import type { RunningImport } from "./running-imports.ts";

const MOST_LISTED = 5_000;
/**
 * The orders of one transaction take as long as its durable write does lately, between these: a
 * slow disk is written less often.
 */
const LEAST_WORK_MS = 2;
const MOST_WORK_MS = 8;

/**
 * Some orders of the file are one transaction: as many as take a few milliseconds, so that other
 * requests wait no longer, and enough to share the cost of a durable write. Other requests go first
 * between two transactions. When the caller has disconnected, or its token has ended, the import
 * stops: orders that are in stay in, and the same file sent again adds the rest.
 *
 * @param sent.body Of the request, as it came.
 * @param sent.keep Gets the rows that were refused, if any were.
 * @param sent.running Notes how far it is; stopped there, it ends with what is in.
 * @throws AppError E2029 when nothing of the file can be read, E2096 when its first line lacks a
 *   column; nothing was imported then. E1085, E2005, E1068, E2036; what `checkCaller` throws
 */
export function importOrders(
  deps: ShippingDeps,
  actor: Actor,
  files: OrderFiles,
  sent: {
    body: Uint8Array;
    running: RunningImport;
    checkCaller: () => Promise<void>;
    keep: (refused: RefusedFile) => void;
  },
): Promise<ImportResult> {
  const { organizationID } = actor;
  const { running } = sent;
  return files.read({ organizationID, ...sent }, async (file) => {
    running.rows = file.rows;
    const pace: Pace = { workMs: LEAST_WORK_MS };
    const result = nothingGathered(file.headings);
    let ended: { readonly error: unknown } | undefined;
    for (let batch = await file.next(); batch !== undefined; batch = await file.next()) {
      result.rejected.push(...batch.rejected);
      let taken = 0;
      do {
        const rest = batch.orders.slice(taken);
        const some = await withLeases(deps, () => takeSome(deps, actor, rest, result, pace)).catch(
          (error: unknown) => ({ error }),
        );
        if (typeof some === "object") {
          if (!(some.error instanceof NeedLeaseError)) throw some.error;
          ended = { error: noNumbers() };
          break;
        }
        taken += some;
        running.done = Math.max(running.done, (batch.orders[taken - 1]?.first.line ?? 1) - 1);
        await stepAside();
        ended = await sent.checkCaller().then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
      } while (ended === undefined && !running.isStopping && taken < batch.orders.length);
      if (ended !== undefined || running.isStopping) break;
    }
    const { added, reopened, known, rejected } = result;
    if (added + reopened > 0) tellDone(deps, actor, { added, reopened });
    if (ended !== undefined) throw ended.error;
    rejected.sort((a, b) => a.line - b.line);
    if (rejected.length > 0) sent.keep(await packRefused(file, result));
    const rejectedCount = new Set(rejected.map(({ line }) => line)).size;
    return {
      fileName: file.fileName,
      isStopped: running.isStopping,
      rows: file.rows,
      added,
      reopened,
      known,
      unread: [...file.unread],
      rejectedCount,
      rejected: rejected.slice(0, MOST_LISTED),
    };
  });
}

function noNumbers(): AppError {
  return errors.numbersUsedUp(
    "The hub that gives new shipment numbers is not reached. Orders that are in stay in: import the same file again when it is, and the rest is added.",
  );
}

/** Takes one order as an import does: by its number, once. @throws AppError E2131, E1068, E2036 */
export async function takeAlone(
  deps: ShippingDeps,
  actor: Actor,
  headings: Headings,
  order: PreparedOrder,
): Promise<{ readonly isAdded: boolean; readonly rejected: readonly RejectedRow[] }> {
  const result = nothingGathered(headings);
  await withLeases(deps, () =>
    takeSome(deps, actor, [order], result, { workMs: LEAST_WORK_MS }),
  ).catch((error: unknown) => {
    throw error instanceof NeedLeaseError ? noNumbers() : error;
  });
  const { added, reopened, rejected } = result;
  if (added + reopened > 0) tellDone(deps, actor, { added, reopened });
  return { isAdded: added + reopened > 0, rejected };
}

/** A limitedAccessUser gets the fact of its own imports only. */
function tellDone(
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

type Gathered = {
  readonly headings: Headings;
  added: number;
  reopened: number;
  known: number;
  readonly rejected: RejectedRow[];
  /** All lines of orders that were refused. */
  readonly lines: Set<number>;
};

function nothingGathered(headings: Headings): Gathered {
  return { headings, added: 0, reopened: 0, known: 0, rejected: [], lines: new Set() };
}

type Pace = { workMs: number };

/**
 * Takes orders for some milliseconds, in one transaction.
 * @returns How many; at least one, if there is any.
 */
function takeSome(
  deps: WriteDeps & Pick<ShippingDeps, "faultPoint" | "geo" | "carriers">,
  actor: Actor,
  orders: readonly PreparedOrder[],
  result: Gathered,
  pace: Pace,
): number {
  if (orders.length === 0) return 0;
  let taken = 0;
  let now = performance.now();
  const until = now + pace.workMs;
  inTransaction(deps, () => {
    for (const order of orders) {
      try {
        takeOrder(deps, actor, order, result);
      } catch (error) {
        if (!(error instanceof NeedLeaseError)) throw error;
        if (taken === 0) throw forSoMany(error, orders.length);
        break; // those before it are taken; the next transaction begins with it
      }
      taken += 1;
      now = performance.now();
      if (now >= until) break;
    }
  });
  const durableMs = performance.now() - now;
  for (let i = 0; i < taken; i += 1) deps.faultPoint("import.row-saved"); // for each, so that their number does not depend on the disk
  pace.workMs = Math.min(
    MOST_WORK_MS,
    Math.max(LEAST_WORK_MS, 0.8 * pace.workMs + 0.2 * durableMs),
  );
  return taken;
}

/** A lease for the orders of the file that are read, and not for one at a time. */
function forSoMany(error: NeedLeaseError, orders: number): NeedLeaseError {
  return error.need.kind === "numbers"
    ? new NeedLeaseError("E2131", { ...error.need, atLeast: orders })
    : error;
}

/**
 * A known order is left alone, unless it was cancelled and its row in the file has changed since it
 * was imported.
 */
function takeOrder(
  deps: WriteDeps & Pick<ShippingDeps, "geo" | "carriers">,
  actor: Actor,
  order: PreparedOrder,
  result: Gathered,
): void {
  const known = findImportedOrder(deps, actor, {
    sourceIdentifier: SOURCE,
    orderNumber: order.number,
  });
  if (known?.contentHash === "") noteContent(deps, known.id, order.hash);
  const isReopened =
    known !== undefined && known.isCancelled && !["", order.hash].includes(known.contentHash);
  if (known !== undefined && !isReopened) {
    result.known += 1;
    return;
  }
  if ("faults" in order.made) return refuse(result, order, order.made.faults);
  const imported = {
    contentHash: order.hash,
    ...(known === undefined ? {} : { orderID: known.id }),
  };
  try {
    createShipment(deps, actor, order.made.input, { needsEmail: false, quote: false, imported });
    if (isReopened) result.reopened += 1;
    else result.added += 1;
  } catch (error) {
    if (
      !isAppError(error) ||
      error instanceof NeedLeaseError ||
      error.code === "E1068" ||
      error.code === "E2036"
    )
      throw error; // no row's fault
    refuse(result, order, [rejectFor(result.headings, order.first, error)]);
  }
}

/**
 * Without the field of an order of several rows: all of them are corrected together, in the file.
 */
function refuse(
  { rejected, lines }: Gathered,
  order: PreparedOrder,
  faults: readonly RejectedRow[],
): void {
  rejected.push(
    ...(order.lines.length === 1 ? faults : faults.map(({ field: _, ...fault }) => fault)),
  );
  for (const line of order.lines) lines.add(line);
}
