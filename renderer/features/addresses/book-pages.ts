/** Pages of the address book: visible pages are read and kept until the list changes. */
import { listAddressBook } from "../../../core/shipping/addresses/address-book.api.ts";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import type { DataOf } from "../../../core/http/call.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { AddressesSlice } from "./addresses.slice.ts";

/** Rows per page. */
const PAGE = 100;

/** Positions of the visible rows, both inclusive. */
export type Seen = { readonly from: number; readonly to: number };

/**
 * Reads pages, and replaces their earlier versions.
 *
 * @param isWhole Whether to drop all other pages.
 */
export async function readPages(
  set: SetState<AddressesSlice>,
  get: GetState<AddressesSlice>,
  wanted: readonly number[],
  isWhole: boolean,
): Promise<void> {
  const { bookKind, bookSearch } = get();
  const isStill = (): boolean => get().bookKind === bookKind && get().bookSearch === bookSearch;
  try {
    const found = await Promise.all(
      wanted.map(async (page) => [page, await callPage(bookKind, bookSearch, page)] as const),
    );
    const newest = found.at(-1)?.[1];
    if (!isStill() || newest === undefined) return;
    const pages = new Map([
      ...(isWhole ? [] : (get().book?.pages ?? [])),
      ...found.map(([page, { list }]) => [page, list] as const),
    ]);
    const { bookPane, bookOpen } = get();
    const open =
      bookPane.show === "address"
        ? found.flatMap(([, { list }]) => list).find(({ id }) => id === bookPane.id)
        : undefined;
    set({
      book: { pages, total: newest.total, isMore: newest.isMore },
      bookFailure: null,
      bookOpen: open ?? bookOpen,
    });
  } catch (error) {
    if (isStill()) set({ bookFailure: failureOf(error) });
  }
}

function callPage(
  bookKind: AddressesSlice["bookKind"],
  search: string,
  page: number,
): Promise<DataOf<typeof listAddressBook>> {
  return call(listAddressBook, {
    query: {
      isRecipient: bookKind === "recipient",
      search,
      limit: PAGE,
      offset: page * PAGE,
    },
  });
}

/** Returns the address at a position of the list; undefined if it was not read yet. */
export function addressAt(book: AddressesSlice["book"], place: number): BookAddress | undefined {
  return book?.pages.get(Math.floor(place / PAGE))?.[place % PAGE];
}

/** Returns the numbers of the pages that contain these positions. */
export function pagesOf({ from, to }: Seen): number[] {
  const first = Math.floor(from / PAGE);
  return Array.from({ length: Math.floor(to / PAGE) - first + 1 }, (_, i) => first + i);
}

/**
 * Returns the visible pages that were not read yet; none before the first page is read, or after a
 * failure.
 */
export function missingPages({ book, bookSeen, bookFailure }: AddressesSlice): number[] {
  return book === null || bookFailure !== null
    ? []
    : pagesOf(bookSeen).filter((page) => page * PAGE < book.total && !book.pages.has(page));
}
