/** Reads a shipment at another server. */
import { done, unknown, type Outcome } from "../carrier.ts";
import type { Answer, MarketplaceClient } from "./client.ts";
import { readShipment, type RemoteShipment } from "./read-data.ts";
import { failureOutcome, isNotFound } from "./read-failure.ts";
import { say } from "./say.ts";

/**
 * Reads a shipment there; done with null when the server does not know it. Unknown when the server
 * answers with another shipment, whose state and label are another parcel's.
 */
export async function readRemote(
  client: MarketplaceClient,
  id: string,
  signal: AbortSignal,
): Promise<Outcome<RemoteShipment | null>> {
  const answer = await client.call(
    { operation: "getShipment", method: "GET", path: `/shipments/${encodeURIComponent(id)}` },
    signal,
  );
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed" && isNotFound(answer.value)) return done(null);
  const read = readCreated(client, answer);
  return read.outcome === "done" && read.value.id !== id
    ? unknown(say("anotherShipment", client.server))
    : read;
}

/** Reads the shipment of an answer, such as that to its creation. */
export function readCreated(
  client: MarketplaceClient,
  answer: Outcome<Answer>,
): Outcome<RemoteShipment> {
  const { name } = client.server;
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed") return failureOutcome(name, answer.value);
  const shipment = readShipment(answer.value.value["data"]);
  return shipment === undefined ? unknown(say("noShipment", { name })) : done(shipment);
}
