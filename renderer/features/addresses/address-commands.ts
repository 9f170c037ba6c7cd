/** Commands of the address book's keys. */
import { closeSuggestions } from "../../ui/address/open-suggestions.ts";
import { leavePanel } from "../../ui/list/panel-focus.ts";
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

/** Whether the open form was opened from the list, to which the focus then returns. */
let isFromList = false;

/** Opens the form of an address of the list in the panel. */
export function openFromList(id: string): void {
  if (useAddresses.getState().openBookPane({ show: "address", id })) isFromList = true;
}

/** Closes the open pane, unless it has unsaved text, and returns the focus to where it came from. */
export function closePane(): void {
  if (!useAddresses.getState().openBookPane({ show: "none" })) return;
  const grid = document.querySelector<HTMLElement>('[data-testid="book-list"] [role="grid"]');
  if (isFromList && grid !== null) grid.focus();
  else focusBookSearch();
  isFromList = false;
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
 * running import, closes the open pane, leaves the panel, empties the search. Asks before unsaved changes are
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
    closePane();
    return true;
  }
  if (leavePanel()) return true;
  if (bookSearch === "") return false;
  void searchBook("");
  focusBookSearch();
  return true;
}
