/** Table of the book's addresses. Enter or a double press on a row opens its form. */
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import { MOST_SORTED } from "../../../core/http/sorted.schema.ts";
import {
  BOOK_COLUMNS,
  type BookAddress,
} from "../../../core/shipping/addresses/address-book.schema.ts";
import { placeText } from "../../ui/address/address-draft.ts";
import { BigTable, type BigColumn, type BigTableProps } from "../../ui/table/BigTable.tsx";
import { chosenSort } from "../../ui/table/table-sort.ts";
import type { KeptColumns } from "../../ui/table/kept-columns.ts";
import { useFormat } from "../../ui/use-format.ts";
import { openFromList } from "./address-commands.ts";
import { addressAt } from "./book-pages.ts";
import { useAddresses } from "./use-addresses.ts";

type TableProps = {
  readonly columns: readonly BigColumn<BookAddress>[];
  readonly kept: KeptColumns;
  readonly onKeep: (change: Partial<KeptColumns>) => void;
};

/**
 * Reads only the pages with visible rows. The active row is the address in hand; another row
 * closes a form without unsaved text.
 */
export function AddressTable({ columns, kept, onKeep }: TableProps) {
  const { t } = useTranslation();
  const book = useAddresses((store) => store.book);
  const kind = useAddresses((store) => store.bookKind);
  const search = useAddresses((store) => store.bookSearch);
  const see = useAddresses((store) => store.seeBook);
  const take = useAddresses((store) => store.takeBookAt);
  const at = useAddresses((store) => store.bookAt);
  const moved = useAddresses((store) => store.bookMoved);
  const sort = useSort();
  const rowAt = useCallback((place: number) => addressAt(book, place), [book]);
  const onSeen = useCallback((from: number, to: number) => void see(from, to), [see]);
  const takeRow = useCallback(
    (place: number) => {
      take(place);
      closeOther(place);
    },
    [take],
  );
  if (book === null || book.total === 0) return null;
  return (
    <BigTable
      key={`${kind} ${search}`}
      testID="book-list"
      label={t("addresses.list")}
      columns={columns}
      kept={kept}
      onKeep={onKeep}
      count={book.total}
      rowAt={rowAt}
      onSeen={onSeen}
      addedAbove={moved}
      startAt={Math.min(at, book.total - 1)}
      onActive={takeRow}
      sort={sort}
      onOpen={(place) => {
        const address = rowAt(place);
        if (address !== undefined) openFromList(address.id);
      }}
      foot={{
        position: (place, count) =>
          t("addresses.position", { place, count, more: book.isMore ? "+" : "" }),
        copy: t("addresses.copyHint"),
      }}
    />
  );
}

/** Returns the order of the addresses, and whether there are few enough to sort them. */
function useSort(): NonNullable<BigTableProps<BookAddress>["sort"]> {
  const { t } = useTranslation();
  const chosen = useAddresses((store) => store.bookSort);
  const isTooLong = useAddresses(
    ({ isBookTooLong, book, bookSearch }) =>
      isBookTooLong || (bookSearch === "" && book?.isMore === true),
  );
  const sort = useAddresses((store) => store.sortBook);
  return {
    at: isTooLong ? null : chosen,
    may: () => !isTooLong,
    refusal: t("addresses.sortTooLong", { most: MOST_SORTED }),
    onSort: (to) => void sort(chosenSort(to, BOOK_COLUMNS, null)),
  };
}

/** Closes the form of another address than the active one, while the arrows move through the list. */
function closeOther(place: number): void {
  const { book, bookPane, bookDraft, openBookPane } = useAddresses.getState();
  if (document.activeElement?.role !== "grid" || bookPane.show !== "address" || bookDraft !== null)
    return;
  if (addressAt(book, place)?.id !== bookPane.id) openBookPane({ show: "none" });
}

/** Returns the columns in the language of the window. */
export function useColumns(): readonly BigColumn<BookAddress>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const marksOf = ({
      isDefaultSenderAddress,
      isDefaultReturnAddress,
      isInvoiceAddress,
    }: BookAddress): string =>
      [
        isDefaultSenderAddress ? t("addresses.default.sender") : "",
        isDefaultReturnAddress ? t("addresses.default.return") : "",
        isInvoiceAddress ? t("addresses.default.invoice") : "",
      ]
        .filter(Boolean)
        .join(" · ");
    return [
      {
        id: "name",
        words: t("addresses.field.name"),
        width: 150,
        grows: true,
        text: (address) => [address.name, marksOf(address)].filter(Boolean).join(" · "),
      },
      { id: "place", words: t("addresses.field.place"), width: 150, text: placeText },
      {
        id: "phone",
        words: t("addresses.field.phone"),
        width: 124,
        text: ({ phone }) => phoneText(phone),
      },
      {
        id: "uses",
        words: t("addresses.usesColumn"),
        width: 104,
        numeric: true,
        isFirstDescending: true,
        text: ({ shipments }) => (shipments === 0 ? "" : format.count(shipments)),
      },
    ];
  }, [t, format]);
}
