/**
 * Job that lets the orders of a cancelled parcel wait again. It is written in the transaction that
 * cancels, because the copies may lack shipment numbers then, which the hub leases.
 */
import type { WriteDeps } from "../../db/deps.ts";
import type { JobKind } from "../../jobs/job.ts";
import { withShipmentNumbers } from "../../shipping/shipments/create-shipment.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { CARRIER_BACKOFF } from "../transactions/purchase-job.ts";
import { listStranded, releaseOrders } from "./release-orders.ts";

const TIMEOUT_MS = 30_000;

/** Creates the kind of job. */
export function createReleaseJobs(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers" | "leases" | "faultPoint">,
): JobKind {
  return {
    kind: "release",
    atOnce: 1,
    perLane: 1,
    backoff: CARRIER_BACKOFF,
    timeoutMs: () => TIMEOUT_MS,
    async attempt({ subjectID }) {
      const row = findShipmentRow(deps, subjectID);
      if (row === undefined) return { end: "DONE", error: "" };
      deps.faultPoint("release.begun");
      const copies = listStranded(deps, row.id).length + 1;
      await withShipmentNumbers(deps, row, copies, () => releaseOrders(deps, row.id));
      deps.faultPoint("release.saved");
      return { end: "DONE", error: "" };
    },
  };
}
