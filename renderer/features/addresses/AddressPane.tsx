/**
 * The right half of the address book: an address, a new address, the duplicates, or a file to
 * import. The last deletion or merge is shown above them while it can be undone.
 */
import { useTranslation } from "react-i18next";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { AddressForm } from "../../ui/address/AddressForm.tsx";
import { draftOf, EMPTY_DRAFT, placeText } from "../../ui/address/address-draft.ts";
import { phoneText } from "../../../core/base/phone.ts";
import { addressAt } from "./book-pages.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import styles from "./Addresses.module.css";
import { openAddressOf } from "./addresses.slice.ts";
import { Duplicates } from "./Duplicates.tsx";
import { ImportAddresses } from "./ImportAddresses.tsx";
import { useAddresses } from "./use-addresses.ts";

/** Shows the open pane; without an open pane, the address in hand. */
export function AddressPane() {
  const pane = useAddresses((store) => store.bookPane.show);
  const isLeaving = useAddresses((store) => store.leavingBook);
  return (
    <div className={styles["pane"]} data-open={pane !== "none"} data-testid="address-pane">
      <Undo />
      {isLeaving ? <Leaving /> : null}
      {pane === "none" ? <InHand /> : null}
      {pane === "new" || pane === "address" ? <OpenAddress /> : null}
      {pane === "duplicates" ? <Duplicates /> : null}
      {pane === "import" ? <ImportAddresses /> : null}
    </div>
  );
}

/** The address in hand, for reading; Enter opens its form. */
function InHand() {
  const { t } = useTranslation();
  const book = useAddresses((store) => store.book);
  const at = useAddresses((store) => store.bookAt);
  const open = useAddresses((store) => store.openBookPane);
  const address = addressAt(book, Math.min(at, Math.max(0, (book?.total ?? 0) - 1)));
  if (address === undefined) return <p className={styles["soft"]}>{t("addresses.nothingOpen")}</p>;
  return (
    <section className={styles["open"]} aria-label={address.name} data-testid="address-in-hand">
      <h2>{address.name}</h2>
      <p>
        <b>{placeText(address)}</b>
        <br />
        {[address.address1, address.address2].filter(Boolean).join(", ")}
        <br />
        {phoneText(address.phone)}
        {address.email === "" ? null : (
          <>
            <br />
            {address.email}
          </>
        )}
      </p>
      <p className={styles["soft"]}>
        {address.shipments === 0
          ? t("addresses.notUsed")
          : t("addresses.usesLong", { count: address.shipments })}
      </p>
      <div>
        <Button keyName="Enter" onPress={() => open({ show: "address", id: address.id })}>
          {t("addresses.edit")}
        </Button>
      </div>
    </section>
  );
}

function OpenAddress() {
  const { t } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const isNew = useAddresses((store) => store.bookPane.show === "new");
  const address = useAddresses(openAddressOf);
  const saving = useAddresses((store) => store.savingAddress);
  const save = useAddresses((store) => store.saveAddress);
  const remove = useAddresses((store) => store.removeAddress);
  const keepDraft = useAddresses((store) => store.keepBookDraft);
  const hasUndo = useAddresses((store) => store.bookUndo !== null);
  if (!isNew && address === null) return <p className={styles["soft"]}>{t("addresses.gone")}</p>;
  const title = address === null ? t(`addresses.new.${kind}`) : address.name;

  return (
    <section aria-label={title} className={styles["open"]} data-testid="open-address">
      <h2>{title}</h2>
      {address === null || address.shipments === 0 ? null : (
        <p className={styles["soft"]}>{t("addresses.usesLong", { count: address.shipments })}</p>
      )}
      <AddressForm
        key={address?.id ?? "new"}
        label={title}
        start={address === null ? EMPTY_DRAFT : draftOf(address)}
        kind={kind}
        saveWords={t("addresses.save")}
        isSaving={saving.step === "saving"}
        failure={saving.step === "failed" ? saving.failure : null}
        onSave={(body) => void save(address?.id ?? null, body)}
        typed={useAddresses.getState().bookDraft}
        onDraft={keepDraft}
        focusNow
      >
        <span role="status">
          {saving.step === "saved" ? <Mark tone="ok">{t("addresses.saved")}</Mark> : null}
        </span>
        {address === null ? null : (
          <Button onPress={() => void remove(address)} {...(hasUndo ? {} : { keyName: "F8" })}>
            {t("addresses.remove")}
          </Button>
        )}
      </AddressForm>
      {address === null || kind === "recipient" ? null : <Defaults address={address} />}
    </section>
  );
}

/** Buttons that make the address the default for the roles that it does not have yet. */
function Defaults({ address }: { readonly address: BookAddress }) {
  const { t } = useTranslation();
  const makeDefault = useAddresses((store) => store.makeDefault);
  const offers = (
    [
      ["sender", address.isDefaultSenderAddress],
      ["return", address.isDefaultReturnAddress],
      ["invoice", address.isInvoiceAddress],
    ] as const
  ).flatMap(([what, is]) => (is ? [] : [what]));
  if (offers.length === 0) return null;
  return (
    <div className={styles["top"]}>
      {offers.map((what) => (
        <Button key={what} small onPress={() => void makeDefault(address.id, what)}>
          {t(`addresses.makeDefault.${what}`)}
        </Button>
      ))}
    </div>
  );
}

function Leaving() {
  const { t } = useTranslation();
  const leave = useAddresses((store) => store.leaveBook);
  const discard = useAddresses((store) => store.discardBook);
  useFocusBack();
  return (
    <Panel
      tone="ask"
      title={t("addresses.leaving.title")}
      alert
      testID="leaving-address"
      commands={
        <>
          <Button focusNow onPress={() => leave(false)} keyName="Esc">
            {t("addresses.leaving.stay")}
          </Button>
          <Button danger onPress={discard}>
            {t("addresses.leaving.discard")}
          </Button>
        </>
      }
    >
      <p>{t("addresses.leaving.text")}</p>
    </Panel>
  );
}

function Undo() {
  const { t } = useTranslation();
  const undo = useAddresses((store) => store.bookUndo);
  const undoBook = useAddresses((store) => store.undoBook);
  if (undo === null) return null;
  return (
    <div className={styles["undo"]} role="status" data-testid="book-undo">
      <Mark tone="ok">
        {t(`addresses.undo.${undo.what}`, { name: undo.name, count: undo.undo.addressIDs.length })}
      </Mark>
      <Button small keyName="F8" onPress={() => void undoBook()}>
        {t("addresses.undo.takeBack")}
      </Button>
    </div>
  );
}
