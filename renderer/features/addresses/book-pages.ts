/** Positions of the address book's list, which is read in pages. */
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import type { AddressesSlice } from "./addresses.slice.ts";

/** Rows per page. */
export const PAGE = 100;

/** Positions of the visible rows, both inclusive. */
export type Seen = { readonly from: number; readonly to: number };

/** Returns the address at a position of the list; undefined if it was not read yet. */
export function addressAt(book: AddressesSlice["book"], place: number): BookAddress | undefined {
  return book?.pages.get(Math.floor(place / PAGE))?.[place % PAGE];
}

/** Returns the numbers of the pages that contain these positions. */
export function pagesOf({ from, to }: Seen): number[] {
  const first = Math.floor(from / PAGE);
  return Array.from({ length: Math.floor(to / PAGE) - first + 1 }, (_, i) => first + i);
}
