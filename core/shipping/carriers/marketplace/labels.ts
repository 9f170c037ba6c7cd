/** Cancels and follows labels that were bought at another server, and removes unbought shipments. */
import { instantOf } from "../../../base/units.ts";
import {
  done,
  refused,
  unknown,
  type AskedBefore,
  type BoughtRequest,
  type CarrierFile,
  type Outcome,
  type QuoteDetails,
  type Tracked,
} from "../carrier.ts";
import { unknownLabel } from "../carrier-answers.ts";
import type { OpenLabels } from "../connection.ts";
import type { Consignment } from "../consignment.ts";
import { subCodeSchema } from "../../tracking/tracking.schema.ts";
import type { Accepted, MarketplaceClient } from "./client.ts";
import type { SellingAccount } from "./mapping.ts";
import { createReturn, readRemote } from "./quote.ts";
import { readList, readShipment, type RemoteShipment } from "./read-data.ts";
import { callAccepted, failureOutcome, isNotFound, wordsOf } from "./read-failure.ts";
import { readLabel } from "./sell.ts";
import { stateOf } from "./statuses.ts";

/** Cancels a label there: done when the shipment is cancelled there, also by somebody else. */
export async function cancel(
  client: MarketplaceClient,
  request: BoughtRequest,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { name } = client.server;
  const id = String(request.details["shipmentID"]);
  const answer = await client.call(
    { operation: "cancel", method: "DELETE", path: `/shipments/${encodeURIComponent(id)}` },
    signal,
  );
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "done")
    return await confirmCancelled(client, id, answer.value, signal);
  const failed = answer.value;
  // Shipments are never deleted there, so the token is another organization's, and the label may
  // be in force.
  if (isNotFound(failed))
    return unknownLabel(name, { barcode: request.barcode, isConfirmed: true }, failed.words);
  const outcome = failureOutcome(name, failed);
  if (outcome.outcome !== "refused") return outcome;
  const read = await readRemote(client, id, signal);
  if (read.outcome !== "done") return unknown(wordsOf(name, failed));
  return read.value !== null && stateOf(read.value.statusCode) === "canceled"
    ? done(null)
    : refused("E2022", wordsOf(name, failed), outcome.field);
}

/** Requires that a shipment is cancelled there, since a server may only have taken the request. */
async function confirmCancelled(
  client: MarketplaceClient,
  id: string,
  { value }: Accepted,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const shown = readShipment(value["data"]);
  if (shown?.id === id && stateOf(shown.statusCode) === "canceled") return done(null);
  const read = await readRemote(client, id, signal);
  if (read.outcome !== "done") return unknown(`${client.server.name} has not confirmed it yet.`);
  return read.value === null || stateOf(read.value.statusCode) === "canceled"
    ? done(null)
    : unknown(`${client.server.name} has accepted the cancellation and not carried it out yet.`);
}

/**
 * Reads the file of a label again. Unknown when the server no longer gives it, for example of a
 * cancelled label.
 */
export async function labelAgain(
  client: MarketplaceClient,
  details: QuoteDetails,
  signal: AbortSignal,
): Promise<Outcome<CarrierFile>> {
  const { name } = client.server;
  const read = await readRemote(client, String(details["shipmentID"]), signal);
  if (read.outcome !== "done") return read;
  return read.value === null || read.value.labelURL === ""
    ? refused("E2033", `${name} has no label of this parcel any more.`)
    : await readLabel(client, read.value.labelURL, signal);
}

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
    if (read.value !== null) tracked.push({ purchaseKey, ...stateOfLabel(read.value) });
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

/**
 * Cancels the shipments there that a request for prices has created, unless they were bought. Finds
 * shipments whose ids are not known here by the key.
 *
 * @returns Done with the number of cancelled shipments.
 */
export async function discard(
  client: MarketplaceClient,
  account: SellingAccount,
  { key, ids, consignment }: AskedBefore,
  signal: AbortSignal,
): Promise<Outcome<number>> {
  // A return there does not have our key. Created again under its Idempotency-Key, it is the same.
  const isLostReturn = ids.length === 0 && consignment?.isReturn === true;
  const listed = isLostReturn
    ? await createdReturn({ account, client }, consignment, key, signal)
    : await listOfKey(client, key, signal);
  if (listed.outcome !== "done") return listed;
  let cancelled = 0;
  for (const id of new Set([...ids, ...listed.value])) {
    // Read again just before, since the list may be older than a purchase.
    const read = await readRemote(client, id, signal);
    if (read.outcome !== "done") return read;
    if (read.value === null || stateOf(read.value.statusCode) !== "unbought") continue;
    const answer = await client.call(
      { operation: "discard", method: "DELETE", path: `/shipments/${encodeURIComponent(id)}` },
      signal,
    );
    if (answer.outcome !== "done") return answer;
    if (answer.value.result === "failed" && !isNotFound(answer.value))
      return failureOutcome(client.server.name, answer.value);
    cancelled += 1;
  }
  return done(cancelled);
}

async function createdReturn(
  at: Parameters<typeof createReturn>[0],
  consignment: Consignment,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<readonly string[]>> {
  const created = await createReturn(at, consignment, key, signal);
  return created.outcome === "done" ? done([created.value.id]) : created;
}

/** Lists the shipments there that have our key; a server that ignores the filter lists others too. */
async function listOfKey(
  client: MarketplaceClient,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<readonly string[]>> {
  const answer = await callAccepted(
    client,
    {
      operation: "findShipments",
      method: "GET",
      path: `/shipments?limit=100&storeIdentifier=${encodeURIComponent(key)}`,
    },
    signal,
  );
  if (answer.outcome !== "done") return answer;
  return done(
    readList(answer.value.value["data"]).flatMap((entry) => {
      const shipment = readShipment(entry);
      return shipment === undefined || shipment.sourceIdentifier !== key ? [] : shipment.id;
    }),
  );
}
