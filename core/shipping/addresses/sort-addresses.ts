/** Sorts the address book, the results of a search in it, or its file. */
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { MOST_SORTED, sortedListOf, type SortedList } from "../../http/sorted.schema.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import type { ShippingDeps } from "../deps.ts";
import { bookQueriesOf, presentBook, readBookPages } from "./address-book.ts";
import type { BookAddress, BookOrder, SortedBookQuery } from "./address-book.schema.ts";
import * as store from "./sort-addresses.store.ts";

/**
 * Lists sequence numbers in an order, of the book as far as it is indexed; none when there are more
 * than MOST_SORTED.
 *
 * @throws AppError E2052
 */
export async function sortAddressBook(
  deps: WriteDeps & Pick<ShippingDeps, "reader">,
  { organizationID }: Actor,
  query: SortedBookQuery,
): Promise<SortedList> {
  const { isRecipient, sortBy: by } = query;
  const atMost = MOST_SORTED + 1;
  for (const match of await bookQueriesOf(deps, organizationID, query)) {
    const asked = { organizationID, isRecipient, match };
    const found = await store.countUpTo(deps.reader, asked, atMost);
    if (found === atMost) return { seqs: [], isMore: true };
    if (found > 0)
      return sortedListOf(
        await store.listSorted(deps.reader, asked, {
          by,
          isAscending: query.isAscending === true,
          atMost,
        }),
      );
  }
  return { seqs: [], isMore: false };
}

/** Number of addresses of one page of a file. */
const PAGE = 200;

/**
 * Yields the whole book in pages, sorted by a column; without a column, or when there are more than
 * MOST_SORTED, the last saved address first.
 *
 * @throws AppError E2052
 */
export async function* readSortedPages(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  { isRecipient, sortBy, isAscending }: BookOrder,
): AsyncGenerator<BookAddress[]> {
  const sorted =
    sortBy === undefined
      ? null
      : await sortAddressBook(deps, actor, { isRecipient, search: "", sortBy, isAscending });
  if (sorted === null || sorted.isMore) return yield* readBookPages(deps, actor, isRecipient);
  const { organizationID } = actor;
  const defaults = getDefaultAddresses(deps.db, organizationID);
  for (let from = 0; from < sorted.seqs.length; from += PAGE) {
    const seqs = sorted.seqs.slice(from, from + PAGE);
    const rows = await store.listOf(deps.reader, { organizationID, isRecipient }, seqs);
    yield rows.map((row) => presentBook(deps, row, defaults));
  }
}
