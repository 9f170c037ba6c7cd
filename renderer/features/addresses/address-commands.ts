/** Commands of the address book's keys. */
import { closeSuggestions } from "../../ui/address/open-suggestions.ts";
import { openAddressOf } from "./addresses.slice.ts";
import { useAddresses } from "./use-addresses.ts";

/** Element id of the search field. */
export const BOOK_SEARCH_ID = "book-search";

/** Focuses the search with its text selected. */
export function focusBookSearch(): void {
  const field = document.getElementById(BOOK_SEARCH_ID);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** F2: opens the form of a new address. */
export function newAddress(): void {
  useAddresses.getState().openBookPane({ show: "new" });
}

/** F3: shows probable duplicates. */
export function showDuplicates(): void {
  if (useAddresses.getState().openBookPane({ show: "duplicates" }))
    void useAddresses.getState().loadDuplicates();
}

/** F7: lets the user choose a file of addresses, and checks it. */
export function importAddresses(): void {
  if (useAddresses.getState().openBookPane({ show: "import" }))
    void useAddresses.getState().chooseAddressFile();
}

/** F8: undoes the last deletion or merge; if there is none, deletes the open address. */
export function undoOrDelete(): void {
  const state = useAddresses.getState();
  const address = openAddressOf(state);
  if (state.bookUndo !== null) void state.undoBook();
  else if (address !== null) void state.removeAddress(address);
}

/**
 * Esc: does the first of these that is possible: closes suggestions, closes the question, stops a
 * running import, closes the open pane, empties the search. Asks before unsaved changes are
 * discarded.
 *
 * @returns Whether any of these was possible.
 */
export function stepBack(): boolean {
  const {
    leavingBook,
    bookPane,
    bookSearch,
    addressImport,
    leaveBook,
    openBookPane,
    searchBook,
    stopAddressImport,
  } = useAddresses.getState();
  if (closeSuggestions()) return true;
  if (leavingBook) {
    leaveBook(false);
    return true;
  }
  if (bookPane.show === "import" && addressImport.step === "taking") {
    stopAddressImport();
    return true;
  }
  if (bookPane.show !== "none") {
    if (openBookPane({ show: "none" })) focusBookSearch();
    return true;
  }
  if (bookSearch === "") return false;
  void searchBook("");
  focusBookSearch();
  return true;
}
