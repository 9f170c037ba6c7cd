/**
 * Finds a label that was sold there for a shipment of ours and that this station does not know of:
 * it was bought after the backup from which the station was restored.
 */
import { done, type Outcome } from "../carrier.ts";
import type { MarketplaceClient } from "./client.ts";
import { readList, readShipment } from "./read-data.ts";
import { callAccepted } from "./read-failure.ts";
import { stateOf } from "./statuses.ts";

const PAGE = 100;
/** Pages that are searched, newest first; a server that ignores the page gives the same one. */
const MOST_PAGES = 5;

/**
 * Searches the newest shipments there.
 *
 * @param keys.prefix Start of the keys of all requests for prices of the shipment.
 * @param keys.since Time of the shipment, ISO 8601: what is older there is not its label; "" unknown.
 * @returns Done with the barcode, "" before the server has given one; null when no label was found.
 */
export async function findSold(
  client: MarketplaceClient,
  { prefix, since }: { readonly prefix: string; readonly since: string },
  signal: AbortSignal,
): Promise<Outcome<string | null>> {
  const sortBy = encodeURIComponent("organization_shipment_id desc");
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await callAccepted(
      client,
      {
        operation: "findSold",
        method: "GET",
        path: `/shipments?limit=${PAGE}&page=${page}&sortBy=${sortBy}`,
      },
      signal,
    );
    if (answer.outcome !== "done") return answer;
    const rows = readList(answer.value.value["data"]);
    const shipments = rows.flatMap((entry) => readShipment(entry) ?? []);
    const sold = shipments.find(
      ({ sourceIdentifier, statusCode }) =>
        sourceIdentifier.startsWith(prefix) && ["bought", "open"].includes(stateOf(statusCode)),
    );
    if (sold !== undefined) return done(sold.barcode);
    const isPast = shipments.some(({ createdAt }) => Date.parse(createdAt) < Date.parse(since));
    if (rows.length < PAGE || isPast) return done(null);
  }
  return done(null);
}
