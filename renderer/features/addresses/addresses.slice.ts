/** State of the address book: its list with the search, and the open pane. */
import type { StateCreator } from "zustand";
import { restoreAddresses } from "../../../core/shipping/addresses/address-book.api.ts";
import {
  createAddress,
  deleteAddress,
  updateAddress,
} from "../../../core/shipping/addresses/addresses.api.ts";
import type {
  BookAddress,
  BookColumn,
  Merged,
} from "../../../core/shipping/addresses/address-book.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { AddressDraft, bodyOf } from "../../ui/address/address-draft.ts";
import type { SortBy } from "../../ui/table/sort-by.ts";
import type { Seen } from "./book-pages.ts";

type BookKind = "recipient" | "sender";
type BookPane =
  | { readonly show: "none" | "new" | "duplicates" | "import" }
  | { readonly show: "address"; readonly id: string };
/**
 * `pages`: the pages that were read, by number from 0. `isMore`: the book has more than `total`
 * addresses; the list does not show the rest, but the search finds them.
 */
type BookList = {
  readonly pages: ReadonlyMap<number, readonly BookAddress[]>;
  readonly total: number;
  readonly isMore: boolean;
  /** Sequence numbers of a sorted list, in its order; null: last used first. */
  readonly seqs: readonly number[] | null;
  /** Kind, search and order of this list. */
  readonly of: string;
};
/** The last deletion or merge, which can be undone until the window is closed or loaded again. */
type BookUndo = {
  readonly what: "deleted" | "merged";
  readonly name: string;
  readonly undo: Merged["undo"];
};

export type AddressesSlice = {
  readonly bookKind: BookKind;
  readonly bookSearch: string;
  /** null: last used first. */
  readonly bookSort: SortBy<BookColumn> | null;
  /** Whether the search finds more addresses than can be sorted. */
  readonly isBookTooLong: boolean;
  /** Number of addresses added above the active one since the window was opened. */
  readonly bookMoved: number;
  /** null until the list was read. */
  readonly book: BookList | null;
  readonly bookFailure: Failure | null;
  /** Positions of the visible rows, both inclusive. */
  readonly bookSeen: Seen;
  /** The open address, as last read. */
  readonly bookOpen: BookAddress | null;
  readonly bookPane: BookPane;
  /** Position of the active row: the address in hand. */
  readonly bookAt: number;
  /** Unsaved text of the open form, or null. The text is kept while another view is open. */
  readonly bookDraft: AddressDraft | null;
  /** Whether the window asks if it should discard the unsaved text. */
  readonly leavingBook: boolean;
  readonly savingAddress:
    | { readonly step: "none" | "saving" | "saved" }
    | { readonly step: "failed"; readonly failure: Failure };
  readonly bookUndo: BookUndo | null;
  loadBook(): Promise<void>;
  /** Reads visible rows that were not read yet. */
  seeBook(from: number, to: number): Promise<void>;
  searchBook(text: string): Promise<void>;
  showBookOf(kind: BookKind): Promise<void>;
  sortBook(sort: SortBy<BookColumn> | null): Promise<void>;
  /**
   * Opens a pane; if there is unsaved text, only asks whether to discard the text.
   *
   * @returns Whether the pane was opened.
   */
  openBookPane(pane: BookPane): boolean;
  takeBookAt(place: number): void;
  keepBookDraft(draft: AddressDraft | null): void;
  leaveBook(isLeaving: boolean): void;
  discardBook(): void;
  saveAddress(id: string | null, body: ReturnType<typeof bodyOf>): Promise<void>;
  makeDefault(id: string, what: "sender" | "return" | "invoice"): Promise<void>;
  removeAddress(address: BookAddress): Promise<void>;
  noteUndo(undo: BookUndo | null): void;
  undoBook(): Promise<void>;
};

type Put = SetState<AddressesSlice>;
type Get = GetState<AddressesSlice>;

/** Creates the slice: recipients are shown, without a search. */
export const createAddressesSlice: StateCreator<AddressesSlice> = (set, get) => ({
  bookKind: "recipient",
  bookSearch: "",
  bookSort: null,
  isBookTooLong: false,
  bookMoved: 0,
  book: null,
  bookFailure: null,
  bookSeen: { from: 0, to: 0 },
  bookOpen: null,
  bookPane: { show: "none" },
  bookAt: 0,
  takeBookAt: (bookAt) => set({ bookAt }),
  bookDraft: null,
  leavingBook: false,
  savingAddress: { step: "none" },
  bookUndo: null,
  ...bookReading(set, get),
  ...bookPanes(set, get),
  ...addressChanges(set, get),
});

/** Loaded with the first list, because the first view needs no list. */
const reader = (): Promise<typeof import("./book-reader.ts")> => import("./book-reader.ts");

async function readBook(set: Put, get: Get): Promise<void> {
  await (await reader()).readBook(set, get);
}

/** Makes another list start at its first row. */
const FROM_TOP = { bookSeen: { from: 0, to: 0 }, bookAt: 0, isBookTooLong: false };

/** Reads the list: visible rows, search results, another kind. */
function bookReading(
  set: Put,
  get: Get,
): Pick<AddressesSlice, "loadBook" | "seeBook" | "searchBook" | "showBookOf" | "sortBook"> {
  let isReading = false;
  return {
    loadBook: () => readBook(set, get),
    async seeBook(from, to) {
      set({ bookSeen: { from, to } });
      // Repeats until no visible row is missing, because the user may scroll during the reading.
      if (isReading) return;
      isReading = true;
      const { missingPages, readPages } = await reader();
      for (;;) {
        const missing = missingPages(get());
        if (missing.length === 0) break;
        await readPages(set, get, missing);
      }
      isReading = false;
    },
    async searchBook(bookSearch) {
      set({ bookSearch, ...FROM_TOP });
      await readBook(set, get);
    },
    async showBookOf(bookKind) {
      if (!get().openBookPane({ show: "none" })) return;
      set({ bookKind, book: null, ...FROM_TOP });
      await readBook(set, get);
    },
    async sortBook(bookSort) {
      set({ bookSort, isBookTooLong: false });
      await readBook(set, get);
    },
  };
}

/** Opens and closes panes, and keeps their unsaved text. */
function bookPanes(
  set: Put,
  get: Get,
): Pick<AddressesSlice, "openBookPane" | "keepBookDraft" | "leaveBook" | "discardBook"> {
  return {
    openBookPane(bookPane) {
      if (get().bookDraft !== null) {
        set({ leavingBook: true });
        return false;
      }
      const { book, bookOpen } = get();
      const open =
        bookPane.show === "address"
          ? ([...(book?.pages.values() ?? [])].flat().find(({ id }) => id === bookPane.id) ??
            (bookOpen?.id === bookPane.id ? bookOpen : null))
          : null;
      set({ bookPane, bookOpen: open, leavingBook: false, savingAddress: { step: "none" } });
      return true;
    },
    keepBookDraft(bookDraft) {
      set({
        bookDraft,
        ...((bookDraft === null) === (get().bookDraft === null)
          ? {}
          : { savingAddress: { step: "none" as const } }),
      });
    },
    leaveBook: (leavingBook) => set({ leavingBook }),
    discardBook: () =>
      set({
        bookDraft: null,
        leavingBook: false,
        bookPane: { show: "none" },
        savingAddress: { step: "none" },
      }),
  };
}

/** Changes addresses one at a time; each change reads the list again. */
function addressChanges(
  set: Put,
  get: Get,
): Pick<AddressesSlice, "saveAddress" | "makeDefault" | "removeAddress" | "noteUndo" | "undoBook"> {
  return {
    async saveAddress(id, body) {
      const isRecipientAddress = get().bookKind === "recipient";
      let saved = id;
      const known = get().bookOpen;
      const isDone = await change(set, get, async () => {
        const address =
          id === null
            ? await call(createAddress, { body: { ...body, isRecipientAddress } })
            : await call(updateAddress, { params: { addressID: id }, body });
        saved = address.id;
        set({
          bookOpen: {
            shipments: 0,
            lastAt: "",
            createdBy: "",
            ...(id === null ? {} : known),
            ...address,
          },
        });
      });
      if (isDone && saved !== null)
        set({ bookDraft: null, leavingBook: false, bookPane: { show: "address", id: saved } });
    },
    async makeDefault(id, what) {
      const marks = {
        sender: { isDefaultSenderAddress: true },
        return: { isDefaultReturnAddress: true },
        invoice: { isInvoiceAddress: true },
      };
      await change(set, get, () =>
        call(updateAddress, { params: { addressID: id }, body: marks[what] }),
      );
    },
    async removeAddress({ id, name }) {
      const isDone = await change(set, get, () =>
        call(deleteAddress, { params: { addressID: id } }),
      );
      if (isDone)
        set({
          bookDraft: null,
          leavingBook: false,
          bookPane: { show: "none" },
          bookUndo: { what: "deleted", name, undo: { addressIDs: [id], kept: null, defaults: {} } },
        });
    },
    noteUndo: (bookUndo) => set({ bookUndo }),
    async undoBook() {
      const { bookUndo } = get();
      if (bookUndo === null) return;
      const isDone = await change(set, get, () => call(restoreAddresses, { body: bookUndo.undo }));
      if (isDone) set({ bookUndo: null });
    },
  };
}

/** Runs a change. @returns Whether the change was done; false if another change is running. */
async function change(set: Put, get: Get, run: () => Promise<unknown>): Promise<boolean> {
  if (get().savingAddress.step === "saving") return false;
  set({ savingAddress: { step: "saving" } });
  try {
    await run();
    set({ savingAddress: { step: "saved" } });
    await readBook(set, get);
    return true;
  } catch (error) {
    set({ savingAddress: { step: "failed", failure: failureOf(error) } });
    return false;
  }
}

/** Returns the open address; null when no address is open, or when the address was not read yet. */
export function openAddressOf({
  bookOpen,
  bookPane,
}: Pick<AddressesSlice, "bookOpen" | "bookPane">): BookAddress | null {
  return bookPane.show === "address" && bookOpen?.id === bookPane.id ? bookOpen : null;
}
