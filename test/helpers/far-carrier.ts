/** A remote carrier inside the test, with answers that the test sets. */
import { isAppError } from "../../core/base/errors.ts";
import type { Bought, RemoteCarrier } from "../../core/shipping/carriers/carrier.ts";
import { done, refused, unknown, type Outcome } from "../../core/shipping/carriers/carrier.ts";
import { inTransaction, insertRow } from "../../core/db/change.ts";
import type { Deps } from "../../core/deps.ts";
import type { Attempt } from "../../core/jobs/job.ts";
import { findJob } from "../../core/jobs/jobs.service.ts";
import { askToCancel } from "../../core/fulfilment/transactions/cancel-job.ts";
import { beginCancel } from "../../core/fulfilment/transactions/cancel-shipment.ts";
import { readCancelPayload } from "../../core/fulfilment/transactions/void-job.ts";
import {
  askAboutPurchase,
  createPurchaseJobs,
} from "../../core/fulfilment/transactions/purchase-job.ts";
import { requireBought } from "../../core/fulfilment/transactions/transactions.service.ts";
import type { Actor } from "../../core/http/actor.ts";

export const LABEL: Bought = {
  barcode: "REMOTE0001",
  trackingNumber: "T1",
  trackingUrl: "",
  carrierName: "Far",
};

/**
 * Creates a carrier that sells and cancels at once and quotes nothing, except for the test's
 * changes.
 */
export function farCarrier(change: Partial<RemoteCarrier> = {}): RemoteCarrier {
  return {
    id: "far",
    kind: "marketplace",
    name: "Far",
    place: "remote",
    can: new Set(["quote", "buy", "cancel"]),
    deadlineMs: 5_000,
    quote: () => Promise.resolve(done({ quotes: [], ineligible: [] })),
    buy: () => Promise.resolve(done(LABEL)),
    cancel: () => Promise.resolve(done(null)),
    ...change,
  };
}

/**
 * Converts an answer to an outcome: an AppError is a refusal, any other error an unknown outcome.
 */
export async function outcomeOf<T>(answer: Promise<T> | T | Error): Promise<Outcome<T>> {
  try {
    const value = await answer;
    if (value instanceof Error) throw value;
    return done(value);
  } catch (error) {
    return isAppError(error) ? refused(error.code, error.message) : unknown(error);
  }
}

/** Moves an offer to the far carrier, as if that carrier had made it. */
export function sendFar(deps: Pick<Deps, "db">, offerID: string | undefined): string {
  deps.db.raw.prepare("UPDATE offers SET carrier_id = 'far' WHERE id = ?").run(offerID);
  return offerID ?? "";
}

/**
 * Adds an offer of the far carrier that copies an existing offer, synced to every station. Must not
 * be called inside a transaction.
 * @returns The new offer's id.
 */
export function quoteFar(deps: Deps, offerID: string): string {
  const id = deps.newId();
  const { stamp: _, ...offer } =
    deps.db.sql(`SELECT * FROM offers WHERE id = ?`).get(offerID) ?? {};
  inTransaction(deps, () => insertRow(deps.db, "offers", { ...offer, id, carrierID: "far" }));
  return id;
}

/**
 * Asks the carrier once about an open purchase and writes the outcome, as the queue does.
 * @throws AppError E2008, E2033, E1071
 */
export async function settleNow(deps: Deps, transactionID: string): Promise<void> {
  write(
    deps,
    "buy",
    transactionID,
    await askAboutPurchase(deps, transactionID, new AbortController().signal, {
      mayBeSold: findJob(deps, "buy", transactionID)?.mayBeDone === 1,
    }),
  );
  requireBought(deps, transactionID);
}

/** Cancels a shipment, and the carrier agrees. */
export async function cancelNow(deps: Deps, actor: Actor, shipmentID: string): Promise<void> {
  for (const { transactionID } of beginCancel(deps, actor, shipmentID)) {
    write(
      deps,
      "cancel",
      transactionID,
      await askToCancel(
        deps,
        { transactionID, memberID: actor.memberID },
        new AbortController().signal,
      ),
    );
  }
}

/** Asks the carrier once to void a second label. */
export async function voidNow(deps: Deps, transactionID: string): Promise<void> {
  const job = findJob(deps, "cancel", transactionID);
  write(
    deps,
    "cancel",
    transactionID,
    await askToCancel(
      deps,
      { transactionID, ...readCancelPayload(job?.payload ?? "") },
      new AbortController().signal,
    ),
  );
}

function write(deps: Deps, kind: "buy" | "cancel", subjectID: string, attempt: Attempt): void {
  inTransaction(deps, () => {
    const job = findJob(deps, kind, subjectID);
    if (job === undefined) throw new Error(`${kind} ${subjectID} has no job`);
    const attempts = job.attempts + 1;
    // Unlike the queue, clears may_be_done also when the outcome needs a person, so that the
    // carrier's next answer applies.
    deps.db.raw
      .prepare("UPDATE jobs SET attempts = ?, state = ?, may_be_done = ? WHERE id = ?")
      .run(
        attempts,
        attempt.end === "AGAIN" ? "WAITING" : attempt.end,
        attempt.end === "AGAIN" ? 1 : 0,
        job.id,
      );
    attempt.write?.();
    if (attempt.end === "AGAIN" && kind === "buy")
      createPurchaseJobs(deps).noteAgain?.(job, attempts);
  });
}
