/** Cancels labels that were bought at another server. */
import { done, refused, unknown, type BoughtRequest, type Outcome } from "../carrier.ts";
import { unknownLabel } from "../carrier-answers.ts";
import type { Accepted, MarketplaceClient } from "./client.ts";
import { readShipment } from "./read-data.ts";
import { failureOutcome, isNotFound, wordsOf } from "./read-failure.ts";
import { readRemote } from "./read-shipment.ts";
import { say } from "./say.ts";
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
  if (read.outcome !== "done") return unknown(say("notConfirmed", client.server));
  return read.value === null || stateOf(read.value.statusCode) === "canceled"
    ? done(null)
    : unknown(say("cancelTaken", client.server));
}
