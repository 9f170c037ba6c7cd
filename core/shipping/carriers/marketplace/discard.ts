/** Removes what a request for prices has left at another server. */
import { done, type AskedBefore, type Outcome } from "../carrier.ts";
import type { Consignment } from "../consignment.ts";
import type { MarketplaceClient } from "./client.ts";
import type { SellingAccount } from "./mapping.ts";
import { createReturn } from "./quote.ts";
import { readList, readShipment } from "./read-data.ts";
import { callAccepted, failureOutcome, isNotFound } from "./read-failure.ts";
import { readRemote } from "./read-shipment.ts";
import { stateOf } from "./statuses.ts";

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
