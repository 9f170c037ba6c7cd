/** Follows labels that were bought at another server, one by one or by its lists. */
import { instantOf } from "../../../base/units.ts";
import { done, type BoughtRequest, type Outcome, type Tracked } from "../carrier.ts";
import type { OpenLabels } from "../connection.ts";
import { subCodeSchema } from "../../tracking/tracking.schema.ts";
import type { MarketplaceClient } from "./client.ts";
import { readList, readShipment, type RemoteShipment } from "./read-data.ts";
import { callAccepted } from "./read-failure.ts";
import { readRemote } from "./read-shipment.ts";
import { stateOf } from "./statuses.ts";

/** Reads the state of labels. */
export async function track(
  client: MarketplaceClient,
  requests: readonly BoughtRequest[],
  signal: AbortSignal,
): Promise<Outcome<readonly Tracked[]>> {
  const tracked: Tracked[] = [];
  for (const { details, purchaseKey } of requests) {
    const read = await readRemote(client, String(details["shipmentID"]), signal);
    if (read.outcome !== "done") return read;
    if (read.value === null) continue;
    tracked.push(
      stateOf(read.value.statusCode) === "canceled"
        ? { purchaseKey, events: [], isCancelled: true }
        : { purchaseKey, ...stateOfLabel(read.value) },
    );
  }
  return done(tracked);
}

/** States of shipments with a label in force, those that change most often first. */
const OPEN_STATES = [
  "SHIPPED",
  "RETURN_SHIPPED",
  "FAILED",
  "LABEL_PRINTED",
  "TRACKING_CODE_CREATED",
] as const;
const PAGE = 100;

/** Lists the labels in force there, state by state, 100 in a page. */
export async function listOpen(
  client: MarketplaceClient,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<OpenLabels>> {
  const [at = 0, page = 1] = (cursor ?? "0 1").split(" ").map(Number);
  const answer = await callAccepted(
    client,
    {
      operation: "listShipments",
      method: "GET",
      path: `/shipments?statusFilter=${OPEN_STATES[at] ?? ""}&limit=${PAGE}&page=${page}`,
    },
    signal,
  );
  if (answer.outcome !== "done") return answer;
  const rows = readList(answer.value.value["data"]);
  const isLast = rows.length < PAGE;
  const next = isLast ? `${at + 1} 1` : `${at} ${page + 1}`;
  return done({
    labels: rows.flatMap((row) => {
      const shipment = readShipment(row);
      if (shipment === undefined) return [];
      const { id, barcode } = shipment;
      return { id, barcode, state: stateOfLabel(shipment) };
    }),
    next: isLast && at + 1 >= OPEN_STATES.length ? undefined : next,
  });
}

function stateOfLabel(shipment: RemoteShipment): Omit<Tracked, "purchaseKey"> {
  const { trackingNumber, trackingUrl, trackingStatus: status } = shipment;
  const atMs = Date.parse(status?.statusDate ?? "");
  const code = status?.trackingSubStatusCode ?? "";
  const known = subCodeSchema.safeParse(code).data;
  return {
    ...(trackingNumber === "" ? {} : { trackingNumber }),
    ...(trackingUrl === "" ? {} : { trackingUrl }),
    events:
      status === null || Number.isNaN(atMs)
        ? []
        : [
            {
              subCode: known ?? "other",
              // The code of a status that is not known here is shown as it came.
              description:
                known === undefined
                  ? `${code} ${status.statusDetails}`.trim()
                  : status.statusDetails,
              location: status.locationName,
              at: instantOf(atMs),
            },
          ],
  };
}
