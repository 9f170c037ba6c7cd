/** Queues one job for each remote carrier that is asked about a shipment. */
import { z } from "zod";
import { parseJsonOr } from "../../base/json.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { RemoteCarrier } from "../carriers/carrier.ts";
import type { ShippingDeps } from "../deps.ts";
import { dropJobs, enqueueJob, findJob } from "../../jobs/jobs.service.ts";
import { enqueueDiscard } from "./discard-queue.ts";
import { listCurrentOffers, type StoredOffer } from "./offers.service.ts";
import { listOffers } from "./offers.store.ts";

type Asked = {
  readonly shipmentID: string;
  readonly requestNo: number;
  readonly carrier: RemoteCarrier;
};

/** Makes the key of a rate request at one carrier. */
function keyOf({ shipmentID, requestNo, carrier }: Asked): string {
  return `${shipmentID}:${requestNo}:${carrier.id}`;
}

/** Lists the offers of the rate request that has a key; of the last one for another key. */
export function listOffersOfKey(deps: ReadDeps, shipmentID: string, key: string): StoredOffer[] {
  const [id, requestNo] = key.split(":");
  return id === shipmentID && requestNo !== undefined
    ? listOffers(deps.db, shipmentID, Number(requestNo))
    : listCurrentOffers(deps, shipmentID);
}

/** Creates the job that asks one carrier; needs an open transaction. */
export function enqueueQuote(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  asked: Asked & { readonly organizationID: string },
): void {
  const { shipmentID, organizationID, requestNo, carrier } = asked;
  const key = keyOf(asked);
  enqueueDiscard(deps, carrier, { key, organizationID, shipmentID });
  enqueueJob(deps, {
    kind: "quote",
    lane: `quote ${carrier.id}`,
    subjectID: `${shipmentID} ${carrier.id}`,
    organizationID,
    shipmentID,
    payload: { carrierID: carrier.id, name: carrier.name, requestNo, key },
    deadlineAt: new Date(Date.parse(deps.now()) + carrier.deadlineMs).toISOString(),
  });
}

/** Returns whether this station has asked a carrier in a rate request. */
export function isAsked(deps: ReadDeps, asked: Asked): boolean {
  const job = findJob(deps, "quote", `${asked.shipmentID} ${asked.carrier.id}`);
  return job !== undefined && keyIn(job.payload) === keyOf(asked);
}

const keySchema = z.object({ key: z.string() });

function keyIn(payload: string): string {
  return parseJsonOr(payload, keySchema, { key: "" }).key;
}

/** Drops the jobs of a shipment before its carriers are asked again; needs an open transaction. */
export function dropQuotes(deps: ReadDeps, shipmentID: string): void {
  dropJobs(deps, "quote", `${shipmentID} `);
}
