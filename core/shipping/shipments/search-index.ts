/**
 * Indexes shipments for lists: the search words of new and changed shipments, and the entries of
 * new shipments for filters and sorts. Many shipments are indexed together, a moment after the
 * change. A list that needs the indexes waits for them, but only for a limited time. Indexing each
 * shipment at its change would cost a purchase more than all its other rows.
 */
import { setImmediate } from "node:timers/promises";
import { guarded } from "../../base/guarded.ts";
import { fold } from "../../base/text.ts";
import { countUses, type AddressRow } from "../addresses/addresses.service.ts";
import { inTransaction } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { readNow } from "../../db/many-rows.ts";
import type { ListFilter } from "./list-conditions.store.ts";
import { ORDERS_BY_ID, type OrderRow } from "./orders.store.ts";
import { gatherAddresses } from "./shipment-parts.ts";
import {
  hasChanged,
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

/** Number of shipments of one slice, which takes some milliseconds of the core's thread. */
const AT_ONCE = 50;

type Indexed = WriteDeps;

/**
 * Indexes some waiting shipments. Returns whether more shipments may wait.
 *
 * @throws AppError E2036
 */
export function indexSome(deps: Indexed): boolean {
  const rows = listUnindexed(deps.db, AT_ONCE);
  if (rows.length === 0) return false;
  const addresses = gatherAddresses(deps.db, rows);
  const orders = readOrders(deps, rows);
  inTransaction(deps, () => {
    rows.forEach((row, i) => {
      const order = orders.get(row.orderID ?? "");
      writeSearchText(deps.db, row.seq, wordsOf(deps, row, addresses[i], order));
    });
    mergeSearch(deps.db);
    const to = Math.max(...rows.map(({ seq }) => seq));
    countUses(deps.db, listNewUses(deps.db, to));
    markIndexed(deps.db, to);
  });
  return rows.length === AT_ONCE;
}

function readOrders({ db }: Indexed, rows: readonly ShipmentRow[]): ReadonlyMap<string, OrderRow> {
  const ids = rows.flatMap(({ orderID }) => orderID ?? []);
  return new Map(readNow(db, ORDERS_BY_ID, ids).map((order) => [order.id, order]));
}

/**
 * Longest time that a list waits for indexing, ms: of new shipments, which come first, and of
 * changed shipments. After a software update all shipments may have changed, and indexing takes
 * minutes.
 */
const LIST_WAITS = { newMs: 5_000, changedMs: 500 } as const;
const NO_END = { newMs: Number.POSITIVE_INFINITY, changedMs: Number.POSITIVE_INFINITY } as const;

/**
 * Indexes all waiting shipments, with other work between the slices.
 *
 * @param waits Time after which the rest is left to the background.
 * @returns Whether lists can be read by their indexes: false when the disk refuses a write, or when
 *   new shipments are left after `newMs`.
 */
export async function indexAll(deps: Indexed, { newMs, changedMs } = NO_END): Promise<boolean> {
  const startedMs = performance.now();
  for (let isMore = true; isMore;) {
    const waitedMs = performance.now() - startedMs;
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
 * Brings the indexes of lists up to date if a list reads them. Returns whether to read by these
 * indexes. On a full disk, or when indexing takes too long, the list is read without them, which is
 * slower but complete; free text then finds only shipments that were indexed before.
 */
export async function readsIndexed(
  deps: Indexed,
  filter: ListFilter,
  sort?: Sort,
): Promise<boolean> {
  return needsIndexed(filter, sort) && (await indexAll(deps, LIST_WAITS));
}

/**
 * Returns whether a search finds every shipment by its present words: false while new or changed
 * shipments wait to be indexed, also after `readsIndexed` has waited for them.
 */
export function findsAll({ db }: Pick<Indexed, "db">): boolean {
  return !hasNew(db) && !hasChanged(db);
}

/**
 * Collects the search words of a shipment. A return is also found by its sender, since its
 * recipient is the organization's own warehouse. An erased return is not found by its sender, whose
 * address may still be stored for other returns.
 */
function wordsOf(
  { db }: Indexed,
  row: ShipmentRow,
  addresses: FrozenAddresses | undefined,
  order: OrderRow | undefined,
): string {
  const isFoundBySender = row.isReturn === 1 && !isErased(db, row.id);
  const words = [
    row.number,
    row.orderNumber,
    order?.waybillNumber ?? "",
    order?.invoiceNumber ?? "",
    row.barcode,
    row.trackingNumber,
    ...placeWords(addresses?.recipient),
    ...(isFoundBySender ? placeWords(addresses?.sender) : []),
  ];
  return fold(words.filter((word) => word !== "").join(" "));
}

function placeWords(address: AddressRow | undefined): string[] {
  return address === undefined
    ? []
    : [address.name, address.phone, address.email, address.districtName, address.cityName];
}
