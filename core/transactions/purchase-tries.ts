/**
 * When the carrier of an open purchase is asked, and asked again: each try takes the purchase for as long as the carrier is
 * awaited, and a try that ends without an outcome, also by a bug of ours, puts the next one off. So no purchase is asked about
 * twice at once by one clock, and none that cannot be asked about is tried without a wait.
 */
import { ERRORS } from "../base/errors.ts";
import type { Carrier } from "../carriers/carrier.ts";
import { commit } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { changeShipment, requireShipment } from "../shipments/shipments.service.ts";
import { findTransactionRow, markAttempt, markTaken, type TransactionRow } from "./transactions.store.ts";

/** How long a carrier is awaited, unless it names a time of its own, before its outcome counts as unknown. */
const CARRIER_TIMEOUT_MS = 30_000;
const FIRST_RETRY_MS = 2_000;
/** No wait for the next try is longer. */
export const LAST_RETRY_MS = 10 * 60_000;
/** From so many tries on the shipment says that its purchase is stuck. */
const SHOWN_FROM = 5;

/** @returns ms */
export function purchaseDeadlineMs(carrier: Carrier | undefined): number {
  return carrier?.place === "remote" ? (carrier.purchaseDeadlineMs ?? CARRIER_TIMEOUT_MS) : CARRIER_TIMEOUT_MS;
}

/** When a try that begins at `now` is surely over: no other try may begin before. */
export function afterThisTry(now: string, carrier: Carrier | undefined): string {
  return new Date(Date.parse(now) + purchaseDeadlineMs(carrier) + FIRST_RETRY_MS).toISOString();
}

/** Whether this station has asked so often about an open purchase that its shipment says so. */
export function isStuck({ status, attempts }: Pick<TransactionRow, "status" | "attempts">): boolean {
  return status === "PENDING" && attempts >= SHOWN_FROM;
}

/** Takes a due purchase for one try. @returns false when it is no longer open, or another try has taken it. */
export function takeForTry(deps: Deps, row: TransactionRow, carrier: Carrier | undefined): boolean {
  return commit(deps, () => markTaken(deps.db, { id: row.id, due: row.next_attempt_at, until: afterThisTry(deps.now(), carrier) }));
}

/** Puts the next try off: twice as long each time. @returns false when the purchase is no longer open; nothing was written then. */
export function postpone(deps: Deps, transactionID: string, error: unknown): boolean {
  return commit(deps, () => {
    const row = findTransactionRow(deps.db, transactionID);
    if (row?.status !== "PENDING") return false;
    const attempts = row.attempts + 1;
    const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
    const errorMessage = error instanceof Error ? error.message : String(error);
    deps.log.warn({ transactionID, attempts, waitMs, errorMessage }, "the outcome of a purchase is not known; it will be asked again");
    if (attempts === SHOWN_FROM) changeShipment(deps, requireShipment(deps, row.shipment_id), { last_error_code: "E2008", last_error_message: ERRORS.E2008.message });
    return markAttempt(deps.db, transactionID, { attempts, nextAttemptAt: new Date(Date.parse(deps.now()) + waitMs).toISOString() });
  });
}
