/** A remote carrier inside the test, whose answers the test gives. */
import { isAppError } from "../../core/base/errors.ts";
import type { Bought, RemoteCarrier } from "../../core/shipping/carriers/carrier.ts";
import { done, refused, unknown, type Outcome } from "../../core/shipping/carriers/outcome.ts";
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

/** Sells at once, cancels at once, and quotes nothing, but for what the test changes. */
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

/** An answer as its outcome: an AppError is a refusal, another error an unknown outcome. */
export async function outcomeOf<T>(answer: Promise<T> | T | Error): Promise<Outcome<T>> {
  try {
    const value = await answer;
    if (value instanceof Error) throw value;
    return done(value);
  } catch (error) {
    return isAppError(error) ? refused(error.code, error.message) : unknown(error);
  }
}

/** Makes an offer one of the far carrier, as its answer would have left it. */
export function sendFar(deps: Pick<Deps, "db">, offerID: string | undefined): string {
  deps.db.raw.prepare("UPDATE offers SET carrier_id = 'far' WHERE id = ?").run(offerID);
  return offerID ?? "";
}

/**
 * The far carrier quotes the same as an offer that is there, for every station to see. Outside of a
 * transaction.
 * @returns The new offer's id.
 */
export function quoteFar(deps: Deps, offerID: string): string {
  const id = deps.newId();
  const { stamp: _, ...offer } =
    deps.db.sql(`SELECT * FROM offers WHERE id = ?`).get(offerID) ?? {};
  inTransaction(deps, () => insertRow(deps.db, "offers", { ...offer, id, carrier_id: "far" }));
  return id;
}

/**
 * Asks the carrier once about an open purchase and writes what came of it, as the queue does.
 * @throws AppError E2008, E2033, E1071
 */
export async function settleNow(deps: Deps, transactionID: string): Promise<void> {
  write(
    deps,
    "buy",
    transactionID,
    await askAboutPurchase(deps, transactionID, new AbortController().signal, {
      mayBeSold: findJob(deps, "buy", transactionID)?.may_be_done === 1,
    }),
  );
  requireBought(deps, transactionID);
}

/** Cancels a shipment, and lets its carrier agree. */
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

/** Asks the carrier of a second label once to void it. */
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
    deps.db.raw
      .prepare("UPDATE jobs SET attempts = ?, state = ?, may_be_done = ? WHERE id = ?")
      .run(
        attempts,
        attempt.end === "AGAIN" ? "WAITING" : attempt.end,
        attempt.end === "AGAIN" ? 1 : 0,
        job.id,
      );
    // An outcome that needs a person is taken for decided: the carrier's next answer counts.
    attempt.write?.();
    if (attempt.end === "AGAIN" && kind === "buy")
      createPurchaseJobs(deps).noteAgain?.(job, attempts);
  });
}
