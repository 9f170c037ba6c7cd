/**
 * Sorts a list of shipments or the results of a search. The answer has sequence numbers, so that
 * the window knows every position at once and reads only the rows that it shows.
 */
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { MOST_SORTED, sortedListOf } from "../../http/sorted.schema.ts";
import type { ShippingDeps } from "../deps.ts";
import { matchesOf } from "./list-shipment-rows.ts";
import { rowFilterOf } from "./list-shipments.ts";
import { findsAll, readsIndexed } from "./search-index.ts";
import { INDEXED_COLUMNS, type SortedShipments } from "./shipment-rows.schema.ts";
import type { SortedQuery } from "./shipments-query.schema.ts";
import * as store from "./sort-shipments.store.ts";

/**
 * Lists sequence numbers in an order.
 *
 * @throws AppError E1085, E2052
 */
export async function sortShipments(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: SortedQuery,
): Promise<SortedShipments> {
  const filter = rowFilterOf(deps, actor, { ...query, filter: "" });
  const matches = matchesOf(query.filter);
  if (matches === null && query.filter.trim() !== "")
    return { seqs: [], isMore: false, isPartial: false };
  const isIndexedOnly = await readsIndexed(
    deps,
    matches === null ? filter : { ...filter, match: matches.match },
    "updated_at desc",
  );
  const limit = MOST_SORTED + 1;
  const isPartial = matches !== null && !findsAll(deps);
  if (query.sortBy === undefined && matches !== null)
    return {
      ...sortedListOf(await store.listBest(deps.reader, { filter, matches }, limit)),
      isPartial,
    };
  const by = query.sortBy ?? "number";
  const asked = { filter, matches, isIndexedOnly };
  const isIndexed = INDEXED_COLUMNS.some((column) => column === by);
  if (!isIndexed && (await store.countUpTo(deps.reader, asked, limit)) === limit)
    return { seqs: [], isMore: true, isPartial };
  const isAscending = query.isAscending === true;
  const seqs = await store.listSorted(deps.reader, asked, { by, isAscending, limit });
  return { ...sortedListOf(seqs), isPartial };
}
