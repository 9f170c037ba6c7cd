/**
 * Job that asks a remote carrier for its prices, until its deadline. A late answer, or an answer
 * for an earlier rate request, changes nothing.
 */
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import type { Quotes, RemoteCarrier } from "../carriers/carrier.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import { unknown, type Outcome } from "../carriers/carrier.ts";
import { ineligibleBecause } from "../carriers/ineligible.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import type { Attempt, Job, JobKind } from "../../jobs/job.ts";
import { inTransaction } from "../../db/change.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { enqueueDiscard } from "./discard-queue.ts";
import { saveQuotes, type CarrierAnswer } from "./make-offers.ts";
import { quotesOf, type QuoteSubject } from "./quote-shipment.ts";
import { addToRateRequest, findRateRequest } from "./offers.store.ts";

const AT_ONCE = 64;
const PER_CARRIER = 16;

const payloadSchema = z.object({
  carrierID: z.string(),
  name: z.string(),
  requestNo: z.number().int(),
  /** Absent: the job was written by an earlier version. */
  key: z.string().default(""),
});

/** Reads the shipment's current state, as the data for a rate request. */
export type SubjectOf = (shipmentID: string) => QuoteSubject & { readonly createdBy: string };

/**
 * Creates the kind of job that asks one remote carrier for prices, and writes its offers, or the
 * reason why it has none. A carrier that does not answer in time is listed with that reason, and is
 * not asked again.
 *
 * @param subjectOf Reads the shipment when the job runs.
 */
export function createQuoteJobs(
  deps: WriteDeps & Pick<ShippingDeps, "carriers">,
  subjectOf: SubjectOf,
): JobKind {
  const endWith = (
    job: Job,
    end: "DONE" | "REFUSED",
    error: string,
    ineligible: readonly IneligibleService[],
  ): Attempt => ({ end, error, write: () => complete(deps, job, subjectOf, ineligible) });
  return {
    kind: "quote",
    atOnce: AT_ONCE,
    perLane: PER_CARRIER,
    // An attempt is repeated only after an internal error or a crash; the deadline ends the
    // repetitions.
    backoff: { firstMs: 1_000, largestMs: 1_000, forMs: Infinity },
    timeoutMs: () => 10 * 60_000,
    async attempt(job, signal) {
      const { carrierID, name, key } = payloadOf(job);
      const carrier = deps.carriers.find(carrierID);
      if (carrier?.place !== "remote")
        return endWith(job, "REFUSED", "The carrier is no longer set up.", [
          ineligibleBecause(unnamed(name), "GONE"),
        ]);
      const { consignment } = subjectOf(job.shipmentID ?? "");
      if (consignment === undefined) return endWith(job, "DONE", "", []);
      const outcome = await askForPrices(deps, carrier, { consignment, key }, signal);
      const quotes = quotesOf(carrier, outcome);
      const write = (): void =>
        complete(deps, job, subjectOf, quotes.ineligible, { carrier, quotes });
      if (outcome.outcome === "done") return { end: "DONE", error: "", write };
      return {
        end: "REFUSED",
        error: outcome.outcome === "refused" ? outcome.reason : outcome.cause,
        write,
      };
    },
    overdue: (job) =>
      endWith(job, "REFUSED", "The carrier did not answer in time.", [
        ineligibleBecause(unnamed(payloadOf(job).name), "TOO_LATE"),
      ]),
  };
}

/**
 * Asks remote carriers in parallel, outside of any transaction, each until its deadline. Used by
 * purchases that name a service instead of an offer.
 *
 * @returns The answers; `ineligible` says why a carrier has no offer.
 */
export async function askNow(
  deps: WriteDeps,
  carriers: readonly RemoteCarrier[],
  consignment: NonNullable<QuoteSubject["consignment"]>,
): Promise<CarrierAnswer[]> {
  const asked = carriers.map((carrier) => ({ carrier, key: deps.newId() }));
  inTransaction(deps, () => {
    for (const { carrier, key } of asked)
      enqueueDiscard(deps, carrier, {
        key,
        organizationID: consignment.organizationID,
        shipmentID: null,
      });
  });
  return await Promise.all(
    asked.map(async ({ carrier, key }) => {
      const signal = AbortSignal.timeout(carrier.deadlineMs);
      const outOfTime = new Promise<Outcome<Quotes>>((resolve) =>
        signal.addEventListener(
          "abort",
          () => resolve(unknown("The carrier did not answer in time.")),
          { once: true },
        ),
      );
      const outcome = await Promise.race([
        askForPrices(deps, carrier, { consignment, key }, signal),
        outOfTime,
      ]);
      return {
        carrier,
        quotes:
          outcome.outcome === "unknown" && signal.aborted
            ? { quotes: [], ineligible: [ineligibleBecause(unnamed(carrier.name), "TOO_LATE")] }
            : quotesOf(carrier, outcome),
      };
    }),
  );
}

/**
 * Asks a carrier's adapter. An adapter that throws has a bug; the carrier then counts as not
 * reached.
 */
async function askForPrices(
  deps: Pick<ShippingDeps, "log">,
  carrier: RemoteCarrier,
  {
    consignment,
    key,
  }: { readonly consignment: NonNullable<QuoteSubject["consignment"]>; readonly key: string },
  signal: AbortSignal,
): Promise<Outcome<Quotes>> {
  try {
    return await carrier.quote(consignment, signal, key);
  } catch (err) {
    if (!signal.aborted)
      deps.log.error(
        { carrierID: carrier.id, err },
        "a carrier's adapter failed while it was asked for prices",
      );
    return unknown(err);
  }
}

/**
 * Stores one carrier's answer if its rate request is still the shipment's last; needs an open
 * transaction.
 */
function complete(
  deps: WriteDeps,
  job: Job,
  subjectOf: SubjectOf,
  ineligible: readonly IneligibleService[],
  answer?: CarrierAnswer,
): void {
  const { requestNo } = payloadOf(job);
  const shipmentID = job.shipmentID ?? "";
  const request = findRateRequest(deps.db, shipmentID);
  if (request?.requestNo !== requestNo) return;
  const { consignment, organizationID, createdBy } = subjectOf(shipmentID);
  if (answer !== undefined && consignment !== undefined)
    saveQuotes(deps, { shipmentID, requestNo, consignment }, answer);
  addToRateRequest(deps.db, request, { now: deps.now(), ineligible });
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID,
    subjectID: shipmentID,
    visibleTo: createdBy,
  });
}

function payloadOf(job: Job): z.infer<typeof payloadSchema> {
  return parseJson(job.payload, payloadSchema, "the payload of a job that asks for prices");
}

/** Names a carrier without a service, since the services that it would have offered are unknown. */
function unnamed(name: string): {
  providerCode: string;
  providerServiceCode: string;
  name: string;
} {
  return { providerCode: "", providerServiceCode: "", name };
}
