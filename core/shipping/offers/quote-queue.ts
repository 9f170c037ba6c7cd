/** Queues one job for each remote carrier that is asked about a shipment. */
import type { ReadDeps } from "../../db/deps.ts";
import type { RemoteCarrier } from "../carriers/carrier.ts";
import type { ShippingDeps } from "../deps.ts";
import { dropJobs, enqueueJob } from "../../jobs/jobs.service.ts";

/** Creates the job that asks one carrier; needs an open transaction. */
export function enqueueQuote(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  asked: {
    readonly shipmentID: string;
    readonly organizationID: string;
    readonly requestNo: number;
    readonly carrier: RemoteCarrier;
  },
): void {
  const { shipmentID, organizationID, requestNo, carrier } = asked;
  enqueueJob(deps, {
    kind: "quote",
    lane: `quote ${carrier.id}`,
    subjectID: `${shipmentID} ${carrier.id}`,
    organizationID,
    shipmentID,
    payload: { carrierID: carrier.id, name: carrier.name, requestNo },
    deadlineAt: new Date(Date.parse(deps.now()) + carrier.deadlineMs).toISOString(),
  });
}

/** Drops the jobs of a shipment before its carriers are asked again; needs an open transaction. */
export function dropQuotes(deps: ReadDeps, shipmentID: string): void {
  dropJobs(deps, "quote", `${shipmentID} `);
}
