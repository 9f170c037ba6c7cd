/**
 * Job that removes from a carrier what a request for prices has left there, such as the unbought
 * shipment at a marketplace. It runs when the request's offers can no longer be accepted.
 */
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { dropJobs, listUnresolvedIn } from "../../jobs/jobs.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Attempt, Job, JobKind } from "../../jobs/job.ts";
import type { AskedBefore, RemoteCarrier } from "../../shipping/carriers/carrier.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import { listOffersOfKey } from "../../shipping/offers/quote-queue.ts";
import { remoteSubject } from "../../shipping/shipments/consign-shipment.ts";
import { findSnapshot, listTransactionsOf } from "./transactions.store.ts";
import { CARRIER_BACKOFF } from "./purchase-job.ts";
import { CARRIER_TIMEOUT_MS } from "./seller.ts";

const AT_ONCE = 4;
/** Delay before a request is looked at again whose offer is being bought, ms. */
const WHILE_BOUGHT_MS = 60 * 60_000;

const payloadSchema = z.object({ carrierID: z.string() });

/** Creates the kind of job. It never cancels a shipment of which an offer is bought. */
export function createDiscardJobs(deps: WriteDeps & Pick<FulfilmentDeps, "carriers">): JobKind {
  return {
    kind: "discard",
    atOnce: AT_ONCE,
    perLane: 1,
    backoff: CARRIER_BACKOFF,
    timeoutMs: (job) => 4 * (carrierOf(deps, job)?.purchaseDeadlineMs ?? CARRIER_TIMEOUT_MS),
    attempt: (job, signal) => discard(deps, job, signal),
  };
}

/** Longest wait for a marketplace whose account is removed, ms. */
const BEFORE_UNLINK_MS = 10_000;

/**
 * Removes what an account's requests for prices have left at its marketplace, before the account
 * and its token are removed. Other remains stay there.
 */
export async function discardBeforeUnlink(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers">,
  { organizationID }: Pick<Actor, "organizationID">,
  accountID: string,
): Promise<void> {
  const of = { kind: "discard", lane: `discard ${accountID}` } as const;
  const signal = AbortSignal.timeout(BEFORE_UNLINK_MS);
  for (const job of listUnresolvedIn(deps, organizationID, of)) {
    if (signal.aborted) return;
    const { end } = await discard(deps, job, signal);
    if (end !== "DONE") return;
    inTransaction(deps, () => dropJobs(deps, "discard", job.subjectID));
  }
}

async function discard(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers">,
  job: Job,
  signal: AbortSignal,
): Promise<Attempt> {
  const purchase = purchaseOf(deps, job);
  if (purchase === "DONE") return { end: "DONE", error: "" };
  if (purchase === "PENDING")
    return {
      end: "AGAIN",
      error: "",
      at: new Date(Date.parse(deps.now()) + WHILE_BOUGHT_MS).toISOString(),
    };
  const carrier = carrierOf(deps, job);
  // Without its account nobody can ask; the carrier's own rules end the shipment there.
  if (carrier?.discard === undefined)
    return { end: "REFUSED", error: "The carrier is no longer set up." };
  const outcome = await carrier.discard(askedBefore(deps, job), signal);
  if (outcome.outcome === "done") return { end: "DONE", error: "" };
  if (outcome.outcome === "refused")
    // A refused token is replaced by a person.
    return outcome.field === "account"
      ? { end: "AGAIN", error: outcome.reason, isUnsent: true }
      : { end: "REFUSED", error: outcome.reason };
  return { end: "AGAIN", error: outcome.cause, isUnsent: outcome.isUnsent === true };
}

/** Finds the purchase of the request, also another station's; a cancelled one counts as done. */
function purchaseOf(
  deps: ReadDeps,
  { shipmentID, subjectID }: Job,
): "DONE" | "PENDING" | undefined {
  const purchases = shipmentID === null ? [] : listTransactionsOf(deps.db, shipmentID);
  const states = purchases
    .filter(({ status }) => status !== "FAILED")
    .filter(({ id }) => {
      const offer = findSnapshot(deps.db, id)?.offer;
      return offer !== undefined && detailsOf(offer)["key"] === subjectID;
    })
    .map(({ status }) => status);
  return states.length === 0 ? undefined : states.includes("PENDING") ? "PENDING" : "DONE";
}

function askedBefore(deps: ReadDeps & Pick<WriteDeps, "now">, job: Job): AskedBefore {
  const { shipmentID, subjectID: key } = job;
  const { consignment } = shipmentID === null ? {} : remoteSubject(deps, shipmentID);
  return { key, ids: remoteIDs(deps, job), ...(consignment === undefined ? {} : { consignment }) };
}

/** Lists the carrier's ids that the offers of the request name, also of one that was replaced. */
function remoteIDs(deps: ReadDeps, { shipmentID, subjectID }: Job): string[] {
  const offers = shipmentID === null ? [] : listOffersOfKey(deps, shipmentID, subjectID);
  return offers.flatMap((offer) => {
    const { key, shipmentID: id } = detailsOf(offer);
    return key === subjectID && typeof id === "string" ? id : [];
  });
}

function carrierOf(deps: Pick<FulfilmentDeps, "carriers">, job: Job): RemoteCarrier | undefined {
  const { carrierID } = parseJson(job.payload, payloadSchema, "the payload of a job that discards");
  const carrier = deps.carriers.find(carrierID);
  return carrier?.place === "remote" ? carrier : undefined;
}
