/** The pages of the address book: those that are seen are read, and kept until the list changes. */
import { listAddressBook } from "../../../core/shipping/addresses/address-book.api.ts";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import type { DataOf } from "../../../core/http/call.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { AddressesSlice } from "./addresses.slice.ts";

/** So many rows are read at once, those that are seen. */
const PAGE = 100;

/** The places of the list that are seen, both included. */
export type Seen = { readonly from: number; readonly to: number };

/** Reads these pages anew; `isWhole`: what was read of others is forgotten. */
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

/** The address at a place of the list; undefined: it was not read yet. */
export function addressAt(book: AddressesSlice["book"], place: number): BookAddress | undefined {
  return book?.pages.get(Math.floor(place / PAGE))?.[place % PAGE];
}

/** The pages that hold these places. */
export function pagesOf({ from, to }: Seen): number[] {
  const first = Math.floor(from / PAGE);
  return Array.from({ length: Math.floor(to / PAGE) - first + 1 }, (_, i) => first + i);
}

/** The pages that are seen and were not read yet; none after a failure. */
export function missingPages({ book, bookSeen, bookFailure }: AddressesSlice): number[] {
  return book === null || bookFailure !== null
    ? []
    : pagesOf(bookSeen).filter((page) => page * PAGE < book.total && !book.pages.has(page));
}
