/**
 * The left half of the address book: kind of address, search, and table. Arrow down moves from the
 * search into the table.
 */
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "../../ui/Choice.tsx";
import fieldStyles from "../../ui/Field.module.css";
import { BOOK_SEARCH_ID } from "./address-commands.ts";
import styles from "./Addresses.module.css";
import { addressAt } from "./book-pages.ts";
import { AddressTable } from "./AddressTable.tsx";
import { useAddresses } from "./use-addresses.ts";

/** Shows kind, search and table; Enter in the search opens the first address. */
export function AddressList() {
  const { t } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const search = useAddresses((store) => store.bookSearch);
  const book = useAddresses((store) => store.book);
  const show = useAddresses((store) => store.showBookOf);
  const find = useAddresses((store) => store.searchBook);
  const open = useAddresses((store) => store.openBookPane);

  const onKeyDown = (event: KeyboardEvent): void => {
    const first = addressAt(book, 0);
    if (event.key === "Enter" && first !== undefined) open({ show: "address", id: first.id });
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-testid="book-list"] [role="grid"]')?.focus();
  };

  return (
    <section className={styles["list"]} aria-label={t("addresses.list")}>
      <Choice
        label={t("addresses.kind.label")}
        value={kind}
        options={[
          { value: "recipient", words: t("addresses.kind.recipient") },
          { value: "sender", words: t("addresses.kind.sender") },
        ]}
        onChange={(chosen) => void show(chosen)}
      />
      <input
        id={BOOK_SEARCH_ID}
        type="search"
        className={`${fieldStyles["input"]} ${styles["search"]}`}
        aria-label={t("addresses.search")}
        placeholder={t("addresses.search")}
        value={search}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => void find(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={styles["soft"]} data-testid="book-count">
        {book === null
          ? t("addresses.reading")
          : search === ""
            ? t("addresses.count", { count: book.total, more: book.isMore ? "+" : "" })
            : t("addresses.found", { count: book.total, more: book.isMore ? "+" : "" })}
      </p>
      {book?.total === 0 ? (
        <p data-testid="book-blank">
          {search === "" ? t(`addresses.blank.${kind}`) : t("addresses.notFound")}
        </p>
      ) : null}
      <AddressTable />
    </section>
  );
}
