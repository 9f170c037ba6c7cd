/** The address book: its list as it is searched, and what is open beside it. */
import type { StateCreator } from "zustand";
import { listAddressBook, restoreAddresses } from "../../../core/addresses/address-book.api.ts";
import { createAddress, deleteAddress, updateAddress } from "../../../core/addresses/addresses.api.ts";
import type { BookAddress, Merged } from "../../../core/addresses/address-book.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { bodyOf } from "../../ui/address/address-draft.ts";

/** So many rows are read at once; the list reads on when its end is near. */
const PAGE = 100;

type BookKind = "recipient" | "sender";
type BookPane = { readonly show: "none" | "new" | "duplicates" | "import" } | { readonly show: "address"; readonly id: string };
type BookList = { readonly rows: readonly BookAddress[]; readonly total: number; readonly isMore: boolean };
/** What can be taken back while the page is open. */
type BookUndo = { readonly what: "deleted" | "merged"; readonly name: string; readonly undo: Merged["undo"] };

export type AddressesSlice = {
  readonly bookKind: BookKind;
  readonly bookSearch: string;
  /** Null until it was read. */
  readonly book: BookList | null;
  readonly bookFailure: Failure | null;
  readonly bookPane: BookPane;
  /** The open form has changes that are not saved. */
  readonly bookDirty: boolean;
  /** Whether to discard them is being asked. */
  readonly leavingBook: boolean;
  readonly savingAddress: { readonly step: "none" | "saving" | "saved" } | { readonly step: "failed"; readonly failure: Failure };
  readonly bookUndo: BookUndo | null;
  loadBook(): Promise<void>;
  loadMoreOfBook(): Promise<void>;
  searchBook(text: string): Promise<void>;
  showBookOf(kind: BookKind): Promise<void>;
  /** Opens a pane. With changes that are not saved it asks first. @returns Whether it is open. */
  openBookPane(pane: BookPane): boolean;
  setBookDirty(isDirty: boolean): void;
  leaveBook(isLeaving: boolean): void;
  discardBook(): void;
  saveAddress(id: string | null, body: ReturnType<typeof bodyOf>): Promise<void>;
  makeDefault(id: string, what: "sender" | "return" | "invoice"): Promise<void>;
  removeAddress(address: BookAddress): Promise<void>;
  noteUndo(undo: BookUndo | null): void;
  takeBack(): Promise<void>;
};

/** The slice of the address book: recipients, nothing searched for. */
export const createAddressesSlice: StateCreator<AddressesSlice> = (set, get) => {
  const read = async (offset: number): Promise<void> => {
    const { bookKind, bookSearch } = get();
    const isStill = (): boolean => get().bookKind === bookKind && get().bookSearch === bookSearch;
    try {
      const page = await call(listAddressBook, { query: { isRecipient: bookKind === "recipient", search: bookSearch, limit: PAGE, offset } });
      if (!isStill()) return;
      const before = offset === 0 ? [] : (get().book?.rows ?? []);
      const known = new Set(before.map(({ id }) => id));
      set({ book: { rows: [...before, ...page.list.filter(({ id }) => !known.has(id))], total: page.total, isMore: page.isMore }, bookFailure: null });
    } catch (error) {
      if (isStill()) set({ bookFailure: failureOf(error) });
    }
  };
  const act = async (run: () => Promise<unknown>): Promise<boolean> => {
    if (get().savingAddress.step === "saving") return false;
    set({ savingAddress: { step: "saving" } });
    try {
      await run();
      set({ savingAddress: { step: "saved" } });
      await read(0);
      return true;
    } catch (error) {
      set({ savingAddress: { step: "failed", failure: failureOf(error) } });
      return false;
    }
  };
  return {
    bookKind: "recipient",
    bookSearch: "",
    book: null,
    bookFailure: null,
    bookPane: { show: "none" },
    bookDirty: false,
    leavingBook: false,
    savingAddress: { step: "none" },
    bookUndo: null,
    loadBook: () => read(0),
    async loadMoreOfBook() {
      const { book } = get();
      if (book !== null && book.rows.length < book.total) await read(book.rows.length);
    },
    async searchBook(bookSearch) {
      set({ bookSearch });
      await read(0);
    },
    async showBookOf(bookKind) {
      if (!get().openBookPane({ show: "none" })) return;
      set({ bookKind, book: null });
      await read(0);
    },
    openBookPane(bookPane) {
      if (get().bookDirty) {
        set({ leavingBook: true });
        return false;
      }
      set({ bookPane, leavingBook: false, savingAddress: { step: "none" } });
      return true;
    },
    setBookDirty(bookDirty) {
      if (bookDirty !== get().bookDirty) set({ bookDirty, savingAddress: { step: "none" } });
    },
    leaveBook: (leavingBook) => set({ leavingBook }),
    discardBook: () => set({ bookDirty: false, leavingBook: false, bookPane: { show: "none" }, savingAddress: { step: "none" } }),
    async saveAddress(id, body) {
      const isRecipientAddress = get().bookKind === "recipient";
      let saved = id;
      const isDone = await act(async () => {
        const address = id === null ? await call(createAddress, { body: { ...body, isRecipientAddress } }) : await call(updateAddress, { params: { addressID: id }, body });
        saved = address.id;
      });
      if (isDone && saved !== null) set({ bookDirty: false, leavingBook: false, bookPane: { show: "address", id: saved } });
    },
    async makeDefault(id, what) {
      const marks = { sender: { isDefaultSenderAddress: true }, return: { isDefaultReturnAddress: true }, invoice: { isInvoiceAddress: true } };
      await act(() => call(updateAddress, { params: { addressID: id }, body: marks[what] }));
    },
    async removeAddress({ id, name }) {
      const isDone = await act(() => call(deleteAddress, { params: { addressID: id } }));
      if (isDone) set({ bookDirty: false, leavingBook: false, bookPane: { show: "none" }, bookUndo: { what: "deleted", name, undo: { addressIDs: [id], kept: null, defaults: {} } } });
    },
    noteUndo: (bookUndo) => set({ bookUndo }),
    async takeBack() {
      const { bookUndo } = get();
      if (bookUndo === null) return;
      const isDone = await act(() => call(restoreAddresses, { body: bookUndo.undo }));
      if (isDone) set({ bookUndo: null });
    },
  };
};

/** The open address, when the list has it. */
export function openAddressOf({ book, bookPane }: Pick<AddressesSlice, "book" | "bookPane">): BookAddress | null {
  return bookPane.show === "address" ? (book?.rows.find(({ id }) => id === bookPane.id) ?? null) : null;
}
