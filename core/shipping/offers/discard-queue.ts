/**
 * Queues the removal of what a carrier keeps of a request for prices. The job is written before the
 * carrier is asked, so that also a request without an answer leaves nothing there.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { RemoteCarrier } from "../carriers/carrier.ts";
import type { ShippingDeps } from "../deps.ts";
import { dropJobs, enqueueJob } from "../../jobs/jobs.service.ts";
import { detailsOf, type StoredOffer } from "./offers.service.ts";

/** Later than the offers can be accepted, and less than a day after the request. */
const AFTER_MS = 22 * 60 * 60_000;

type Asked = {
  readonly key: string;
  readonly organizationID: string;
  /** Null: the shipment is not stored yet. */
  readonly shipmentID: string | null;
};

/** Creates the job if the carrier keeps something; needs an open transaction. */
export function enqueueDiscard(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  carrier: Pick<RemoteCarrier, "id" | "discard">,
  asked: Asked,
): void {
  if (carrier.discard !== undefined) enqueue(deps, carrier.id, asked);
}

/** Creates the job again after the purchase of an offer was refused; needs an open transaction. */
export function discardUnbought(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  offer: StoredOffer,
): void {
  const { key } = detailsOf(offer);
  if (typeof key !== "string") return;
  const { organizationID, shipmentID } = offer;
  enqueue(deps, offer.carrierID, { key, organizationID, shipmentID });
}

/** Drops the job because an offer of its request is being bought; needs an open transaction. */
export function keepForPurchase(deps: ReadDeps, offer: Pick<StoredOffer, "details">): void {
  const { key } = detailsOf(offer);
  if (typeof key === "string") dropJobs(deps, "discard", key);
}

function enqueue(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  carrierID: string,
  { key, organizationID, shipmentID }: Asked,
): void {
  enqueueJob(deps, {
    kind: "discard",
    lane: `discard ${carrierID}`,
    subjectID: key,
    organizationID,
    shipmentID,
    payload: { carrierID },
    at: new Date(Date.parse(deps.now()) + AFTER_MS).toISOString(),
  });
}
