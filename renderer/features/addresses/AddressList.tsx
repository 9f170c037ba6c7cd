/** The list of the address book: tabs, the search, and a row for each address. Arrows go from the search into the rows. */
import { useRef, type KeyboardEvent, type UIEvent } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type { BookAddress } from "../../../core/addresses/address-book.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import fieldStyles from "../../ui/Field.module.css";
import { placeText } from "../../ui/address/address-draft.ts";
import { BOOK_SEARCH_ID } from "./address-commands.ts";
import openingRow from "../../ui/OpeningRow.module.css";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** The list reads on when less than this is left below, dots. */
const NEAR_END = 600;

/** Reads on while it is scrolled. */
export function AddressList() {
  const { t } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const search = useAddresses((store) => store.bookSearch);
  const book = useAddresses((store) => store.book);
  const openID = useAddresses((store) => (store.bookPane.show === "address" ? store.bookPane.id : null));
  const show = useAddresses((store) => store.showBookOf);
  const find = useAddresses((store) => store.searchBook);
  const open = useAddresses((store) => store.openBookPane);
  const readOn = useAddresses((store) => store.loadMoreOfBook);
  const isReading = useRef(false);
  const list = useRef<HTMLUListElement>(null);

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const rows = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement) + by;
    if (at < 0) document.getElementById(BOOK_SEARCH_ID)?.focus();
    else rows[at]?.focus();
  };
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>): void => {
    if (isReading.current || scrollHeight - scrollTop - clientHeight > NEAR_END) return;
    isReading.current = true;
    void readOn().finally(() => (isReading.current = false));
  };

  return (
    <section className={styles["list"]} aria-label={t("addresses.list")}>
      <Choice label={t("addresses.kind.label")} value={kind} options={[{ value: "recipient", words: t("addresses.kind.recipient") }, { value: "sender", words: t("addresses.kind.sender") }]} onChange={(chosen) => void show(chosen)} />
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
        onKeyDown={(event) => {
          const first = book?.rows[0];
          if (event.key === "Enter" && first !== undefined) open({ show: "address", id: first.id });
          else move(event);
        }}
      />
      <p role="status" className={styles["soft"]} data-testid="book-count">
        {book === null ? t("addresses.reading") : search === "" ? t("addresses.count", { count: book.total, more: book.isMore ? "+" : "" }) : t("addresses.found", { count: book.total, more: book.isMore ? "+" : "" })}
      </p>
      {book?.total === 0 ? <p data-testid="book-blank">{search === "" ? t(`addresses.blank.${kind}`) : t("addresses.notFound")}</p> : null}
      <ul ref={list} className={styles["rows"]} onKeyDown={move} onScroll={onScroll} data-testid="book-list">
        {(book?.rows ?? []).map((address) => (
          <li key={address.id}>
            <button type="button" className={`${openingRow["row"]} ${styles["row"]}`} aria-current={address.id === openID ? "true" : undefined} onClick={() => open({ show: "address", id: address.id })}>
              <AddressRow address={address} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddressRow({ address }: { readonly address: BookAddress }) {
  const { t } = useTranslation();
  const { name, phone, shipments, isDefaultSenderAddress, isDefaultReturnAddress, isInvoiceAddress } = address;
  const marks = [isDefaultSenderAddress ? t("addresses.default.sender") : "", isDefaultReturnAddress ? t("addresses.default.return") : "", isInvoiceAddress ? t("addresses.default.invoice") : ""].filter(Boolean);
  return (
    <>
      <b className={styles["name"]}>{name}</b>
      <span className={styles["uses"]}>{shipments === 0 ? "" : t("addresses.uses", { count: shipments })}</span>
      <span>{placeText(address)}</span>
      <span className={styles["figures"]}>{phoneText(phone)}</span>
      {marks.length === 0 ? null : <span className={styles["marks"]}>{marks.join(" · ")}</span>}
    </>
  );
}
