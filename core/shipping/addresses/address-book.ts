/**
 * Address book: search, order and counts of saved addresses. Changes, local or of other stations,
 * enter the book a moment later, and before the next listing unless very many arrived at once.
 */
import { setImmediate } from "node:timers/promises";
import { errors } from "../../base/errors.ts";
import { guarded } from "../../base/guarded.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { MOST_SORTED } from "../../http/sorted.schema.ts";
import type { ShippingDeps } from "../deps.ts";
import {
  getDefaultAddresses,
  type DefaultAddresses,
} from "../../organizations/organizations.service.ts";
import { presentAddress } from "./address.ts";
import type { BookAddress, BookQuery, DuplicateGroup } from "./address-book.schema.ts";
import * as store from "./address-book.store.ts";
import type { AddressRow } from "./addresses.store.ts";
import { listOf } from "./sort-addresses.store.ts";
import { likeness, personKey, phoneKey, searchQueries, searchText } from "./address-words.ts";

export { countUses } from "./address-book.store.ts";

/** Number of addresses of one slice, which takes some milliseconds of the core's thread. */
const AT_ONCE = 40;
/** Highest number of groups of duplicates in one answer, since a person merges them one by one. */
const MOST_GROUPS = 100;
const MOST_IN_GROUP = 20;
/**
 * Share of words that two addresses with the same telephone must have in common to count as
 * duplicates.
 */
const ALIKE = 0.5;

type Indexed = WriteDeps;

/**
 * Writes some queued addresses to the book.
 *
 * @returns Whether more addresses may wait.
 * @throws AppError E2036
 */
export function indexAddresses(deps: Indexed): boolean {
  const waiting = store.listUnindexed(deps.db, AT_ONCE);
  if (waiting.length === 0) return false;
  inTransaction(deps, () => {
    for (const { row } of waiting)
      if (row !== null)
        store.writeBook(deps.db, row, {
          text: searchText(row),
          personKey: personKey(row),
          phoneKey: phoneKey(row.phone),
        });
    store.forgetUnindexed(
      deps.db,
      waiting.map(({ id }) => id),
    );
    store.mergeSearch(deps.db);
  });
  return waiting.length === AT_ONCE;
}

/**
 * Longest time that a listing waits for indexing, in ms. After an update, indexing many thousands
 * of addresses takes minutes.
 */
const LOOK_MS = 500;

/**
 * Writes all queued addresses to the book, with other work between the slices. On a full disk the
 * newest addresses are missing; the next listing retries.
 *
 * @param withinMs Time after which the rest is left to the background.
 * @returns Whether the book is complete.
 */
export async function indexAllAddresses(
  deps: Indexed,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (let isMore = true; isMore;) {
    if (performance.now() > until) return false;
    if (
      !guarded(
        deps.log,
        "the address book could not be brought up to date; the next listing tries again",
        () => (isMore = indexAddresses(deps)),
      )
    )
      return false;
    if (isMore) await setImmediate();
  }
  return true;
}

/**
 * Returns whether the book has this person at this address already, judged by the indexed
 * addresses.
 */
export function hasDuplicate(db: ShippingDeps["db"], row: AddressRow): boolean {
  const key = personKey(row);
  const same =
    key === ""
      ? []
      : store.listOfPerson(db, {
          organizationID: row.organizationID,
          isRecipient: row.isRecipient === 1,
          personKey: key,
        });
  return same.some((other) => isAtSamePlace(other, row));
}

/** Returns whether two addresses of one list name the same person at the same address. */
export function isDuplicate(a: AddressRow, b: AddressRow): boolean {
  const key = personKey(a);
  return key !== "" && key === personKey(b) && isAtSamePlace(a, b);
}

/**
 * Returns whether two addresses have the same district and the same words, in any order and
 * spelling.
 */
function isAtSamePlace(a: AddressRow, b: AddressRow): boolean {
  return a.districtID === b.districtID && likeness(a, b) === 1;
}

/**
 * Lists a page of the organization's book, as far as it is indexed, or the addresses with given
 * sequence numbers. `total` is exact up to 20,000, in a search up to 500; `isMore`: whether there
 * are more.
 */
export async function listAddressBook(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  query: BookQuery,
): Promise<{ list: BookAddress[]; total: number; isMore: boolean }> {
  const { organizationID } = actor;
  const defaults = getDefaultAddresses(deps.db, organizationID);
  if (query.seqs !== undefined) {
    // Else the book would still list addresses that were deleted or merged a moment ago.
    await indexAllAddresses(deps, LOOK_MS);
    const rows = await listOf(
      deps.reader,
      { organizationID, isRecipient: query.isRecipient },
      query.seqs,
    );
    const list = rows.map((row) => presentBook(deps, row, defaults));
    return { list, total: list.length, isMore: false };
  }
  const matches = await bookQueriesOf(deps, organizationID, query);
  let page: Awaited<ReturnType<typeof store.listBook>> = { rows: [], total: 0 };
  for (const match of matches) {
    page = await store.listBook(deps.reader, {
      organizationID,
      match,
      isRecipient: query.isRecipient,
      sort: query.sort,
      limit: query.limit,
      offset: query.offset,
    });
    if (page.total > 0) break;
  }
  const most = query.search === "" ? MOST_SORTED : store.MOST_MATCHES;
  return {
    list: page.rows.map((row) => presentBook(deps, row, defaults)),
    total: Math.min(page.total, most),
    isMore: page.total > most,
  };
}

/**
 * Returns the queries for an address book, of which the first with a match counts; null: all. Brings
 * the book up to date first.
 */
export async function bookQueriesOf(
  deps: Indexed,
  organizationID: string,
  { isRecipient, search }: Pick<BookQuery, "isRecipient" | "search">,
): Promise<readonly (string | null)[]> {
  await indexAllAddresses(deps, LOOK_MS);
  return search === "" ? [null] : searchQueries(organizationID, isRecipient, search);
}

/**
 * Brings the book up to date for an export.
 *
 * @throws AppError E2036 when the disk rejects the write. Without this error, the file would
 * silently lack the newest addresses.
 */
export async function requireWholeBook(deps: Indexed): Promise<void> {
  if (!(await indexAllAddresses(deps)))
    throw errors.diskFull(
      "The station's disk is full or not writable, and the file would lack the newest addresses. Free some space and try again.",
    );
}

/**
 * Yields the book as far as it is indexed, the last saved address first, in pages of 200. Call
 * `requireWholeBook` first for the whole book. Addresses that are used meanwhile are neither
 * repeated nor missed.
 */
export async function* readBookPages(
  deps: Pick<ShippingDeps, "db" | "reader" | "geo">,
  actor: Actor,
  isRecipient: boolean,
): AsyncGenerator<BookAddress[]> {
  const defaults = getDefaultAddresses(deps.db, actor.organizationID);
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await store.listBefore(deps.reader, {
      organizationID: actor.organizationID,
      isRecipient,
      before,
      limit: 200,
    });
    if (rows.length > 0) yield rows.map((row) => presentBook(deps, row, defaults));
    if (rows.length < 200) return;
    before = rows.at(-1)?.seq ?? 0;
  }
}

/**
 * Lists groups of probable duplicates, each with its reason. Groups with the same name and
 * telephone come first.
 */
export async function listDuplicates(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  isRecipient: boolean,
): Promise<{ groups: DuplicateGroup[] }> {
  await indexAllAddresses(deps, LOOK_MS);
  const defaults = getDefaultAddresses(deps.db, actor.organizationID);
  const of = { organizationID: actor.organizationID, isRecipient, perKey: MOST_IN_GROUP };
  const persons = grouped(
    await store.listShared(deps.reader, { ...of, key: "person_key", keys: MOST_GROUPS }),
  );
  const phones = grouped(
    await store.listShared(deps.reader, { ...of, key: "phone_key", keys: MOST_GROUPS * 3 }),
  );
  const known = new Set(persons.flat().map(({ id }) => id));
  const alike = phones
    .flatMap((rows) => clustersOf(rows.filter(({ id }) => !known.has(id))))
    .filter((rows) => rows.length > 1);
  const groups = [
    ...persons.map((rows) => ({
      why: "SAME_PERSON" as const,
      addresses: bestFirst(rows).map((row) => presentBook(deps, row, defaults)),
    })),
    ...alike.map((rows) => ({
      why: "SAME_PHONE" as const,
      addresses: bestFirst(rows).map((row) => presentBook(deps, row, defaults)),
    })),
  ];
  return { groups: groups.slice(0, MOST_GROUPS) };
}

/** Sorts the addresses of a person: most used first, then names with letters that ASCII lacks. */
function bestFirst(rows: readonly store.BookRow[]): store.BookRow[] {
  const spelled = ({ name }: store.BookRow): number => name.replace(/[\0-\x7f]/g, "").length;
  return rows.toSorted((a, b) => b.shipments - a.shipments || spelled(b) - spelled(a));
}

/** Groups rows: each cluster has the rows whose words are similar to those of its first row. */
function clustersOf(rows: readonly store.BookRow[]): store.BookRow[][] {
  const clusters: store.BookRow[][] = [];
  for (const row of rows) {
    const cluster = clusters.find(
      ([first]) => first !== undefined && likeness(first, row) >= ALIKE,
    );
    if (cluster === undefined) clusters.push([row]);
    else cluster.push(row);
  }
  return clusters;
}

/** Presents an address with the book's data about it. */
export function presentBook(
  deps: Pick<ShippingDeps, "geo">,
  row: store.BookRow,
  defaults: DefaultAddresses,
): BookAddress {
  return {
    ...presentAddress(deps, row, defaults),
    shipments: row.shipments,
    lastAt: row.orderedAt,
    createdBy: row.createdBy,
  };
}

function grouped<Row extends { readonly shared: string }>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.shared, [...(groups.get(row.shared) ?? []), row]);
  return [...groups.values()];
}
