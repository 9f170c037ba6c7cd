/**
 * Gives up a purchase whose carrier has the order and has not made its label yet: the carrier
 * cancels the order, then the purchase fails and its held funds are released.
 *
 * The purchase's own job asks, so that buying and giving up never run at once. A refusal leaves the
 * decision to a person, because the carrier may have the order, or its label, at another login.
 */
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { Attempt, Job } from "../../jobs/job.ts";
import { changePayload, restartWith } from "../../jobs/change-payload.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { loginOf } from "../../shipping/accounts/accounts.service.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import { getShipmentRow, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { GIVEN_UP, isNotReady, showStuck } from "./open-purchases.ts";
import { findSeller } from "./seller.ts";
import { refusePurchase } from "./settle-purchase.ts";
import { getSnapshot, getTransactionRow, listLiveTransactions } from "./transactions.store.ts";

type GiveUpDeps = WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">;

const payloadSchema = z.object({
  /** Whether the carrier is asked to cancel the order, in place of its label. */
  isGivenUp: z.boolean().optional(),
  /** Login at which an attempt may have cancelled the order; "" for a carrier without accounts. */
  mayBeCancelledAt: z.string().optional(),
});

/** Returns whether a purchase's job asks the carrier to cancel the order. */
export function isGivenUp(job: Pick<Job, "payload">): boolean {
  return payloadOf(job).isGivenUp === true;
}

function payloadOf({ payload }: Pick<Job, "payload">): z.output<typeof payloadSchema> {
  return parseJson(payload, payloadSchema, "the payload of a job that buys");
}

/**
 * Gives up the waiting purchases of a shipment, and waits for their carriers. Skips a purchase that
 * is being asked for at this moment, whose carrier accepts no cancellations, or that needs a
 * person.
 *
 * @throws AppError E1051; E2008 when a carrier has not answered yet: the job asks again, or a
 *   person must decide.
 */
export async function giveUpPurchases(
  deps: GiveUpDeps & Pick<FulfilmentDeps, "jobs">,
  actor: Actor,
  shipmentID: string,
): Promise<void> {
  const { id } = getShipmentRow(deps, actor, shipmentID);
  if (!listLiveTransactions(deps.db, id).some(isNotReady)) return;
  const asked = inTransaction(deps, () => beginGivingUp(deps, id));
  if (asked.length === 0) return;
  const ends = asked.map(({ jobID }) => deps.jobs.whenEnded(jobID));
  deps.jobs.wake();
  await Promise.all(ends);
  for (const { transactionID } of asked) requireGivenUp(deps, transactionID);
}

function beginGivingUp(
  deps: GiveUpDeps,
  shipmentID: string,
): { readonly transactionID: string; readonly jobID: string }[] {
  return listLiveTransactions(deps.db, shipmentID)
    .filter(isNotReady)
    .flatMap(({ id }) => {
      // Only the station that buys has the job.
      const job = findJob(deps, "buy", id);
      if (job?.state !== "WAITING") return [];
      if (findSeller(deps, getSnapshot(deps.db, id).offer)?.cancel === undefined) return [];
      restartWith(deps, job.id, { ...payloadOf(job), isGivenUp: true });
      return { transactionID: id, jobID: job.id };
    });
}

/** A purchase that got its label meanwhile passes: its label is cancelled like any other. */
function requireGivenUp(deps: ReadDeps, transactionID: string): void {
  if (getTransactionRow(deps.db, transactionID).status !== "PENDING") return;
  const job = findJob(deps, "buy", transactionID);
  throw errors.outcomeUnknown(
    job?.state === "NEEDS_PERSON"
      ? job.lastError
      : "The carrier has not answered yet whether it cancels this order. The station asks again; until then the shipment stays unchanged.",
  );
}

/** Asks the carrier once to cancel the order of an open purchase. */
export async function askToGiveUp(
  deps: GiveUpDeps,
  job: Job,
  signal: AbortSignal,
): Promise<Attempt> {
  const row = getTransactionRow(deps.db, job.subjectID);
  if (row.status !== "PENDING") return { end: "DONE", error: "" };
  const snapshot = getSnapshot(deps.db, row.id);
  const seller = findSeller(deps, snapshot.offer);
  if (seller?.cancel === undefined)
    return {
      end: "AGAIN",
      error: "The carrier of this purchase is no longer set up.",
      isUnsent: true,
    };
  const { accountID } = seller;
  const login = accountID === undefined ? "" : loginOf(deps.db, accountID);
  const payload = payloadOf(job);
  const isRepeated = payload.mayBeCancelledAt === login;
  // Written before the call, so that an attempt that a crash ends counts too.
  if (!isRepeated)
    inTransaction(deps, () => changePayload(deps, job.id, { ...payload, mayBeCancelledAt: login }));
  const outcome = await seller.cancel(
    {
      key: `${row.id} cancel`,
      purchaseKey: row.id,
      consignment: consignmentOfPurchase(deps, requireShipment(deps, row.shipmentID), snapshot),
      barcode: "",
      trackingNumber: "",
      details: detailsOf(snapshot.offer),
      // The carrier has accepted the order, so its answer that it does not know the order proves a
      // cancellation only after an attempt at the same login that may have cancelled it.
      isConfirmed: !isRepeated,
    },
    signal,
  );
  if (outcome.outcome === "unknown") {
    const isUnsent = outcome.isUnsent === true;
    const write = () => changePayload(deps, job.id, payload);
    return { end: "AGAIN", error: outcome.cause, isUnsent, ...(isUnsent ? { write } : {}) };
  }
  if (outcome.outcome === "refused")
    return {
      end: "NEEDS_PERSON",
      error: refusedText(row.id, outcome.reason),
      write() {
        changePayload(deps, job.id, {});
        showStuck(deps, row.id);
      },
    };
  return {
    end: "REFUSED",
    error: GIVEN_UP,
    write: () => void refusePurchase(deps, row, { code: "E2033", reason: GIVEN_UP }),
  };
}

function refusedText(key: string, reason: string): string {
  return `The carrier did not cancel the order ${key} ("${reason}"). Ask the carrier whether it has the order or a label of it. If it has neither, end the purchase here as not done: its held amount is released. Or try it again: the carrier is then asked for the label.`;
}
