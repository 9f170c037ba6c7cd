/**
 * Reads the list of the address book: its order, and the visible pages, which are kept until the
 * list changes.
 */
import {
  listAddressBook,
  sortAddressBook,
} from "../../../core/shipping/addresses/address-book.api.ts";
import type { DataOf } from "../../../core/http/call.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { AddressesSlice } from "./addresses.slice.ts";
import { PAGE, pagesOf } from "./book-pages.ts";

type Put = SetState<AddressesSlice>;
type Get = GetState<AddressesSlice>;
type Page = DataOf<typeof listAddressBook>;
type Seqs = readonly number[] | null;

/**
 * Reads the list again: its order, the visible pages, and the first page, which has the addresses
 * added or used last.
 */
export function readBook(set: Put, get: Get): Promise<void> {
  return attempt(set, get, async (isStill) => {
    const seqs = await readSeqs(set, get, isStill);
    if (!isStill()) return;
    const { book, bookAt, bookSeen } = get();
    const of = listOf(get());
    const moved = book?.of === of ? movedBy(book.seqs, seqs, bookAt) : 0;
    const shifted = { from: Math.max(0, bookSeen.from + moved), to: bookSeen.to + moved };
    const found = await callPages(get(), seqs, [0, ...pagesOf(bookSeen), ...pagesOf(shifted)]);
    if (!isStill()) return;
    put(set, get, { pages: new Map(), seqs, of }, found);
    if (moved !== 0) set({ bookMoved: get().bookMoved + moved, bookAt: get().bookAt + moved });
  });
}

/** Reads pages of the list. */
export function readPages(set: Put, get: Get, wanted: readonly number[]): Promise<void> {
  return attempt(set, get, async (isStill) => {
    const { book: before } = get();
    if (before === null) return;
    const found = await callPages(get(), before.seqs, wanted);
    const { book } = get();
    // Otherwise the order was read again, and the visible pages with it.
    if (isStill() && book !== null && book.seqs === before.seqs) put(set, get, book, found);
  });
}

/** Runs a read. `isStill` returns whether the list is still the one that the read started for. */
async function attempt(
  set: Put,
  get: Get,
  read: (isStill: () => boolean) => Promise<void>,
): Promise<void> {
  const list = listOf(get());
  const isStill = (): boolean => listOf(get()) === list;
  try {
    await read(isStill);
  } catch (error) {
    if (isStill()) set({ bookFailure: failureOf(error) });
  }
}

/** Names a list by its kind, search and order. */
function listOf({ bookKind, bookSearch, bookSort }: AddressesSlice): string {
  return JSON.stringify([bookKind, bookSearch, bookSort]);
}

/** Reads the order of a sorted list; null: last used first, also when the list is too long. */
async function readSeqs(set: Put, get: Get, isStill: () => boolean): Promise<Seqs> {
  const { bookKind, bookSearch: search, bookSort, isBookTooLong } = get();
  if (bookSort === null || isBookTooLong) return null;
  const { column: sortBy, isAscending } = bookSort;
  const { seqs, isMore } = await call(sortAddressBook, {
    query: { isRecipient: bookKind === "recipient", search, sortBy, isAscending },
  });
  if (!isMore) return seqs;
  if (isStill()) set({ isBookTooLong: true });
  return null;
}

/** Returns by how many places the active address of a sorted list has moved down. */
function movedBy(before: Seqs, now: Seqs, at: number): number {
  const seq = before?.[at];
  const place = seq === undefined ? -1 : (now?.indexOf(seq) ?? -1);
  return place < 0 ? 0 : place - at;
}

/** Shows pages of the list. */
function put(
  set: Put,
  get: Get,
  { pages, seqs, of }: Pick<NonNullable<AddressesSlice["book"]>, "pages" | "seqs" | "of">,
  found: readonly (readonly [number, Page])[],
): void {
  const { bookPane, bookOpen } = get();
  const newest = found.at(-1)?.[1];
  if (newest === undefined) return;
  const open =
    bookPane.show === "address"
      ? found.flatMap(([, { list }]) => list).find(({ id }) => id === bookPane.id)
      : undefined;
  set({
    book: {
      pages: new Map([...pages, ...found.map(([page, { list }]) => [page, list] as const)]),
      seqs,
      of,
      ...(seqs === null
        ? { total: newest.total, isMore: newest.isMore }
        : { total: seqs.length, isMore: false }),
    },
    bookFailure: null,
    bookOpen: open ?? bookOpen,
  });
}

/** Reads pages, each once. */
function callPages(
  { bookKind, bookSearch: search }: AddressesSlice,
  seqs: Seqs,
  wanted: readonly number[],
): Promise<(readonly [number, Page])[]> {
  const isRecipient = bookKind === "recipient";
  return Promise.all(
    [...new Set(wanted)].map(async (page) => {
      if (seqs === null) {
        const query = { isRecipient, search, limit: PAGE, offset: page * PAGE };
        return [page, await call(listAddressBook, { query })] as const;
      }
      const of = seqs.slice(page * PAGE, (page + 1) * PAGE);
      if (of.length === 0) return [page, { list: [], total: 0, isMore: false }] as const;
      const query = { isRecipient, seqs: of.join(",") };
      return [page, await call(listAddressBook, { query })] as const;
    }),
  );
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
