/**
 * What lists and free text find shipments by: the words, and for a new shipment the indexes of
 * filters and sorts. They are written a moment after the change, many shipments at once, and at the
 * latest before the next list that needs them. Written one by one they would cost a purchase more
 * than all its other rows.
 */
import { setImmediate } from "node:timers/promises";
import { guarded } from "../../base/guarded.ts";
import { fold } from "../../base/text.ts";
import { countUses, type AddressRow } from "../addresses/addresses.service.ts";
import { inTransaction } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ListFilter } from "./list-conditions.store.ts";
import { gatherAddresses } from "./shipment-parts.ts";
import {
  hasNew,
  listNewUses,
  listUnindexed,
  markIndexed,
  mergeSearch,
  writeSearchText,
} from "./search-index.store.ts";
import { needsIndexed, type Sort } from "./shipments-list.store.ts";
import type { ShipmentRow } from "./shipments.store.ts";
import type { FrozenAddresses } from "./shipment-draft.ts";

/** Some milliseconds of the core's thread. */
const AT_ONCE = 50;

type Indexed = WriteDeps;

/** Indexes some shipments that wait for it. @returns Whether more wait. @throws AppError E2036 */
export function indexSome(deps: Indexed): boolean {
  const rows = listUnindexed(deps.db, AT_ONCE);
  if (rows.length === 0) return false;
  const addresses = gatherAddresses(deps.db, rows);
  inTransaction(deps, () => {
    rows.forEach((row, i) => writeSearchText(deps.db, row.seq, wordsOf(deps, row, addresses[i])));
    mergeSearch(deps.db);
    const to = Math.max(...rows.map(({ seq }) => seq));
    countUses(deps.db, listNewUses(deps.db, to));
    markIndexed(deps.db, to);
  });
  return rows.length === AT_ONCE;
}

/**
 * A list waits no longer for new shipments, which come first, and for those that changed: after an
 * update all have, and are indexed for minutes.
 */
const LIST_WAITS = { newMs: 5_000, changedMs: 500 } as const;
const NO_END = { newMs: Number.POSITIVE_INFINITY, changedMs: Number.POSITIVE_INFINITY } as const;

/**
 * What waits, with other work between the slices.
 *
 * @param waits After so long the rest is left to the background.
 * @returns Whether lists can be read by their indexes: false when the disk does not take the newest
 *   shipments, or there was no time for them.
 */
export async function indexAll(deps: Indexed, { newMs, changedMs } = NO_END): Promise<boolean> {
  const begun = performance.now();
  for (let isMore = true; isMore;) {
    const waitedMs = performance.now() - begun;
    if (waitedMs > changedMs && !hasNew(deps.db)) return true;
    if (waitedMs > newMs) return false;
    const isDone = guarded(
      deps.log,
      "shipments could not be indexed; it will be tried again",
      () => (isMore = indexSome(deps)),
    );
    if (!isDone) return false;
    if (isMore) await setImmediate();
  }
  return true;
}

/**
 * Whether a list is to be read by the indexes that new shipments come into later: they are brought
 * up to date for it. On a full disk it is read without them, which is slower and lacks nothing;
 * free text finds what was indexed before.
 */
export async function readsIndexed(
  deps: Indexed,
  filter: ListFilter,
  sort?: Sort,
): Promise<boolean> {
  return needsIndexed(filter, sort) && (await indexAll(deps, LIST_WAITS));
}

/**
 * A return is found by who sends it back too: its recipient is one's own warehouse. An erased one
 * may have that sender still, whose other returns are not erased yet.
 */
function wordsOf(
  { db }: Indexed,
  row: ShipmentRow,
  addresses: FrozenAddresses | undefined,
): string {
  const isFoundBySender = row.is_return === 1 && !isErased(db, row.id);
  const words = [
    row.number,
    row.order_number,
    row.barcode,
    row.tracking_number,
    ...placeWords(addresses?.recipient),
    ...(isFoundBySender ? placeWords(addresses?.sender) : []),
  ];
  return fold(words.filter((word) => word !== "").join(" "));
}

function placeWords(address: AddressRow | undefined): string[] {
  return address === undefined
    ? []
    : [address.name, address.phone, address.email, address.district_name, address.city_name];
}
